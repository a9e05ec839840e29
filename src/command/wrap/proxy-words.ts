import { dialectIds } from '../dialects'
import { proxy } from '../proxy'

/** What `wrap` puts in front of every server. */
export interface Wrapping {
  /** The words that start errlingua. */
  readonly launcher: readonly string[]
  readonly to: string
  /** Further options of the proxy, as words. */
  readonly passedOn: readonly string[]
}

/** What the words of an entry say that starts our proxy. */
export interface WrappedServer {
  /** How many words are the proxy's, `--` included; the server's own command comes next. */
  readonly proxyWords: number
  /** The server's address; without it, the server is a command. */
  readonly url?: string
  readonly to: string
  /** Options that `wrap` does not set, but somebody has added: `--from`, `--override`. */
  readonly additions: readonly GivenOption[]
  readonly isServerFirst: boolean
}

/** An option as it stands in a command line. */
interface GivenOption {
  readonly name: string
  readonly value: string | undefined
  readonly words: readonly string[]
}

/** What differs from server to server. */
interface Particulars {
  readonly additions?: readonly string[]
  /**
   * Whether `--server` stands before `--to`, which is all the same to the proxy: it marks an entry that had an empty
   * list of arguments, so that it is told from one that had none.
   */
  readonly isServerFirst?: boolean
}

/** The words that start the proxy; `--` and a command, or the address, come behind them. */
export function proxyWordsFor(
  { launcher, to, passedOn }: Wrapping,
  name: string,
  { additions = [], isServerFirst = false }: Particulars = {},
): readonly string[] {
  const server = optionWords('server', name)
  const first = isServerFirst ? [...server, '--to', to] : ['--to', to, ...server]
  return [...launcher, 'proxy', ...first, ...passedOn, ...additions]
}

/** An option with its value, in the form that no value can be taken for an option in. */
export function optionWords(option: string, value: string): readonly string[] {
  return value.startsWith('-') ? [`--${option}=${value}`] : [`--${option}`, value]
}

/**
 * What the words of an entry say, if they start our proxy. Others have a `proxy --to`, too: it is ours where the word
 * before it names errlingua, all that follows are options, and what it is to speak is a dialect.
 */
export function readWrapped(words: readonly string[]): WrappedServer | undefined {
  for (const [i, word] of words.entries()) {
    const found = word === 'proxy' && isLauncher(words.slice(0, i)) ? readBehind(words, i + 1) : undefined
    if (found) return found
  }
  return undefined
}

const ownProgram = /(?:^|[\\/:])(?:errlingua(?:(?:[.@:#]|-\d)[^\\/]*)?|command\.js)$/

/** Whether words start errlingua, as far as can be seen: `npx -y errlingua`, `node …/dist/command.js`. */
export function isLauncher(words: readonly string[]): boolean {
  // `npm exec errlingua -- proxy …`
  const last = words.at(-1) === '--' ? words.at(-2) : words.at(-1)
  return last !== undefined && ownProgram.test(last)
}

function readBehind(words: readonly string[], start: number): WrappedServer | undefined {
  const end = words.indexOf('--', start)
  const options = optionsIn(words.slice(start, end === -1 ? words.length : end))
  if (!options) return undefined
  const at = (name: string) => options.findIndex((option) => option.name === name)
  const to = options[at('to')]?.value
  const url = options[at('url')]?.value
  if (to === undefined || !dialectIds.includes(to)) return undefined
  if (end === -1 ? url === undefined : end === words.length - 1) return undefined
  return {
    proxyWords: end === -1 ? words.length : end + 1,
    ...(end === -1 && { url }),
    to,
    additions: options.filter(({ name }) => !ownOptions.includes(name)),
    isServerFirst: at('server') !== -1 && at('server') < at('to'),
  }
}

const ownOptions = ['to', 'server', 'url', 'lean', 'no-promote', 'no-redact', 'log', 'stats']

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
