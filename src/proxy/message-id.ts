/**
 * One text for each id, however it is spelt: servers read an id and write it again, with other escapes or as another
 * number of the same value.
 */
export function idKey(id: string): string {
  if (isCount(id)) return id
  if (id.startsWith('"')) return textKey(id)
  // As a number, an integer of so many digits would be the same as its neighbours.
  if (/^-?\d{16,}$/.test(id)) return id
  const value = Number(id)
  return Number.isFinite(value) ? String(value) : id
}

/** Whether an id is a number such as clients count with: one that is spelt in only one way. */
export function isCount(id: string): boolean {
  if (id.length === 0 || id.length > mostDigits || (id.length > 1 && id.startsWith('0'))) return false
  for (let i = 0; i < id.length; i++) {
    const char = id.charCodeAt(i)
    if (char < zero || char > nine) return false
  }
  return true
}

const mostDigits = 15
const [zero, nine] = [0x30, 0x39]

function textKey(id: string): string {
  if (!id.includes('\\')) return id
  try {
    return JSON.stringify(JSON.parse(id))
  } catch {
    return id
  }
}

/** The keys that the id of an answer may stand for, the likeliest first: some servers make a text of a number. */
export function answeredKeys(id: string): string[] {
  const key = idKey(id)
  const number = /^"(-?[1-9]\d{0,14}|0)"$/.exec(key)?.[1]
  return number === undefined ? [key] : [key, number]
}

/** The key, among those that are known, of what the id of an answer may stand for: nearly always its own. */
export function keyAnswered(known: ReadonlyMap<string, unknown>, id: string): string | undefined {
  const key = idKey(id)
  return known.has(key) ? key : answeredKeys(id).find((each) => known.has(each))
}
