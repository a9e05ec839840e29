// What an import costs in a bundle: minified and gzipped, without zod and fast-xml-parser, which the application may have
// anyway. It fails when a limit is passed.
import { fourJsonDialects, ownOnly, sizeOf } from './bundle-size.js'

// `before` is what it was with the first five dialects only, at 0.1.0.
const imports = [
  {
    code: "export { decode } from 'errlingua'",
    name: 'decode, all dialects',
    before: 24_247,
    // It was 63,000 before errors of one shape were read and written by one recipe, and successes told by how they begin:
    // that takes 8 kB of code. The words of codes take 3 kB, and spare those who need no others 18.
    limit: 76_500,
  },
  {
    code: "export * from 'errlingua/dialects/interbase'",
    name: 'interbase alone',
    before: 7_091,
    limit: 7_500,
  },
  {
    code: "export * from 'errlingua/dialects/problem-details'",
    name: 'problem-details alone',
    limit: 22_000,
  },
  { code: fourJsonDialects, name: 'four JSON dialects', limit: 33_100 },
  { code: "export * from 'errlingua/dialects/fusion'", name: 'fusion alone', before: 10_965, limit: 27_500 },
  // What no dialect needs must not come along with one.
  { code: "export { isJsonObject } from 'errlingua'", name: 'isJsonObject', limit: 1_000 },
]

const kilobytes = (bytes) => (bytes === undefined ? '—' : `${(bytes / 1000).toFixed(1)} kB`).padStart(9)

let isOver = false
console.log(`${'import'.padEnd(24)}    before       now     limit`)
for (const { code, name, before, limit } of imports) {
  const now = await sizeOf(code, ownOnly)
  console.log(`${name.padEnd(24)} ${kilobytes(before)} ${kilobytes(now)} ${kilobytes(limit)}`)
  if (now > limit) {
    isOver = true
    console.error(`${name} is ${now - limit} bytes over its limit.`)
  }
}
if (isOver) process.exit(1)
