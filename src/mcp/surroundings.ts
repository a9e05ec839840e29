import type { ResultForm } from '../core/canonical-error'
import { isJsonObject, type JsonObject, type JsonValue, without } from '../core/json'
import { jsonSnapshot } from '../core/json-snapshot'
import { defaultLimits } from '../core/limits'
import type { FoundError } from './find-error'
import { metaKey } from './meta'
import { blocksOf } from './tool-result'

/** What a tool result carries beside its error. */
export interface Surroundings {
  /** Blocks that do not say the error. */
  blocks: readonly unknown[]
  /** How many of them come before the error. */
  before: number
  /** Members other than `content`, `isError` and what says the error. */
  members: JsonObject
  /** What else stands in the block that says it: annotations, `_meta`, members that nobody knows. */
  extras: JsonObject
  /** Whether its server says that it is an error. */
  isFlagged: boolean
}

export const noSurroundings: Surroundings = {
  blocks: [],
  before: 0,
  members: {},
  extras: {},
  isFlagged: false,
}

/** Takes an error out of the result in which it was found. */
export function surroundingsOf(
  result: JsonObject,
  { bodyAt, saying, isStructured, travelling }: FoundError,
): Surroundings {
  const all = blocksOf(result)
  const [first = 0] = saying
  const members = without(result, [
    'content',
    'isError',
    '_meta',
    ...(isStructured ? ['structuredContent'] : []),
  ])
  if (travelling.structuredContent && members.structuredContent === undefined) {
    members.structuredContent = travelling.structuredContent
  }
  const meta = isJsonObject(result._meta) ? without(result._meta, [metaKey]) : undefined
  const isOnlyOurs = meta && Object.keys(meta).length === 0 && metaKey in (result._meta as JsonObject)
  if (meta && !isOnlyOurs) members._meta = meta
  return {
    blocks: all.filter((_, at) => !saying.has(at)),
    before: first,
    members,
    extras: saying.size > 0 ? without(all[bodyAt ?? first] as JsonObject, ['type', 'text', 'mimeType']) : {},
    isFlagged: result.isError === true && !travelling.isFlagOurs,
  }
}

/** Surroundings as an error's origin keeps them. */
export function keptIn({ blocks, before, members }: Surroundings): ResultForm['kept'] {
  if (blocks.length === 0 && Object.keys(members).length === 0) return undefined
  try {
    const content = jsonSnapshot(blocks, defaultLimits) as JsonValue[]
    return {
      ...(content.length > 0 && { content }),
      ...(before > 0 && { before }),
      ...(Object.keys(members).length > 0 && { members: jsonSnapshot(members, defaultLimits) as JsonObject }),
    }
  } catch {
    return undefined
  }
}

/** The reverse of {@link keptIn}. */
export function surroundingsFrom({
  content = [],
  before = 0,
  members = {},
}: NonNullable<ResultForm['kept']> = {}): Surroundings {
  return { ...noSurroundings, blocks: content, before: Math.min(before, content.length), members }
}
