import { CanonicalError } from './canonical-error'
import { classify, codeOfStatus } from './classify'
import type { CanonicalCode } from './codes'
import { isJsonObject, type JsonObject, type JsonValue } from './json'
import { codeOfRpc } from './json-rpc'
import { jsonSnapshot } from './json-snapshot'
import { defaultLimits } from './limits'
import { plainText } from './plain-error'
import { inOrder } from './read-body'
import { isStatus } from './readable'
import type { SafeDecodeResult } from './translator'

/** The dialect id of an error that was thrown for a JSON-RPC error. */
export const jsonRpc = 'json-rpc'

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

// The answer of the server does not fit its own schema: the caller's input is not at fault.
const brokenAnswer = /structured content|output schema|output validation/i

/** What a thrown value says of itself. */
interface Thrown {
  message: string
  name?: string
  code?: string | number
  data?: JsonObject
  status?: number
  cause?: unknown
}

// A chain of causes may be endless.
const mostCauses = 8

/** The error that was thrown, whatever it is. */
export function readThrown(
  value: unknown,
  safeDecode: (input: unknown) => SafeDecodeResult,
  depth = 0,
): CanonicalError {
  const thrown = lookAt(value)
  const isError = value instanceof Error
  const canonical = isError ? undefined : CanonicalError.safeParse(snapshot(value)).data
  if (canonical) return canonical
  const bodies = isError ? [thrown.data, thrown.message] : [value]
  for (const body of bodies) {
    const found = body === undefined ? undefined : safeDecode(body)
    if (found?.success) {
      const { status } = thrown
      return status === undefined || found.data.status !== undefined
        ? found.data
        : inOrder({ ...found.data, status })
    }
  }
  const { message, code, data, status, cause } = thrown
  const isRpc = isRpcCode(code)
  let known = codeOf(thrown, isRpc)
  if (known === 'unknown' && cause !== undefined && depth < mostCauses) {
    known = readThrown(cause, safeDecode, depth + 1).code
  }
  // A name says least: every TypeError is one, whatever made it.
  if (known === 'unknown') known = classify(thrown.name ?? '').code
  return {
    code: known,
    message,
    severity: 'error',
    ...(status !== undefined && { status }),
    ...(data && Object.keys(data).length > 0 && { details: data }),
    origin: { dialect: isRpc ? jsonRpc : plainText, ...(code !== undefined && { code: String(code) }) },
  }
}

function isRpcCode(code: unknown): code is number {
  return typeof code === 'number' && code >= -32768 && code <= -32000
}

/** Other numbers are those of DOMException and of exit codes. */
function isCode(code: unknown): code is string | number {
  return typeof code === 'string' || isRpcCode(code) || isStatus(code as JsonValue)
}

function codeOf({ message, name = '', code, status, data }: Thrown, isRpc: boolean): CanonicalCode {
  if (isRpc && brokenAnswer.test(message)) return 'internal'
  // The SDK uses the same code when its caller gives up; only a real timeout says how long it was.
  if (code === 'REQUEST_TIMEOUT' && data?.timeout === undefined) return 'cancelled'
  const known = [
    typeof code === 'string' && Object.hasOwn(bySdkCode, code) ? bySdkCode[code] : undefined,
    Object.hasOwn(byName, name) ? byName[name] : undefined,
    status === undefined ? undefined : codeOfStatus(status),
    typeof code === 'string' ? classify(code).code : undefined,
    classify(message).code,
    isRpc ? codeOfRpc(Number(code)) : undefined,
  ]
  return known.find((each) => each !== undefined && each !== 'unknown') ?? 'unknown'
}

function lookAt(value: unknown): Thrown {
  if (typeof value !== 'object' || value === null) return { message: String(value) }
  const read = (key: string): unknown => {
    try {
      return (value as Record<string, unknown>)[key]
    } catch {
      return undefined
    }
  }
  const [message, name, code, cause] = ['message', 'name', 'code', 'cause'].map(read)
  const data = snapshot(read('data'))
  const status = [read('status'), data?.status, code].find((each): each is number =>
    isStatus(each as JsonValue),
  )
  return {
    message: typeof message === 'string' ? message : '',
    ...(typeof name === 'string' && { name }),
    ...(isCode(code) && { code }),
    ...(data && { data }),
    ...(status !== undefined && { status }),
    ...(cause !== undefined && { cause }),
  }
}

/** JSON data as details; a value that is no object under its own name. */
function snapshot(value: unknown): JsonObject | undefined {
  if (value === undefined || value === null) return undefined
  try {
    const data = jsonSnapshot(value, defaultLimits)
    return isJsonObject(data) ? data : { data }
  } catch {
    return undefined
  }
}
