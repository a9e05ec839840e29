import { ifObject, type JsonObject, without } from './json'

/**
 * Details as they can stand beside a dialect's own members: without those by which the body would be taken for one of
 * another dialect, or for a tool result.
 */
export function withoutOtherSignatures(details: JsonObject): JsonObject {
  return without(details, [
    'kind',
    ...(ifObject(details.error) ? ['error'] : []),
    ...(details.isError === true && Object.hasOwn(details, 'content') ? ['isError'] : []),
  ])
}
