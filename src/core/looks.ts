import type { Dialect } from './dialect'
import { listKey } from './list-body'
import { decidingInBags, readableTexts } from './readable'
import { waitNames } from './retry-after'

/** Which members of a text count for more than their names. */
export interface Looks {
  /** Those whose values decide something. */
  readonly byValue: ReadonlySet<string>
  /** Those whose own members count one by one where they are objects; what else they are decides something. */
  readonly inside: ReadonlySet<string>
  /** Those that are passed on where they are texts; what else they are decides something. */
  readonly texts: ReadonlySet<string>
  /** Those of the texts that mean the same wherever they stand, so that two of them are compared with each other. */
  readonly once: ReadonlySet<string>
}

// A body with these is looked at as a tool result first.
const ofToolResults = ['content', 'isError', 'structuredContent', '_meta']

/** What the core and those of the dialects look at that say it. */
export function looksOf(dialects: readonly Dialect[]): Looks {
  const shapes = dialects.flatMap(({ shape }) => shape ?? [])
  return {
    byValue: new Set([
      ...shapes.flatMap(({ byValue }) => byValue),
      ...decidingInBags,
      ...waitNames,
      ...ofToolResults,
      listKey,
    ]),
    inside: new Set(shapes.flatMap(({ inside }) => inside)),
    texts: new Set([...shapes.map(({ message }) => message), ...readableTexts]),
    once: new Set(readableTexts),
  }
}
