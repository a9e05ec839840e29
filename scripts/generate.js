// Writes the JSON Schemas and the README's tables from the code; with --check it only says whether they are up to date.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { CanonicalError, codes, dialects } from '../dist/index.js'

const root = new URL('../', import.meta.url)
const isCheck = process.argv.includes('--check')
const stale = []

function put(path, text) {
  const file = new URL(path, root)
  let old = ''
  try {
    old = readFileSync(file, 'utf8')
  } catch {}
  if (old === text) return
  stale.push(path)
  if (!isCheck) {
    mkdirSync(new URL('.', file), { recursive: true })
    writeFileSync(file, text)
  }
}

function putSchema(id, title, schema) {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', unrepresentable: 'any' })
  put(`schemas/${id}.json`, `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`)
}

putSchema('canonical-error', 'The canonical error', CanonicalError)
for (const { id, title, schema, text, write } of dialects)
  if (schema && !text && write) putSchema(id, title, schema)

const measured = JSON.parse(
  execFileSync(process.execPath, ['dist/command.js', 'matrix', '--json'], { cwd: root }),
)
const ids = dialects.filter(({ write }) => write).map(({ id }) => id)
const coded = dialects.filter(({ id, codes }) => ids.includes(id) && codes.length > 0).map(({ id }) => id)

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

// What stands in braces or angle brackets is code.
const inText = (text) => text.replaceAll('|', '\\|').replace(/<\w+>/g, (tag) => `\`${tag}\``)

const sayings = { member: 'yes', detail: 'as a detail', text: 'as text', lost: '—' }

/** A table of many columns as several, one below the other. */
const inParts = (columns, most, of) => {
  const parts = Math.ceil(columns.length / most)
  const size = Math.ceil(columns.length / parts)
  return Array.from({ length: parts }, (_, i) => of(columns.slice(i * size, (i + 1) * size))).join('\n\n')
}

const inCode = (paths) => paths.map((path) => `\`${path}\``).join(', ')

/** What a dialect loses of every other one, and what besides of some. */
function lossesIn(to) {
  const pairs = measured.losses.filter((pair) => pair.to === to)
  const all = [...new Set(pairs.flatMap(({ lost }) => lost))]
  const common = all.filter((path) => pairs.every(({ lost }) => lost.includes(path)))
  const rest = all.filter((path) => !common.includes(path))
  const bySources = new Map()
  for (const path of rest) {
    const sources = pairs.filter(({ lost }) => lost.includes(path)).map(({ from }) => from)
    const others = pairs.filter(({ lost }) => !lost.includes(path)).map(({ from }) => from)
    const whose = sources.length <= others.length ? `of ${sources.join(', ')}` : `not of ${others.join(', ')}`
    bySources.set(whose, [...(bySources.get(whose) ?? []), path])
  }
  const besides = [...bySources].map(([whose, paths]) => `${inCode(paths)} (${whose})`).join('; ')
  return [`\`${to}\``, inCode(common) || 'nothing', besides]
}

const tables = {
  dialects: table(
    ['id', 'what it is', 'recognised by'],
    dialects.map(({ id, title, signature }) => [`\`${id}\``, inText(title), inText(signature)]),
  ),
  fields: inParts(ids, 6, (some) =>
    table(
      ['', ...some],
      measured.fields.map(({ field, dialects }) => [
        `\`${field}\``,
        ...some.map((id) => sayings[dialects[id]]),
      ]),
    ),
  ),
  codes: inParts(coded, 5, (some) =>
    table(
      ['code', 'status', 'retry', ...some],
      measured.codes.map(({ code, dialects }) => [
        `${codes[code].broader ? '' : '**'}\`${code}\`${codes[code].broader ? '' : '**'}`,
        codes[code].status,
        codes[code].retryable ? 'yes' : '',
        ...some.map((id) =>
          dialects[id].exact ? `\`${dialects[id].native}\`` : `\`${dialects[id].native}\` +`,
        ),
      ]),
    ),
  ),
  losses: table(['into', 'loses of every other dialect', 'and besides'], ids.map(lossesIn)),
  decisions:
    measured.decisions.length === 0
      ? 'None: for every code, severity and retry flag, each dialect says enough for the same action.'
      : table(
          ['dialect', 'error', 'action', 'becomes'],
          measured.decisions.map(({ dialect, error, action, becomes }) => [
            dialect,
            `\`${JSON.stringify(error)}\``,
            action,
            becomes,
          ]),
        ),
}

// The help has them; a line is a status, two spaces or more, and its meaning.
const help = execFileSync(process.execPath, ['dist/command.js', '--help'], { cwd: root, encoding: 'utf8' })
const exitCodes = help.slice(help.indexOf('Exit codes:')).matchAll(/^ {2}(.+?) {2,}(.+)$/gm)
tables['exit-codes'] = table(
  ['exit code', 'means'],
  [...exitCodes].map(([, status, meaning]) => [status, meaning]),
)

/** Replaces what stands between `<!-- kind: name -->` and `<!-- end -->`. */
function fill(page, kind, name, text) {
  const marked = new RegExp(`(<!-- ${kind}: ${name} -->\n)[\\s\\S]*?(<!-- end -->)`)
  if (!marked.test(page)) throw new Error(`There is no place for the ${kind} ${name}.`)
  return page.replace(marked, (_, before, after) => `${before}${text}\n${after}`)
}

const ownDialect = 'examples/own-dialect.js'
const code = `\n\`\`\`js\n${readFileSync(new URL(ownDialect, root), 'utf8')}\`\`\`\n`
for (const file of ['README.md', 'CONTRIBUTING.md']) {
  let page = fill(readFileSync(new URL(file, root), 'utf8'), 'code', ownDialect, code)
  if (file === 'README.md')
    for (const [name, text] of Object.entries(tables)) page = fill(page, 'table', name, `\n${text}\n`)
  put(file, page)
}

if (isCheck && stale.length > 0) {
  console.error(`Not up to date: ${stale.join(', ')}. Run npm run generate.`)
  process.exit(1)
}
console.log(stale.length > 0 ? `written: ${stale.join(', ')}` : 'up to date')
