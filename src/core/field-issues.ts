import type { Issue } from './canonical-error'
import { isKeys, pathFrom } from './issues'
import { isJsonObject, type JsonObject, type JsonValue, member } from './json'

// Where servers name the field, and what is wrong with it.
const fieldNames = [
  'pointer',
  'field',
  'path',
  'loc',
  'name',
  'param',
  'parameter',
  'property',
  'attribute',
  'location',
  'target',
  'in',
]
const messageNames = [
  'detail',
  'message',
  'defaultMessage',
  'msg',
  'reason',
  'description',
  'error',
  'title',
  'code',
]

/** One entry of a list of what is wrong, where it names a field. */
function issueOf(entry: JsonValue): Issue | undefined {
  if (!isJsonObject(entry)) return undefined
  const field = fieldNames
    .map((name) => member(entry, name))
    .find((each) => typeof each === 'string' || isKeys(each))
  const message = messageNames.map((name) => member(entry, name)).find((each) => typeof each === 'string')
  if (typeof message !== 'string') return undefined
  if (typeof entry.instancePath === 'string')
    return { path: ajvPath(entry.instancePath, entry.params), message }
  if (field === undefined) return undefined
  return { path: isKeys(field) ? pathFrom(field) : String(field), message }
}

/** ajv has the place as a pointer, and the name of what is missing or too much beside it. */
function ajvPath(pointer: string, params: JsonValue | undefined): string {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const { missingProperty, additionalProperty } = isJsonObject(params) ? params : {}
  const named = [missingProperty, additionalProperty].filter((each) => typeof each === 'string')
  return pathFrom([...keys, ...named])
}

/** The invalid fields in a list of objects, or in an object with messages by field; undefined where it is neither. */
export function issuesFrom(value: JsonValue | undefined): Issue[] | undefined {
  if (Array.isArray(value) && value.length > 0) {
    const issues = value.map(issueOf)
    return issues.every((issue) => issue !== undefined) ? issues : undefined
  }
  if (!isJsonObject(value) || Object.keys(value).length === 0) return undefined
  const byField = Object.entries(value).map(([path, messages]) =>
    messagesOf(messages)?.map((message) => ({ path, message })),
  )
  return byField.every((issues) => issues !== undefined) ? byField.flat() : undefined
}

function messagesOf(value: JsonValue): string[] | undefined {
  if (typeof value === 'string') return [value]
  const isTexts = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
  return isTexts ? (value as string[]) : undefined
}

const listNames = [
  'errors',
  'invalid-params',
  'invalid_params',
  'invalidParams',
  'violations',
  'fieldErrors',
  'field_errors',
  'subproblems',
]

/** The invalid fields that a bag of details names. */
export function issuesIn(bag: JsonObject | undefined): Issue[] | undefined {
  if (bag === undefined) return undefined
  return listNames.map((name) => issuesFrom(member(bag, name))).find((issues) => issues !== undefined)
}

// `request_id` itself is one of the plain words, and is read as such.
const requestIdNames = [
  'requestId',
  'RequestId',
  'request-id',
  'traceId',
  'trace_id',
  'correlationId',
  'correlation_id',
  'ray_id',
]

/** The id of the request, under one of the names that servers give it. */
export function requestIdIn(bag: JsonObject | undefined): string | undefined {
  if (bag === undefined) return undefined
  const found = requestIdNames
    .map((name) => member(bag, name))
    .find((id) => typeof id === 'string' && id !== '')
  return found as string | undefined
}
