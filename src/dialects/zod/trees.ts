import type { Issue } from '../../core/canonical-error'
import { hasOnly, isJsonObject, type JsonObject, type JsonValue } from '../../core/json'

const isTexts = (value: JsonValue | undefined): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const issuesAt = (path: readonly string[], messages: JsonValue | undefined): Issue[] =>
  isTexts(messages) ? messages.map((message) => ({ path: path.join('.'), message })) : []

/** Whether a body is what `flattenError` gives. */
export function isFlat({ formErrors, fieldErrors, ...rest }: JsonObject): boolean {
  return (
    isTexts(formErrors) &&
    isJsonObject(fieldErrors) &&
    Object.values(fieldErrors).every(isTexts) &&
    formErrors.length + Object.keys(fieldErrors).length > 0 &&
    Object.keys(rest).length === 0
  )
}

/** The issues of a flattened error: those of the whole first. */
export function flatIssues({ formErrors, fieldErrors }: JsonObject): Issue[] {
  const fields = isJsonObject(fieldErrors) ? Object.entries(fieldErrors) : []
  return [...issuesAt([], formErrors), ...fields.flatMap(([path, messages]) => issuesAt([path], messages))]
}

/** Whether a body is what `formatError` gives, with at least one issue. */
export function isFormatted(body: JsonObject): boolean {
  return isFormattedPart(body) && formattedIssues(body).length > 0
}

function isFormattedPart(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false
  const { _errors, ...rest } = value
  return isTexts(_errors) && Object.values(rest).every(isFormattedPart)
}

/** The issues of a formatted error, in the order of its members. */
export function formattedIssues(body: JsonObject, path: readonly string[] = []): Issue[] {
  return Object.entries(body).flatMap(([key, value]) => {
    if (key === '_errors') return issuesAt(path, value)
    return isJsonObject(value) ? formattedIssues(value, [...path, key]) : []
  })
}

/** Whether a body is what `treeifyError` gives, with at least one issue. */
export function isTree(body: JsonObject): boolean {
  return isTreePart(body) && treeIssues(body).length > 0
}

function isTreePart(value: JsonValue): boolean {
  if (!isJsonObject(value) || !isTexts(value.errors) || !hasOnly(value, ['errors', 'properties', 'items']))
    return false
  const { properties = {}, items = [] } = value
  return (
    isJsonObject(properties) &&
    Object.values(properties).every(isTreePart) &&
    Array.isArray(items) &&
    items.every((item) => item === null || isTreePart(item))
  )
}

/** The issues of a tree: those of the whole, of its properties and of its items. */
export function treeIssues({ errors, properties, items }: JsonObject, path: readonly string[] = []): Issue[] {
  const inside = [
    ...Object.entries(isJsonObject(properties) ? properties : {}),
    ...(Array.isArray(items) ? items : []).map((item, i) => [String(i), item] as const),
  ]
  return [
    ...issuesAt(path, errors),
    ...inside.flatMap(([key, part]) => (isJsonObject(part) ? treeIssues(part, [...path, key]) : [])),
  ]
}
