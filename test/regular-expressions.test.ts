import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { check, type Diagnostics, type Parameters } from 'recheck'
import ts from 'typescript'
import { expect, it } from 'vitest'

// Every regular expression of the source is checked for texts that it would take long over.

interface Expression {
  source: string
  flags: string
}

/** What a file has of regular expressions, and the lines that make them. */
interface Found {
  literals: Expression[]
  /** `new RegExp(…)`: what they make is seen when the file is loaded, or first used. */
  built: string[]
  /** What would make one that is not seen. */
  hidden: string[]
}

function expressionsIn(file: string): Found {
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Found = { literals: [], built: [], hidden: [] }
  const visit = (node: ts.Node) => {
    const line = `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.literals.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    } else if (ts.isIdentifier(node) && node.text === 'RegExp' && !ts.isTypeReferenceNode(node.parent)) {
      const isMade = ts.isNewExpression(node.parent) && node.parent.expression === node
      found[isMade ? 'built' : 'hidden'].push(line)
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      // These make an expression of a text.
      const [pattern] = node.arguments
      const isAsked = ['match', 'search'].includes(node.expression.name.text)
      if (isAsked && !(pattern && ts.isRegularExpressionLiteral(pattern))) found.hidden.push(line)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** The expressions that files make while they are loaded and first used, by the line that makes them. */
async function expressionsMadeBy(files: readonly string[]): Promise<Map<string, Expression[]>> {
  const made = new Map<string, Expression[]>()
  const plain = globalThis.RegExp
  globalThis.RegExp = new Proxy(plain, {
    construct(target, args) {
      const expression = Reflect.construct(target, args) as RegExp
      const [, path = '', line] = /\(?([^\s(]+\/src\/[^\s:]+\.ts):(\d+)/.exec(new Error().stack ?? '') ?? []
      const at = `${relative('.', path)}:${line}`
      made.set(at, [...(made.get(at) ?? []), expression])
      return expression
    },
  })
  try {
    for (const file of files) await import(/* @vite-ignore */ resolve(file))
    // Those for words are made when a text, or a code, is first looked at for them.
    const { classify } = await import('../src/core/classify')
    classify('words')
    const { codeByWords } = await import('../src/core/code-words')
    codeByWords('words')
  } finally {
    globalThis.RegExp = plain
  }
  return made
}

/**
 * The alternatives of an expression that are not in a group. Nothing comes behind them, so that a text takes as long as
 * its alternatives together; alone they are small enough for the checker to prove it.
 */
function alternatives({ source, flags }: Expression): Expression[] {
  const sources = ['']
  let depth = 0
  for (const [token] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[\s\S]/g)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === '|' && depth === 0) sources.push('')
    else sources.push(sources.pop() + token)
  }
  return sources.map((each) => ({ source: each, flags }))
}

const inSource = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/${name}`)

const found = new Map(inSource.map((file) => [file, expressionsIn(file)]))
// What a file makes may be asked for by another.
const entries = ['src/index.ts', 'src/mcp/index.ts', 'src/http/index.ts', 'src/proxy/relay.ts']
const made = await expressionsMadeBy([
  ...entries,
  ...inSource.filter((file) => found.get(file)?.built.length),
])

// Counted in steps and never in seconds, so that a slow machine says the same as a fast one. What a linear expression
// takes over the checker's longest texts stays well below this limit; what a quadratic one takes is far above it.
const steps: Parameters = {
  attackLimit: 100_000_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  timeout: 120_000,
}

it('makes no regular expression that is not seen here', () => {
  const facts = [...found.values()]
  expect(facts.flatMap(({ hidden }) => hidden)).toEqual([])
  expect(facts.flatMap(({ built }) => built).filter((line) => !made.has(line))).toEqual([])
})

it('has no regular expression that a text can keep busy', async () => {
  const expressions = [...found.values()].flatMap(({ literals, built }) => [
    ...literals,
    ...built.flatMap((line) => made.get(line) ?? []),
  ])
  const checked = new Map(
    expressions.flatMap(alternatives).map((each) => [`/${each.source}/${each.flags}`, each] as const),
  )
  const notSafe: string[] = []
  const queue = [...checked]
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [shown, { source, flags }] = next
      const said = await check(source, flags, steps)
      if (said.status !== 'safe') notSafe.push(`${shown}: ${inWords(said)}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  expect(notSafe).toEqual([])
  // There are as many, or they are no longer found.
  expect(expressions.length).toBeGreaterThan(350)
  expect(checked.size).toBeGreaterThan(1000)
}, 600_000)

function inWords(said: Exclude<Diagnostics, { status: 'safe' }>): string {
  return said.status === 'unknown'
    ? `unknown (${said.error.kind})`
    : `${said.complexity.summary}, ${said.attack.pattern}`
}
