// How large programs are that import errlingua as its users do, minified and gzipped.
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = new URL('../', import.meta.url).pathname

// zod, which the application may have anyway, and fast-xml-parser, as the package has it.
export const ownOnly = ['zod', './fast-xml-parser.js']

const ids = ['interbase', 'toolerror-v1', 'agentapi', 'pydantic']

/** The core and the four JSON dialects, as their users would write it. */
export const fourJsonDialects = [
  "import { createTranslator } from 'errlingua'",
  ...ids.map((id, i) => `import dialect${i} from 'errlingua/dialects/${id}'`),
  `export const translator = createTranslator({ dialects: [${ids.map((_, i) => `dialect${i}`).join(', ')}] })`,
].join('\n')

/** What is not counted. As the packages say of themselves, an import of it that nobody uses may be left out. */
const apart = (paths) => ({
  name: 'apart',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path }) =>
      paths.includes(path) ? { path, external: true, sideEffects: false } : undefined,
    )
  },
})

/** The size of a program in a bundle, without what is external. */
export async function sizeOf(contents, external = []) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    plugins: [apart(external)],
    logLevel: 'error',
  })
  return gzipSync(outputFiles[0].contents, { level: 9 }).length
}
