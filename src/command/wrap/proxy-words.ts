import { writableIds } from '../dialects'
import { proxy } from '../proxy'

/** What `wrap` puts in front of every server. */
export interface Wrapping {
  /** The words that start errlingua; without them those that a server has, or the usual ones. */
  readonly launcher?: readonly string[] | undefined
  readonly to: string
  /** Further options of the proxy, as words. */
  readonly passedOn: readonly string[]
}

/** What starts errlingua where nothing else is said: it is fetched when it is not there. */
const usualLauncher: readonly string[] = ['npx', '-y', 'errlingua']

/** What the words of an entry say that starts our proxy. */
export interface WrappedServer {
  /** The words that start errlingua. */
  readonly launcher: readonly string[]
  /** How many words are the proxy's, `--` included; the server's own command comes next. */
  readonly proxyWords: number
  /** The server's address; without it, the server is a command. */
  readonly url?: string
  readonly to: string
  /** All other options but the server's name. */
  readonly options: readonly GivenOption[]
  readonly isServerFirst: boolean
}

/** An option as it stands in a command line. */
export interface GivenOption {
  readonly name: string
  readonly value: string | undefined
  readonly words: readonly string[]
}

/** What differs from server to server. */
interface Particulars {
  /** What the server had before it is wrapped again. */
  readonly before?: Pick<WrappedServer, 'launcher' | 'to' | 'options'> | undefined
  /**
   * Whether `--server` stands before `--to`, which is all the same to the proxy: it marks an entry that had an empty
   * list of arguments, so that it is told from one that had none.
   */
  readonly isServerFirst?: boolean
}

/**
 * The words that start the proxy; `--` and a command, or the address, come behind them. What a server had before stays
 * unless it is said anew.
 */
export function proxyWordsFor(
  { launcher, to, passedOn }: Wrapping,
  name: string,
  { before, isServerFirst = false }: Particulars = {},
): readonly string[] {
  const server = optionWords('server', name)
  const first = isServerFirst ? [...server, '--to', to] : ['--to', to, ...server]
  // A format is one of its dialect.
  const kept = before?.options.filter((option) => option.name !== 'format' || before.to === to) ?? []
  const options = inOrder(kept, optionsIn(passedOn) ?? [])
  return [
    ...(launcher ?? before?.launcher ?? usualLauncher),
    'proxy',
    ...first,
    ...options.flatMap(({ words }) => words),
  ]
}

/** The options that `wrap` can set; they stand in this order, and before all others. */
const settable: readonly string[] = ['lean', 'no-promote', 'no-redact', 'stats', 'log']

/** The options of before and those of now, which count more. */
function inOrder(before: readonly GivenOption[], now: readonly GivenOption[]): readonly GivenOption[] {
  const all = [...before.filter(({ name }) => !now.some((option) => option.name === name)), ...now]
  return [
    ...settable.flatMap((name) => all.filter((option) => option.name === name)),
    ...all.filter(({ name }) => !settable.includes(name)),
  ]
}

/** An option with its value, in the form that no value can be taken for an option in. */
export function optionWords(option: string, value: string): readonly string[] {
  return value.startsWith('-') ? [`--${option}=${value}`] : [`--${option}`, value]
}

/** What the words of an entry say, if they start our proxy; or how they start it, if that is not ours to change. */
export type ReadEntry = WrappedServer | { readonly strangeLauncher: readonly string[] }

/**
 * What the words of an entry say, if they start our proxy. Others have a `proxy --to`, too: it is ours where the word
 * before it names errlingua, all that follows are options, and what it is to speak is a dialect. Where a stranger starts
 * errlingua (`ssh host errlingua`, `docker exec … errlingua`), the server runs there, too, and not here.
 *
 * @param launcher what starts errlingua, too
 */
export function readWrapped(words: readonly string[], launcher?: readonly string[]): ReadEntry | undefined {
  for (const [i, word] of words.entries()) {
    const before = words.slice(0, i)
    const found = word === 'proxy' && isLauncher(before) ? readBehind(words, i + 1) : undefined
    if (!found) continue
    const isKnown = isPlainLauncher(before) || before.join('\0') === launcher?.join('\0')
    return isKnown ? { ...found, launcher: before } : { strangeLauncher: before }
  }
  return undefined
}

// The last part of a path or of an address, with a version or not.
const ownProgram = /(?:^|:)(?:errlingua(?:$|[.@:#]|-\d)|command\.js$)/

/** Whether words start errlingua, as far as can be seen: `npx -y errlingua`, `node …/dist/command.js`. */
export function isLauncher(words: readonly string[]): boolean {
  // `npm exec errlingua -- proxy …`
  const last = words.at(-1) === '--' ? words.at(-2) : words.at(-1)
  return last !== undefined && ownProgram.test(last.slice(last.replaceAll('\\', '/').lastIndexOf('/') + 1))
}

// What runs a program of Node's on this machine, and nothing else.
const runner = /(?:^|[\\/])(?:npx|npm|pnpx|pnpm|yarn|bunx|bun|node|deno)(?:\.cmd|\.exe)?$/
const runnerWord = /^(?:-.*|dlx|exec|x|run)$/

/** Whether words start errlingua itself, or through nothing but what runs programs of Node's. */
function isPlainLauncher(words: readonly string[]): boolean {
  const own =
    /(?:^|[\\/])cmd(?:\.exe)?$/i.test(words[0] ?? '') && /^\/c$/i.test(words[1] ?? '')
      ? words.slice(2)
      : words
  const [first = '', ...others] = own.at(-1) === '--' ? own.slice(0, -2) : own.slice(0, -1)
  return first === '' ? true : runner.test(first) && others.every((word) => runnerWord.test(word))
}

function readBehind(words: readonly string[], start: number): Omit<WrappedServer, 'launcher'> | undefined {
  const end = words.indexOf('--', start)
  const options = optionsIn(words.slice(start, end === -1 ? words.length : end))
  if (!options) return undefined
  const at = (name: string) => options.findIndex((option) => option.name === name)
  const to = options[at('to')]?.value
  const url = options[at('url')]?.value
  if (to === undefined || !writableIds.includes(to)) return undefined
  if (end === -1 ? url === undefined : end === words.length - 1) return undefined
  return {
    proxyWords: end === -1 ? words.length : end + 1,
    ...(end === -1 && { url }),
    to,
    options: options.filter(({ name }) => !['to', 'server', 'url'].includes(name)),
    isServerFirst: at('server') !== -1 && at('server') < at('to'),
  }
}

/** The proxy's options in words; undefined where anything else stands among them, for it takes nothing else. */
function optionsIn(words: readonly string[]): readonly GivenOption[] | undefined {
  const options: GivenOption[] = []
  for (let i = 0; i < words.length; i += options.at(-1)?.words.length ?? 1) {
    const word = words[i] ?? ''
    const [, name, inline] = /^--([a-z][a-z-]*)(?:=(.*))?$/s.exec(word) ?? []
    if (name === undefined) return undefined
    const option = Object.hasOwn(proxy.options, name) ? proxy.options[name] : undefined
    if (!option) return undefined
    const next = words[i + 1]
    const isValue = inline === undefined && option.takes !== undefined && next !== undefined
    options.push({ name, value: isValue ? next : inline, words: isValue ? [word, next] : [word] })
  }
  return options
}
