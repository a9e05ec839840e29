import { isCanonicalCode } from './codes'
import { type JsonObject, member, setMember, without } from './json'

// For a dialect whose bag has a `code` of its own: the detail of that name stands under this one.
const aside = 'error_code'

/** A bag as it is written beside a native `code`. */
export function withCodeAside(bag: JsonObject): JsonObject {
  // A detail of that name would be taken for the code.
  return renamed(isCanonicalCode(member(bag, aside)) ? without(bag, [aside]) : bag, 'code', aside)
}

/** A bag as it was before {@link withCodeAside}. */
export function withCodeBack(bag: JsonObject): JsonObject {
  return renamed(bag, aside, 'code')
}

function renamed(bag: JsonObject, from: string, to: string): JsonObject {
  const code = member(bag, from)
  if (!isCanonicalCode(code) || Object.hasOwn(bag, to)) return bag
  const result = without(bag, [from])
  setMember(result, to, code)
  return result
}
