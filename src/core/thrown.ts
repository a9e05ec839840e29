import { CanonicalError } from './canonical-error'
import { codeByWords } from './code-words'
import type { CanonicalCode } from './codes'
import { plainText } from './dialect'
import { codeOfStatus } from './http-status'
import { isJsonObject, type JsonObject, type JsonValue } from './json'
import { codeOfRpc, isReservedRpcCode, jsonRpc } from './json-rpc'
import { jsonSnapshot } from './json-snapshot'
import { defaultLimits } from './limits'
import { plainError } from './plain-error'
import { inOrder } from './read-body'
import { isSeconds, isStatus } from './readable'
import { retryAfterIn } from './retry-after'
import type { Translator } from './translator'

// What version 2 of the MCP SDK calls its own failures, where the words would mislead.
const bySdkCode: Readonly<Record<string, CanonicalCode>> = {
  NOT_CONNECTED: 'connection_failed',
  CONNECTION_CLOSED: 'connection_failed',
  SEND_FAILED: 'connection_failed',
  REQUEST_TIMEOUT: 'timeout',
  INVALID_RESULT: 'internal',
  UNSUPPORTED_RESULT_TYPE: 'internal',
  CAPABILITY_NOT_SUPPORTED: 'internal',
}

const byName: Readonly<Record<string, CanonicalCode>> = { AbortError: 'cancelled', TimeoutError: 'timeout' }

// The classes of the SDKs for JSON-RPC errors, whatever their code.
const rpcClasses: readonly string[] = ['McpError', 'ProtocolError']

// Where the HTTP status stands in the errors of frameworks and clients: Express and fetch wrappers, Fastify, SDK v2,
// axios, boom, AWS.
const statusPaths: readonly (readonly string[])[] = [
  ['status'],
  ['statusCode'],
  ['data', 'status'],
  ['response', 'status'],
  ['output', 'statusCode'],
  ['$metadata', 'httpStatusCode'],
  ['code'],
]

/** What a thrown value says of itself. */
interface Thrown {
  message: string
  name?: string
  code?: string | number
  data?: JsonObject
  status?: number
  retryAfter?: number
  cause?: unknown
}

/** What reads the bodies and the messages that something thrown holds. */
type ThrownReader = Pick<Translator, 'safeDecode' | 'dialect'>

/** The error that was thrown, whatever it is. */
export function readThrown(value: unknown, reader: ThrownReader): CanonicalError {
  try {
    return read(value, reader, 0)
  } catch {
    // A proxy may refuse to be looked at in any way.
    return { code: 'unknown', message: '', severity: 'error', origin: { dialect: plainText } }
  }
}

/** The error that a JSON-RPC error object speaks of. */
export function readRpcError(
  { code, message, data }: { code?: string | number; message: string; data?: JsonValue | undefined },
  reader: ThrownReader,
): CanonicalError {
  const thrown: Thrown = { message, ...(code !== undefined && { code }), ...withData(data) }
  return inBodies([thrown.data, message], thrown, reader) ?? understood(thrown, true, reader)
}

// A chain of causes may be endless.
const mostCauses = 8

function read(value: unknown, reader: ThrownReader, depth: number): CanonicalError {
  const isError = value instanceof Error
  const canonical = isError ? undefined : CanonicalError.safeParse(snapshot(value)).data
  if (canonical) return canonical
  const thrown = lookAt(value)
  const bodies = isError ? [thrown.data, ofService(value, thrown), thrown.message] : [value]
  const found = inBodies(bodies, thrown, reader)
  if (found) return found
  const { code, name = '', cause } = thrown
  const isRpc = isReservedRpcCode(code) || (typeof code === 'number' && rpcClasses.includes(name))
  const error = understood(thrown, isRpc, reader)
  const isVague = error.code === 'unknown' || vague.test(thrown.message)
  const ofCause =
    isVague && cause !== undefined && depth < mostCauses ? read(cause, reader, depth + 1) : undefined
  if (ofCause && ofCause.code !== 'unknown') {
    const details = { ...error.details, ...(ofCause.message !== '' && { cause: ofCause.message }) }
    return inOrder({ ...error, code: ofCause.code, ...(Object.keys(details).length > 0 && { details }) })
  }
  // A name says least: every TypeError is one, whatever made it.
  return error.code === 'unknown' ? { ...error, code: codeByWords(name) } : error
}

