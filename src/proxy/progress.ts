import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { writeJson } from '../core/json-write'
import { messageIn, type PlacedEnvelope } from './envelope'

const member = 'progressToken'

/** The tokens by which the requests of a body want to have their progress told, each in one spelling. */
export function progressTokensIn(body: Buffer, envelopes: readonly PlacedEnvelope[]): string[] {
  // Few ask for it, and a body may be long.
  if (!body.includes(`"${member}"`)) return []
  return envelopes.flatMap(({ id, start, end }) => {
    const meta = id === undefined ? undefined : paramsIn(body.subarray(start, end))._meta
    return isJsonObject(meta) ? textOf(meta[member]) : []
  })
}

/** The token of the request whose progress a line tells, or undefined where it tells of none. */
export function progressIn(line: Buffer, envelopes: readonly PlacedEnvelope[]): string | undefined {
  const told = envelopes.find(({ method }) => method === 'notifications/progress')
  return told && textOf(paramsIn(line.subarray(told.start, told.end))[member])[0]
}

function paramsIn(message: Buffer): JsonObject {
  const params = messageIn(message)?.params
  return isJsonObject(params) ? params : {}
}

function textOf(token: JsonValue | undefined): string[] {
  return token === undefined ? [] : [writeJson(token)]
}
