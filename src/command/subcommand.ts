import { parseArgs } from 'node:util'
import { CommandError } from './command-error'
import { exitCodes } from './exit-codes'
import { nearest } from './nearest'

/** An option of a subcommand: how it is parsed, shown in the help and completed. */
export interface Option {
  /** What it takes, for people; an option without it is a flag. */
  readonly takes?: string
  readonly says: string
  /** The only values that it takes. */
  readonly choices?: readonly string[]
  /** Whether it may be given several times. */
  readonly repeats?: boolean
}

type Options = Readonly<Record<string, Option>>

type Value<O extends Option> = O extends { takes: string }
  ? O extends { repeats: true }
    ? readonly string[]
    : string | undefined
  : boolean

/** What a subcommand was called with. */
export interface Call<O extends Options> {
  readonly options: { readonly [Name in keyof O]: Value<O[Name]> }
  readonly operands: readonly string[]
  /** What stands behind `--`, where the subcommand takes a command line. */
  readonly commandLine: readonly string[]
}

/** One subcommand: what its help says, and what it does. */
export interface Subcommand<O extends Options = Options> {
  /** The lines behind "Usage: errlingua". */
  readonly usage: readonly string[]
  readonly about: string
  readonly options: O
  readonly examples: readonly string[]
  /** Whether a command line may stand behind `--`. */
  readonly takesCommandLine?: boolean
  /** Whether files, or other operands, may be named. */
  readonly takesOperands?: boolean
  /** The only operands that it takes. */
  readonly operandChoices?: readonly string[]
  run(call: Call<O>): void | Promise<void>
}

/** Gives a subcommand its types. */
export function defineSubcommand<const O extends Options>(subcommand: Subcommand<O>): Subcommand {
  return subcommand as unknown as Subcommand
}

/** Runs a subcommand with arguments; a mistake in them is a CommandError. */
export async function runSubcommand(
  name: string,
  subcommand: Subcommand,
  args: readonly string[],
): Promise<void> {
  const end = subcommand.takesCommandLine ? args.indexOf('--') : -1
  const own = end === -1 ? args : args.slice(0, end)
  const ofHelp = own.includes('--') ? own.slice(0, own.indexOf('--')) : own
  if (ofHelp.includes('--help') || ofHelp.includes('-h')) {
    process.stdout.write(helpOf(subcommand))
    return
  }
  const { values, positionals } = parse(name, subcommand.options, own)
  if (!subcommand.takesOperands && positionals.length > 0) {
    throw wrong(name, `${name} takes no ${JSON.stringify(positionals[0])}.`)
  }
  const commandLine = end === -1 ? [] : args.slice(end + 1)
  await subcommand.run({ options: values as Call<Options>['options'], operands: positionals, commandLine })
}

function parse(name: string, options: Options, args: readonly string[]) {
  const config = Object.fromEntries(
    Object.entries(options).map(([key, { takes, repeats }]) => [
      key,
      takes === undefined
        ? ({ type: 'boolean', default: false } as const)
        : ({ type: 'string', multiple: repeats === true, ...(repeats && { default: [] }) } as const),
    ]),
  )
  const { values, positionals } = parsed(name, joined(name, args, options), config)
  for (const [key, { choices }] of Object.entries(options)) {
    for (const each of [(values as Record<string, unknown>)[key]].flat()) {
      if (choices && typeof each === 'string' && !choices.includes(each)) {
        throw wrong(
          name,
          `--${key} takes ${choices.join(', ')}, not ${JSON.stringify(each)}.${hint(each, choices)}`,
        )
      }
    }
  }
  return { values, positionals }
}

/** Each option in one word with its value, which may begin with a dash, unless it is an option itself. */
function joined(name: string, args: readonly string[], options: Options): string[] {
  const isOption = (word: string) => word.startsWith('--') && Object.hasOwn(options, word.slice(2))
  const words: string[] = []
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? ''
    const next = args[i + 1]
    const takes = isOption(word) ? options[word.slice(2)]?.takes : undefined
    const isWithValue = takes !== undefined
    if (isWithValue && (next === undefined || isOption(next)))
      throw wrong(name, `${word} needs ${takes} behind it.`)
    words.push(isWithValue ? `${word}=${next}` : word)
    if (isWithValue) i++
    // What stands behind is no option any more.
    if (word === '--') return [...words, ...args.slice(i + 1)]
  }
  return words
}

function parsed(
  name: string,
  args: readonly string[],
  options: NonNullable<Parameters<typeof parseArgs>[0]>['options'],
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    // Of Node's sentences the first says what is wrong; the others speak of positional arguments.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/(?<=\.) |\n/)
    const given = /^Unknown option '(--[^']+)'/.exec(sentence)?.[1]
    const known = Object.keys(options ?? {}).map((option) => `--${option}`)
    throw wrong(name, `${sentence.replace(/\.$/, '')}.${given === undefined ? '' : hint(given, known)}`)
  }
}

function hint(given: string, known: readonly string[]): string {
  const meant = nearest(given, known)
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}

/** A mistake in the call, and what to do next. */
export function wrong(name: string, sentence: string): CommandError {
  return new CommandError(exitCodes.usage, `${sentence} Try errlingua ${name} --help.`)
}

/** The number that an option says, or a mistake. */
export function countIn(name: string, option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw wrong(name, `--${option} takes a whole number from 1 on, not ${JSON.stringify(text)}.`)
  }
  return Number(text)
}

const helpOption: Option = { says: 'show this' }

/** The page that `--help` shows. */
export function helpOf({ usage, about, options, examples }: Subcommand): string {
  const rows = Object.entries({ ...options, help: helpOption }).map(([name, { takes, says }]) => ({
    left: `  --${name}${takes === undefined ? '' : ` ${takes}`}`,
    says,
  }))
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2
  const lines = rows.map(
    ({ left, says }) => left.padEnd(width) + says.replaceAll('\n', `\n${' '.repeat(width)}`),
  )
  return [
    usage.map((line, i) => `${i === 0 ? 'Usage:' : '      '} errlingua ${line}`).join('\n'),
    about,
    `Options:\n${lines.join('\n')}`,
    `Examples:\n${examples.map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')}`,
    '',
  ]
    .join('\n\n')
    .replace(/\n\n$/, '\n')
}
