// How fast `errlingua convert` translates NDJSON, beside a program that only parses and writes the same lines: both are
// processes of their own on one core, from a file into a file. And how much faster two threads are.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isEveryday, isUsual, writeLines, writeRepeatedLines } from './ndjson-lines.js'
import { compareSlowly } from './rounds.js'

export const title = '`convert` of NDJSON'

const bareLoop = fileURLToPath(new URL('./bare-json-loop.js', import.meta.url))
const command = fileURLToPath(new URL('../dist/command.js', import.meta.url))
// Enough for starting up, and for the first sight of each shape, not to matter; each thread has both of its own.
const lines = 500_000
const linesForThreads = 4 * lines
const inJson = ['interbase', 'toolerror-v1', 'agentapi', 'pydantic']

export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'errlingua-bench-'))
  try {
    return await measureIn(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureIn(folder) {
  const input = join(folder, 'in.ndjson')
  const output = join(folder, 'out.ndjson')
  const bare = () => secondsOf(onOneCore([process.execPath, bareLoop, input]), output)
  const converting = (to) => [process.execPath, command, 'convert', input, '--to', to]
  const rows = []

  for (const from of inJson) {
    const to = from === 'agentapi' ? 'interbase' : 'agentapi'
    await writeLines(input, [from], lines, isEveryday)
    const times = await compareSlowly({ bare, convert: () => secondsOf(onOneCore(converting(to)), output) })
    rows.push({ what: `${from} into ${to}`, ...rate(times, 'convert'), atLeast: 0.5 })
  }

  await writeLines(input, inJson, linesForThreads, isEveryday)
  const outputs = Object.fromEntries(
    ['one', 'two', 'first', 'second'].map((name) => [name, join(folder, `${name}.ndjson`)]),
  )
  const times = await compareSlowly({
    bare,
    one: () => secondsOf(onOneCore(converting('agentapi')), outputs.one),
    two: () => secondsOf([...converting('agentapi'), '--jobs', '2'], outputs.two),
    apart: () => secondsOfBoth(converting('agentapi'), [outputs.first, outputs.second]),
  })
  if (!readFileSync(outputs.one).equals(readFileSync(outputs.two)))
    throw new Error('With --jobs 2 something else is written.')
  rows.push({ what: 'all of them in one file', ...rate(times, 'one'), atLeast: 0.5 })
  rows.push({
    what: 'the same with --jobs 2',
    against: 'the rate without, on one core',
    ratio: times.ratio('one', 'two'),
    atLeast: 1.6,
  })
  rows.push({
    what: 'two of them at once, a process on each core, which have nothing to do with each other',
    against: 'the rate of one',
    ratio: 2 * times.ratio('one', 'apart'),
  })

  await writeRepeatedLines(input, inJson, lines, isUsual)
  const repeated = await compareSlowly({
    bare,
    convert: () => secondsOf(onOneCore(converting('agentapi')), output),
  })
  rows.push({
    what: 'all cases of the corpus, again and again as they are',
    ...rate(repeated, 'convert'),
    atLeast: 0.5,
  })

  await writeLines(input, inJson, lines / 10, isUsual)
  const odd = await compareSlowly({
    bare,
    convert: () => secondsOf(onOneCore(converting('agentapi')), output),
  })
  rows.push({
    what: 'a tenth as many lines, made of all cases of the corpus with other values',
    ...rate(odd, 'convert'),
  })
  return rows
}

/** How many times as many lines a second as the bare loop: the inverse of the times. */
function rate(times, name) {
  return { against: 'JSON.parse + JSON.stringify', ratio: times.ratio('bare', name) }
}

const hasTaskset = spawnSync('taskset', ['--version']).status === 0

/** A command line that stays on one core, where the system can hold it there. */
function onOneCore(commandLine, core = 0) {
  return hasTaskset ? ['taskset', '-c', String(core), ...commandLine] : commandLine
}

/** How long a command line takes twice at once, each on a core of its own: what the machine has for two threads. */
async function secondsOfBoth(commandLine, outputs) {
  const both = outputs.map((output, core) => secondsOf(onOneCore(commandLine, core), output))
  return Math.max(...(await Promise.all(both)))
}

/** How long a command line takes from its start to its end, with what it writes in a file. */
async function secondsOf([program, ...args], output) {
  const out = openSync(output, 'w')
  const start = process.hrtime.bigint()
  const child = spawn(program, args, { stdio: ['ignore', out, 'inherit'] })
  const [status] = await once(child, 'close')
  const end = process.hrtime.bigint()
  closeSync(out)
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}.`)
  return Number(end - start) / 1e9
}
