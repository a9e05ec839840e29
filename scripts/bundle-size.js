// How large programs are that import errlingua as its users do, minified and gzipped.
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = new URL('../', import.meta.url).pathname

// zod, which the application may have anyway, and fast-xml-parser, as the package has it.
export const ownOnly = ['zod', './fast-xml-parser.js']

/** The size of a program in a bundle, without what is external. */
export async function sizeOf(contents, external = []) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    external,
    logLevel: 'error',
  })
  return gzipSync(outputFiles[0].contents, { level: 9 }).length
}
