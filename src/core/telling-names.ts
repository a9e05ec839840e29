import type { Dialect } from './dialect'
import type { JsonObject } from './json'
import { listKey } from './list-body'

/** The names of members without which a body is in no dialect: an object, or the first entry of a list. */
export interface TellingNames {
  readonly ofObjects: ReadonlySet<string>
  readonly ofEntries: ReadonlySet<string>
}

// A body with this may be a tool result within a tool result.
const ofToolResults = ['isError']

/**
 * The names that the dialects look for in a body that has none of them. What has none of them is to every dialect like a
 * body without members: none of its own. So it need not be read.
 */
export function tellingNames(dialects: readonly Dialect[]): TellingNames {
  const ofObjects = new Set(ofToolResults)
  const ofEntries = new Set<string>()
  for (const dialect of dialects) {
    if (dialect.text) continue
    dialect.detect(listening(ofObjects))
    dialect.detect({ [listKey]: [listening(ofEntries)] })
  }
  return { ofObjects, ofEntries }
}

/** An object without members that notes which ones it is asked for. */
function listening(names: Set<string>): JsonObject {
  const note = (_: object, name: string | symbol): undefined => {
    if (typeof name === 'string') names.add(name)
  }
  const has = (target: object, name: string | symbol): boolean => note(target, name) !== undefined
  return new Proxy<JsonObject>({}, { get: note, has, getOwnPropertyDescriptor: note })
}
