import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as everything from '../src/index'
import { dialectIds, writableIds } from './corpus'

const root = fileURLToPath(new URL('..', import.meta.url))
let consumer = ''

function run(program: string, args: readonly string[], cwd = consumer): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

beforeAll(() => {
  consumer = mkdtempSync(join(tmpdir(), 'errlingua-consumer-'))
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', consumer], root)
  const tarball = readdirSync(consumer).find((file) => file.endsWith('.tgz')) ?? ''
  writeFileSync(
    join(consumer, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  )
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', `./${tarball}`])
  // For the examples; the package itself depends on no SDK.
  symlinkSync(
    join(root, 'node_modules/@modelcontextprotocol'),
    join(consumer, 'node_modules/@modelcontextprotocol'),
  )
}, 300_000)

afterAll(() => rmSync(consumer, { recursive: true, force: true }))

// What is no JSON has no JSON Schema, nor what is only read.
const schemaIds = ['canonical-error', ...writableIds.filter((id) => id !== 'fusion' && id !== 'text')]
const subpaths = dialectIds.map((id) => `errlingua/dialects/${id}`)

describe('the packed package', () => {
  it('holds the build, the schemas and the documents, and nothing else', () => {
    const files = readdirSync(join(consumer, 'node_modules/errlingua'), { recursive: true })
      .map(String)
      .filter(
        (file) => !/^dist\/(?:chunk-\w+\.js|command\/[a-z]+-\w+\.js|[\w-]+-[\w-]{8}\.d\.ts)$/.test(file),
      )
      .sort()
    expect(files).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'dist',
        'dist/command',
        'dist/command.js',
        'dist/dialects',
        'dist/dialects.js',
        'dist/fast-xml-parser.js',
        ...dialectIds.flatMap((id) => [`dist/dialects/${id}.d.ts`, `dist/dialects/${id}.js`]),
        ...['http', 'mcp'].flatMap((entry) => [
          `dist/${entry}`,
          `dist/${entry}/index.d.ts`,
          `dist/${entry}/index.js`,
        ]),
        'dist/index.d.ts',
        'dist/index.js',
        'docs',
        'docs/performance.md',
        'docs/threat-model.md',
        'package.json',
        'schemas',
        ...schemaIds.map((id) => `schemas/${id}.json`),
      ].sort(),
    )
  })

  it('holds no chunk that nothing imports', () => {
    const dist = join(consumer, 'node_modules/errlingua/dist')
    const files = readdirSync(dist, { recursive: true }).map(String)
    const texts = files
      .filter((file) => /\.(?:js|ts)$/.test(file))
      .map((file) => readFileSync(join(dist, file), 'utf8'))
    const chunks = files
      .filter((file) => /^(?:chunk-\w+\.js|command\/[a-z]+-\w+\.js|[\w-]+-[\w-]{8}\.d\.ts)$/.test(file))
      .map((file) => basename(file))
    const isImported = (chunk: string) =>
      texts.some((text) => text.includes(chunk.replace(/\.d\.ts$/, '.js')))
    expect(chunks.filter((chunk) => !isImported(chunk))).toEqual([])
    expect(chunks).not.toEqual([])
  })

  it('passes on fast-xml-parser and what it needs, of the locked versions and with their licenses', () => {
    const file = join(consumer, 'node_modules/errlingua/dist/fast-xml-parser.js')
    const [notice = ''] = /^\/\*![\s\S]*?\*\//.exec(readFileSync(file, 'utf8')) ?? []
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const named = [
      'fast-xml-parser',
      '@nodable/entities',
      'anynum',
      'is-unsafe',
      'path-expression-matcher',
      'strnum',
      'xml-naming',
    ].map((name) => `${name} ${packages[`node_modules/${name}`].version}`)
    const found = notice.match(/^[@a-z][\w/-]* \d+\.\d+\.\d+$/gm) ?? []
    expect(found.sort()).toEqual(named.sort())
    expect(notice.match(/MIT License|The MIT|^MIT/gm)).toHaveLength(named.length)
  })

  it('exports exactly the public names', () => {
    const names = run('node', [
      '-e',
      "import('errlingua').then((all) => console.log(Object.keys(all).join()))",
    ]).trim()
    expect(names.split(',').sort()).toEqual(Object.keys(everything).sort())
    expect(Object.keys(everything).sort()).toEqual([
      'CanonicalError',
      'DecodeError',
      'EncodeError',
      'JsonNumber',
      'advise',
      'classify',
      'codes',
      'createTranslator',
      'decode',
      'defaultLimits',
      'defineDialect',
      'detect',
      'dialects',
      'encode',
      'encodeApart',
      'isJsonObject',
      'measureLoss',
      'readThrown',
      'redact',
      'safeDecode',
      'stringify',
      'translate',
    ])
  })

  it.each([
    [
      'mcp',
      [
        'callWithRetry',
        'createFleet',
        'errorAttributes',
        'normalizeClient',
        'normalizeToolResult',
        'normalizeTransport',
        'readToolResult',
        'writeToolResult',
      ],
    ],
    ['http', ['readResponse', 'writeResponse']],
  ])('exports exactly the public names of errlingua/%s', (entry, expected) => {
    const names = run('node', [
      '-e',
      `import('errlingua/${entry}').then((all) => console.log(Object.keys(all).join()))`,
    ])
    expect(names.trim().split(',').sort()).toEqual(expected)
  })

  it.each(subpaths)('has %s as an import with its dialect and its schema', (path) => {
    const id = path.split('/').at(-1)
    const program = `import dialect, * as all from '${path}'
      console.log(JSON.stringify([dialect.id, Object.values(all).includes(dialect), 'schema' in all]))`
    const [found, isNamed, hasSchema] = JSON.parse(run('node', ['--input-type=module', '-e', program]))
    expect({ found, isNamed, hasSchema }).toEqual({ found: id, isNamed: true, hasSchema: true })
  })

  it.each(schemaIds)('has the JSON Schema of %s', (id) => {
    const program = `import schema from 'errlingua/schemas/${id}.json' with { type: 'json' }; console.log(schema.$schema)`
    expect(run('node', ['--no-warnings', '--input-type=module', '-e', program]).trim()).toBe(
      'https://json-schema.org/draft/2020-12/schema',
    )
  })

  it.each(['bundler', 'nodenext'])('has types under strict and moduleResolution %s', (moduleResolution) => {
    const folder = join(consumer, moduleResolution)
    mkdirSync(folder)
    const imports = subpaths.map((path, i) => `import dialect${i} from '${path}'`)
    writeFileSync(
      join(folder, 'index.ts'),
      `import { advise, type CanonicalError, CanonicalError as schema, createTranslator, decode, type Loss, measureLoss, translate } from 'errlingua'
import type { InterbaseError } from 'errlingua/dialects/interbase'
${imports.join('\n')}
const error: CanonicalError = decode('{}')
const parsed: CanonicalError = schema.parse(error)
const losses: Loss[] = measureLoss(parsed, 'fusion')
const text: string = translate('{}', { to: 'fusion' })
const wire: InterbaseError = { type: 'NOT_FOUND', message: text, recoverable: losses.length > 0 }
// @ts-expect-error: not one of the six types
const wrong: InterbaseError = { type: 'LOST', message: '', recoverable: true }
const own = createTranslator({ dialects: [${subpaths.map((_, i) => `dialect${i}`).join(', ')}] })
export const used: unknown[] = [wire, wrong, own.detect(''), advise(error).action satisfies string]
`,
    )
    const module = moduleResolution === 'nodenext' ? 'nodenext' : 'esnext'
    const flags = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      module,
      '--moduleResolution',
      moduleResolution,
    ]
    const examples = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```js\n(.*?)^```/gms)
    const written = [...examples].map(([, code = ''], i) => {
      const file = join(folder, `readme-${i}.ts`)
      writeFileSync(file, code)
      return { file, code }
    })
    const filesWith = (wanted: RegExp) =>
      written.filter(({ code }) => wanted.test(code)).map(({ file }) => file)
    const alone = filesWith(/^(?!.*from '(?:@modelcontextprotocol|express))/s)
    expect(alone.length).toBeGreaterThan(6)
    run(join(root, 'node_modules/.bin/tsc'), [...flags, join(folder, 'index.ts'), ...alone])
    // The SDK needs the types of Node. Express brings no types at all.
    const nodeTypes = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    const withSdk = filesWith(/from '@modelcontextprotocol/)
    expect(withSdk).not.toEqual([])
    run(join(root, 'node_modules/.bin/tsc'), [...flags, ...nodeTypes, ...withSdk])
  })

  it('says its version and what it can do without loading the library', () => {
    const alone = mkdtempSync(join(tmpdir(), 'errlingua-alone-'))
    try {
      // Without the packages that the library needs, and without its own files.
      cpSync(join(consumer, 'node_modules/errlingua/package.json'), join(alone, 'package.json'))
      const dist = join(consumer, 'node_modules/errlingua/dist')
      cpSync(join(dist, 'command.js'), join(alone, 'dist/command.js'))
      cpSync(join(dist, 'command'), join(alone, 'dist/command'), { recursive: true })
      for (const option of ['--version', '--help']) {
        const said = run('node', ['dist/command.js', option], alone)
        expect(said).toBe(run('node', [join(dist, 'command.js'), option]))
      }
      expect(() => run('node', ['dist/command.js', 'dialects'], alone)).toThrow('ERR_MODULE_NOT_FOUND')
    } finally {
      rmSync(alone, { recursive: true, force: true })
    }
  })

  it('runs as a command', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(run('npx', ['errlingua', '--version']).trim()).toBe(version)
  })

  it('is clean for publint', async () => {
    const { messages } = await publint({
      pkgDir: join(consumer, 'node_modules/errlingua'),
      strict: true,
      pack: false,
    })
    expect(messages).toEqual([])
  })

  it('is clean for arethetypeswrong', () => {
    const tarball = readdirSync(consumer).find((file) => file.endsWith('.tgz')) ?? ''
    const entries = ['.', 'mcp', 'http', ...dialectIds.map((id) => `dialects/${id}`)]
    const flags = [
      '--profile',
      'esm-only',
      '--format',
      'table-flipped',
      '--no-color',
      '--no-emoji',
      '--entrypoints',
      ...entries,
    ]
    const report = run(join(root, 'node_modules/.bin/attw'), [tarball, ...flags])
    expect(report.match(/OK \(ESM\)/g)).toHaveLength(entries.length)
  })
})

