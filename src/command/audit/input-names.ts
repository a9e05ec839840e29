import { join, normalize, parse, sep } from 'node:path'

/**
 * Names inputs after their files: without the folder and the extension, and with as much of them as it takes for each of
 * the known ones to have a name of its own.
 */
export function inputNames(known: readonly string[]): (input: string) => string {
  const paths = [...new Set(known.map(normalize))]
  const lengths = new Map<string, number>()
  const lengthOf = (path: string) => lengths.get(path) ?? 1
  const nameOf = (path: string) => nameIn(path, lengthOf(path))
  for (let alike = sameNamed(paths, nameOf); alike.length > 0; alike = sameNamed(paths, nameOf)) {
    for (const path of alike) lengths.set(path, lengthOf(path) + 1)
  }
  return (input) => nameOf(normalize(input))
}

/** A name of so many parts of a path; one more than there are is the extension. */
function nameIn(path: string, length: number): string {
  const { dir, name } = parse(path)
  const parts = join(dir, name).split(sep)
  return length > parts.length ? path : parts.slice(-length).join('/')
}

/** The paths that share their name with another one. */
function sameNamed(paths: readonly string[], nameOf: (path: string) => string): string[] {
  const counts = new Map<string, number>()
  for (const name of paths.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1)
  return paths.filter((path) => (counts.get(nameOf(path)) ?? 0) > 1)
}