/** The members by which the errors of AWS's SDK are known; its names say more than the status. */
function ofService(value: unknown, { name, message }: Thrown): unknown {
  const $metadata = memberOf(value, '$metadata')
  if ($metadata === undefined) return undefined
  const retryAfterSeconds = memberOf(value, 'retryAfterSeconds')
  return { name, message, $metadata, $fault: memberOf(value, '$fault'), retryAfterSeconds }
}

// What `fetch` says of everything that goes wrong; the cause says what it was.
const vague = /^fetch failed$/

/** The error of a dialect that something thrown holds. */
function inBodies(
  bodies: readonly unknown[],
  { status }: Thrown,
  { safeDecode }: ThrownReader,
): CanonicalError | undefined {
  for (const body of bodies) {
    const found = body === undefined ? undefined : safeDecode(body).data
    if (found && !isMessage(body, found)) return inOrder({ ...found, status: found.status ?? status })
  }
  return undefined
}

/** Whether a text is no more than the message of what was thrown, which says more than its message. */
function isMessage(body: unknown, found: CanonicalError): boolean {
  const { dialect, carried, ignored, previous } = found.origin ?? {}
  const travels = carried ?? ignored ?? previous
  return typeof body === 'string' && dialect === plainText && travels === undefined
}

function understood(thrown: Thrown, isRpc: boolean, { dialect }: ThrownReader): CanonicalError {
  const { code, status, retryAfter, data } = thrown
  const said = plainError(thrown.message, dialect(plainText))
  const details = { ...said.details, ...data }
  return inOrder({
    ...said,
    code: codeOf(thrown, said.code, isRpc),
    retryAfter: retryAfter ?? retryAfterIn(data) ?? said.retryAfter,
    status: status ?? said.status,
    details: Object.keys(details).length > 0 ? details : undefined,
    origin: { dialect: isRpc ? jsonRpc : plainText, ...(code !== undefined && { code: String(code) }) },
  })
}

function codeOf(
  { name = '', code, status, data }: Thrown,
  byWords: CanonicalCode,
  isRpc: boolean,
): CanonicalCode {
  // The SDK uses the same code when its caller gives up; only a real timeout says how long it was.
  if (code === 'REQUEST_TIMEOUT' && data?.timeout === undefined && data?.maxTotalTimeout === undefined)
    return 'cancelled'
  const known = [
    typeof code === 'string' && Object.hasOwn(bySdkCode, code) ? bySdkCode[code] : undefined,
    Object.hasOwn(byName, name) ? byName[name] : undefined,
    status === undefined ? undefined : codeOfStatus(status),
    typeof code === 'string' ? codeByWords(code) : undefined,
    byWords,
    isRpc ? codeOfRpc(Number(code)) : undefined,
  ]
  return known.find((each) => each !== undefined && each !== 'unknown') ?? 'unknown'
}

function lookAt(value: unknown): Thrown {
  if (typeof value !== 'object' || value === null) return { message: String(value) }
  const [message, name, code] = ['message', 'name', 'code'].map((key) => memberOf(value, key))
  // Of several errors at once, the first one.
  const cause = memberOf(value, 'cause') ?? memberOf(memberOf(value, 'errors'), '0')
  const statuses = statusPaths.map((path) => path.reduce<unknown>(memberOf, value))
  const status = statuses.find((each): each is number => isStatus(each as JsonValue))
  const retryAfter = memberOf(value, 'retryAfter')
  const isCode =
    typeof code === 'string' ||
    isReservedRpcCode(code) ||
    (typeof code === 'number' && (code === status || rpcClasses.includes(String(name))))
  return {
    message: typeof message === 'string' ? message : '',
    ...(typeof name === 'string' && { name }),
    // Other numbers are those of DOMException and of exit codes.
    ...(isCode && { code: code as string | number }),
    ...withData(memberOf(value, 'data') ?? (typeof message === 'string' ? undefined : value)),
    ...(status !== undefined && { status }),
    ...(isSeconds(retryAfter as JsonValue) && { retryAfter: retryAfter as number }),
    ...(cause !== undefined && { cause }),
  }
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    return (value as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

/** JSON data as details; a value that is no object under its own name. */
function withData(value: unknown): { data?: JsonObject } {
  const data = value === null ? undefined : snapshot(value)
  if (data === undefined) return {}
  return { data: isJsonObject(data) ? data : { data } }
}

function snapshot(value: unknown): JsonValue | undefined {
  if (value === undefined) return undefined
  try {
    return jsonSnapshot(value, defaultLimits)
  } catch {
    return undefined
  }
}