describe('a bundle', () => {
  async function bundled(contents: string): Promise<{ text: string; files: string[] }> {
    const { metafile, outputFiles } = await build({
      stdin: { contents, resolveDir: consumer },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      charset: 'utf8',
      external: ['zod'],
      metafile: true,
    })
    const inOutput = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
    const files = inOutput.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file)
    return { text: outputFiles[0]?.text ?? '', files }
  }

  const unquoted = (text: string) => text.replace(/["\\]/g, '')

  /** Of which dialects a bundle has the titles. */
  const dialectsIn = (text: string) => {
    const said = unquoted(text)
    return everything.dialects.filter(({ title }) => said.includes(unquoted(title))).map(({ id }) => id)
  }

  it.each(subpaths)(
    'of %s alone has that dialect, and fast-xml-parser only if it is fusion',
    async (path) => {
      const { text, files } = await bundled(`import dialect from '${path}'; console.log(dialect.id)`)
      expect(files.some((file) => file.includes('fast-xml-parser'))).toBe(path.endsWith('fusion'))
      expect(dialectsIn(text)).toEqual([path.split('/').at(-1)])
    },
  )

  it.each(subpaths)('of a translator of %s alone has no other dialect', async (path) => {
    const { text, files } = await bundled(
      `import { createTranslator } from 'errlingua'
      import dialect from '${path}'
      export const translator = createTranslator({ dialects: [dialect] })`,
    )
    expect(files.some((file) => file.includes('fast-xml-parser'))).toBe(path.endsWith('fusion'))
    expect(dialectsIn(text)).toEqual([path.split('/').at(-1)])
  })

  it('of decode has all dialects', async () => {
    const { text } = await bundled("export { decode } from 'errlingua'")
    expect(dialectsIn(text)).toEqual(dialectIds)
  })

  it.each(Object.keys(everything))('of %s has no more than it needs', async (name) => {
    const { text } = await bundled(`export { ${name} } from 'errlingua'`)
    const isOfAll = ['decode', 'safeDecode', 'encode', 'stringify', 'encodeApart', 'readThrown', 'translate']
      .concat(['detect', 'measureLoss', 'dialects'])
      .includes(name)
    expect(dialectsIn(text)).toEqual(isOfAll ? dialectIds : [])
  })

  it('of a small function is small', async () => {
    const { text } = await bundled("export { isJsonObject } from 'errlingua'")
    expect(text.length).toBeLessThan(4000)
  })

  it.each(['errlingua', 'errlingua/mcp', 'errlingua/http'])(
    'of %s imports nothing from Node',
    async (entry) => {
      const { outputFiles } = await build({
        stdin: { contents: `export * from '${entry}'`, resolveDir: consumer },
        bundle: true,
        write: false,
        format: 'esm',
        platform: 'browser',
      })
      const text = outputFiles[0]?.text ?? ''
      expect(text).not.toMatch(/from ?["']node:|require\(/)
      expect(text.length).toBeGreaterThan(10_000)
    },
  )
})
