// What an import costs in a bundle: minified and gzipped, without zod and fast-xml-parser, which the application may have
// anyway. It fails when a limit is passed.
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = new URL('../', import.meta.url).pathname

// `before` is what it was with the first five dialects only, at 0.1.0.
const imports = [
  {
    code: "export { decode } from './dist/index.js'",
    name: 'decode, all dialects',
    before: 24_247,
    limit: 63_000,
  },
  {
    code: "export * from './dist/dialects/interbase.js'",
    name: 'interbase alone',
    before: 7_091,
    limit: 21_500,
  },
  {
    code: "export * from './dist/dialects/problem-details.js'",
    name: 'problem-details alone',
    limit: 22_500,
  },
  { code: "export * from './dist/dialects/fusion.js'", name: 'fusion alone', before: 10_965, limit: 27_500 },
]

async function sizeOf(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    external: ['zod', 'fast-xml-parser'],
    logLevel: 'error',
  })
  return gzipSync(outputFiles[0].contents, { level: 9 }).length
}

const kilobytes = (bytes) => (bytes === undefined ? '—' : `${(bytes / 1000).toFixed(1)} kB`).padStart(9)

let isOver = false
console.log(`${'import'.padEnd(24)}    before       now     limit`)
for (const { code, name, before, limit } of imports) {
  const now = await sizeOf(code)
  console.log(`${name.padEnd(24)} ${kilobytes(before)} ${kilobytes(now)} ${kilobytes(limit)}`)
  if (now > limit) {
    isOver = true
    console.error(`${name} is ${now - limit} bytes over its limit.`)
  }
}
if (isOver) process.exit(1)
