import { CanonicalError, fields } from './canonical-error'
import { DecodeError, EncodeError } from './decode-error'
import { hasOnly, isJsonObject, type JsonObject, type JsonValue } from './json'
import { jsonSnapshot } from './json-snapshot'
import { defaultLimits, greatestDepth } from './limits'
import { isPatch } from './patch'
import { inOrder } from './read-body'
import { readableMembers } from './readable'
import { schemaProblem } from './schema-problem'

/** The error as plain data, or an EncodeError that says which member is wrong. */
export function checkedError(error: CanonicalError): CanonicalError {
  let data: unknown
  try {
    // As much as a decoder gives, and its details stand deeper here.
    data = jsonSnapshot(error, {
      maxDepth: 2 * greatestDepth,
      maxValues: defaultLimits.maxLength,
    })
  } catch (cause) {
    if (cause instanceof DecodeError) throw new EncodeError('NOT_CANONICAL', cause.path, cause.message)
    throw cause
  }
  const verdict = isJsonObject(data) && isUsual(data) ? undefined : CanonicalError.safeParse(data)
  if (verdict?.success === false) {
    const { path, problem } = schemaProblem(verdict.error)
    const place = path === '' ? 'the value itself' : path
    throw new EncodeError('NOT_CANONICAL', path, `The value is no canonical error; ${place}: ${problem}.`)
  }
  return inOrder(data as CanonicalError)
}

const members: readonly string[] = /* @__PURE__ */ ['origin'].concat(fields)
const ofUsualOrigins = ['dialect', 'code', 'variant', 'form']

/** Whether data is surely a canonical error, as nearly all are; the schema takes several times as long to say so. */
function isUsual(data: JsonObject): boolean {
  const { code, message, severity, details = {}, origin } = data
  return (
    code !== undefined &&
    severity !== undefined &&
    typeof message === 'string' &&
    isJsonObject(details) &&
    hasOnly(data, members) &&
    readableMembers.every(({ field, accepts }) => data[field] === undefined || accepts(data[field])) &&
    (origin === undefined || isUsualOrigin(origin))
  )
}

function isUsualOrigin(origin: JsonValue): boolean {
  if (!isJsonObject(origin) || !hasOnly(origin, ofUsualOrigins)) return false
  const { dialect, code = '', variant = '', form } = origin
  const areTexts = [dialect, code, variant].every((each) => typeof each === 'string')
  return areTexts && (form === undefined || isPatch(form))
}
