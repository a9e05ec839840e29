/** The word that somebody may have meant by another one, or undefined where none is near. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(given.length / 3))
  const [best] = known
    .map((word) => ({ word, distance: distanceOf(given, word) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return best?.word
}

/** How many letters have to be put in, taken out, or written as another one. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
