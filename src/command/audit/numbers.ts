/** A number with its thousands apart. */
export function grouped(count: number): string {
  return count.toLocaleString('en')
}

/** A part of a whole in percent. What is not all is never called all, and what is something never nothing. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '-'
  if (part > 0 && part / whole < 0.01) return '<1%'
  if (part < whole && part / whole > 0.99) return '>99%'
  return `${Math.round((part / whole) * 100)}%`
}

/** A number of things. */
export function some(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}

/** All of them together. */
export function sumOf(numbers: Iterable<number>): number {
  let sum = 0
  for (const each of numbers) sum += each
  return sum
}
