import { plainName } from './secret-names'

/** What to take out of an error; all of it by default. */
export interface RedactOptions {
  /** Keys, tokens, passwords, private keys, and what stands under names such as `authorization`. Default true. */
  secrets?: boolean | undefined
  /** Stack traces; what they are of stays. Default true. */
  traces?: boolean | undefined
  /** Paths of files on the server's machine. Default true. */
  paths?: boolean | undefined
  /** More names of members whose values are secrets. Case, `-` and `_` do not count. */
  names?: readonly string[] | undefined
  /**
   * Texts that the reader of the error has sent itself: a path that stands in one of them is told, and what lies below one of
   * two names or more (`/srv/books`, but not `/srv`). Of each the first 1,024 characters count, and 32 of them.
   */
  known?: readonly string[] | undefined
}

/** The same, with nothing left open. */
export interface Redaction {
  readonly secrets: boolean
  readonly traces: boolean
  readonly paths: boolean
  readonly names: ReadonlySet<string>
  readonly known: readonly string[]
}

export function redactionFrom(options: RedactOptions = {}): Redaction {
  checkRedactOptions(options)
  const { secrets = true, traces = true, paths = true, names = [], known = [] } = options
  return {
    secrets,
    traces,
    paths,
    names: new Set(names.map(plainName)),
    // Every path is looked for in each of them.
    known: known
      .map((text) => text.slice(0, 1024))
      .filter((text) => /[/\\]/.test(text))
      .slice(0, 32),
  }
}

const wantedOf: Readonly<Record<keyof RedactOptions, 'a boolean' | 'a list of texts'>> = {
  secrets: 'a boolean',
  traces: 'a boolean',
  paths: 'a boolean',
  names: 'a list of texts',
  known: 'a list of texts',
}

/** Options that somebody has mistaken would leave something in: they are a TypeError. */
export function checkRedactOptions(options: RedactOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(wantedOf, name))
      throw new TypeError(`There is no option ${name} of redact. Known: ${Object.keys(wantedOf).join(', ')}.`)
    const wanted = wantedOf[name as keyof RedactOptions]
    if (value !== undefined && !(wanted === 'a boolean' ? typeof value === 'boolean' : isListOfTexts(value)))
      throw new TypeError(`The option ${name} of redact is not ${wanted}.`)
  }
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
