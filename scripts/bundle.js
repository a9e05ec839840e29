// Bundles the library and the command into dist. Every file that an import loads costs as much as pages of code, so that
// there are few: what the entries share is in two or three, and the dialects are all in one. To bundlers it makes no
// difference: they take single statements, and `test/package.test.ts` holds the source to letting them.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'

const root = new URL('../', import.meta.url)
const dist = new URL('dist/', root)
const dialectsFolder = new URL('src/dialects/', root)

const common = { absWorkingDir: root.pathname, outdir: 'dist', format: 'esm', metafile: true }
const bundled = { ...common, bundle: true, target: 'es2022', splitting: true, logLevel: 'warning' }

await bundleParser()
await bundleLibrary()
await bundleCommand()

/**
 * fast-xml-parser, of which a part is needed: one file instead of forty. It is no part of another file, because bundlers can
 * leave it out only as a whole.
 */
async function bundleParser() {
  const options = {
    ...bundled,
    stdin: {
      contents: "export { XMLParser, XMLValidator } from 'fast-xml-parser'",
      resolveDir: root.pathname,
    },
    entryNames: 'fast-xml-parser',
    platform: 'neutral',
    mainFields: ['module', 'main'],
  }
  const { metafile } = await build({ ...options, write: false })
  const [{ inputs }] = Object.values(metafile.outputs)
  const used = Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0)
  await build({ ...options, banner: { js: licensesOf(used) } })
}

/** What the packages ask for whose files are passed on. */
function licensesOf(files) {
  const names = files.map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]).filter(Boolean)
  const texts = [...new Set(names)].map((name) => {
    const folder = new URL(`node_modules/${name}/`, root)
    const { version, license, author } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
    const file = new URL('LICENSE', folder)
    const said = existsSync(file)
      ? readFileSync(file, 'utf8').trim()
      : `${license}, ${author?.name ?? author}`
    return `${name} ${version}\n\n${said}`
  })
  return `/*! This file is made of:\n\n${texts.join('\n\n\n')}\n*/`
}

/** Has the parser imported from the file that it was bundled into, as seen from where the importing chunk stands. */
function parserAt(path) {
  return {
    name: 'bundled parser',
    setup({ onResolve }) {
      onResolve({ filter: /^fast-xml-parser$/ }, () => ({ path, external: true, sideEffects: false }))
    },
  }
}

async function bundleLibrary() {
  // Every dialect is an entry of its own; the list is not, nor are the parts that some have in a folder.
  const ids = readdirSync(dialectsFolder)
    .filter((file) => file.endsWith('.ts') && file !== 'built-in.ts')
    .map((file) => file.slice(0, -'.ts'.length))
  const namesOf = new Map()
  for (const id of ids) namesOf.set(id, await exportsOf(`src/dialects/${id}.ts`))
  // In the file of all dialects every name says whose it is.
  const inAll = (name, id) => `${name}$${id.replaceAll('-', '_')}`
  const passOn = (id, from, each) => `export { ${namesOf.get(id).map(each).join(', ')} } from '${from}'\n`

  const allDialects = {
    name: 'all dialects',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^all-dialects$/ }, ({ path }) => ({ path, namespace: path }))
      onLoad({ filter: /.*/, namespace: 'all-dialects' }, () => ({
        contents: ids.map((id) => passOn(id, `./${id}`, (name) => `${name} as ${inAll(name, id)}`)).join(''),
        resolveDir: dialectsFolder.pathname,
      }))
    },
  }
  await build({
    ...bundled,
    entryPoints: {
      index: 'src/index.ts',
      'mcp/index': 'src/mcp/index.ts',
      'http/index': 'src/http/index.ts',
      dialects: 'all-dialects',
    },
    platform: 'neutral',
    plugins: [allDialects, parserAt('./fast-xml-parser.js')],
    external: ['zod'],
  })
  mkdirSync(new URL('dialects/', dist), { recursive: true })
  for (const id of ids) {
    const text = passOn(id, '../dialects.js', (name) => `${inAll(name, id)} as ${name}`)
    writeFileSync(new URL(`dialects/${id}.js`, dist), text)
  }
}

/** What a source file exports, but for its types. */
async function exportsOf(file) {
  const { metafile } = await build({ ...common, entryPoints: [file], write: false })
  return Object.values(metafile.outputs)[0].exports
}

async function bundleCommand() {
  await build({
    ...bundled,
    entryPoints: {
      command: 'src/command/main.ts',
      'command/convert-worker': 'src/command/convert-worker.ts',
    },
    chunkNames: 'command/[name]-[hash]',
    platform: 'node',
    plugins: [parserAt('../fast-xml-parser.js')],
    external: ['zod', 'jsonc-parser'],
  })
  chmodSync(new URL('command.js', dist), 0o755)
}
