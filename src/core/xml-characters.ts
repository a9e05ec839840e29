/** A character that XML 1.0 cannot hold, not even as a reference. */
export const illegalCharacter = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
/** The same, to find all of them. */
export const illegalCharacters = /* @__PURE__ */ new RegExp(illegalCharacter, 'gu')

/** What the entities stand for that need no declaration. */
export const entities: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** The character with a number; undefined where there is none. */
export function characterAt(point: number): string | undefined {
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined
}
