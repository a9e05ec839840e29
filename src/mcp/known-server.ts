import type { DialectId } from '../built-in'
import type { CanonicalError } from '../core/canonical-error'
import { type CanonicalCode, codes, isCanonicalCode } from '../core/codes'
import { plainText } from '../core/dialect'
import { jsonRpc } from '../core/json-rpc'
import type { Translator } from '../core/translator'

/** What is known of a server. */
export interface KnownServer {
  /** The dialect that it is known to speak. What it says in another one is read all the same. */
  dialect?: DialectId | undefined
  /** What this server's own codes mean: `{ '-32001': 'not_found' }`. */
  overrides?: Readonly<Record<string, CanonicalCode>> | undefined
  /** The server's name, to be kept in the error's origin. */
  server?: string | undefined
}

/** Throws a TypeError when what is said of a server cannot be so. */
export function checkServer({ dialect, overrides, server }: KnownServer, translator: Translator): void {
  if (dialect === undefined && overrides === undefined) return
  const who = server === undefined ? 'The server' : `The server ${server}`
  if (dialect !== undefined && !translator.dialect(dialect)) {
    const known = translator.dialects.flatMap((each) => [each, ...(each.vocabularies ?? [])])
    const ids = known.map(({ id }) => id).join(', ')
    throw new TypeError(`${who} is said to speak ${dialect}, which is no known dialect. Known: ${ids}.`)
  }
  for (const [native, code] of Object.entries(overrides ?? {})) {
    if (!isCanonicalCode(code))
      throw new TypeError(`${who} is said to mean ${code} by ${native}, which is no canonical code.`)
  }
}

/** The error with its server's name, and with the code that this server means by its own. */
export function fromServer(
  error: CanonicalError,
  { dialect, overrides, server }: KnownServer,
  translator: Translator,
): CanonicalError {
  const { origin = { dialect: plainText }, ...said } = inVocabulary(error, dialect, translator)
  const named = { ...said, origin: server === undefined ? origin : { ...origin, server } }
  const code = codeFrom(origin.code, overrides)
  if (code === undefined) return named
  const source = translator.dialect(origin.dialect)
  // Where the dialect has no flag, it was the code that said whether to retry.
  const isImplied = source?.hasRetryFlag === false && named.retryable !== codes[code].retryable
  const { retryable: _, ...others } = named
  return isImplied ? { ...others, code } : { ...named, code }
}

/** A JSON-RPC error of a server that is known to mean something of its own by the codes of JSON-RPC. */
function inVocabulary(
  error: CanonicalError,
  dialect: string | undefined,
  translator: Translator,
): CanonicalError {
  const { origin, message, details } = error
  if (origin?.dialect !== jsonRpc || dialect === undefined || !isVocabulary(dialect, jsonRpc, translator))
    return error
  const body = { code: Number(origin.code), message, ...(details && { data: details }) }
  const { data: meant } = translator.safeDecode(body, { dialect })
  return meant ? { ...error, code: meant.code, origin: { ...origin, dialect } } : error
}

/** Whether a dialect is another one with meanings of its own for the codes. */
export function isVocabulary(id: string, of: string, translator: Translator): boolean {
  return translator.dialect(of)?.vocabularies?.some((each) => each.id === id) ?? false
}

/** Whether a server is known to mean something of its own by any code. */
export function hasOverrides({ overrides }: KnownServer): boolean {
  return overrides !== undefined && Object.keys(overrides).length > 0
}

/** What a server means by one of its codes, where it is known to mean something else than others do. */
export function codeFrom(
  native: string | undefined,
  overrides: KnownServer['overrides'],
): CanonicalCode | undefined {
  return native !== undefined && overrides && Object.hasOwn(overrides, native) ? overrides[native] : undefined
}
