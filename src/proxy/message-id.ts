/**
 * One text for each id, however it is spelt: servers read an id and write it again, with other escapes or as another
 * number of the same value. Some make a text of a number, and clients take it.
 */
export function idKey(id: string): string {
  if (/^(?:-?[1-9]\d{0,14}|0)$/.test(id)) return id
  if (id.startsWith('"')) return textKey(id)
  const value = Number(id)
  return Number.isFinite(value) ? String(value) : id
}

function textKey(id: string): string {
  const inner = /^"(-?[1-9]\d{0,14}|0)"$/.exec(id)?.[1]
  if (inner !== undefined) return inner
  if (!id.includes('\\')) return id
  try {
    return JSON.stringify(JSON.parse(id))
  } catch {
    return id
  }
}
