// node test/soak/soak.js [calls]: sends so many calls (200,000) through the proxy as it is built, one in a hundred a fault,
// and looks whether every id is answered once, in the right way, and whether the memory stays what it was.
import { once } from 'node:events'
import { httpSession, listeningProxy } from './http-session.js'
import { Memory } from './memory.js'
import { stdioSession } from './stdio-session.js'

const total = Number(process.argv[2] ?? 200_000)
/** What a proxy may hold more at the last look than at the third, when its code has been compiled, in MiB. */
const mostGrowth = 2
/** What it may have of the system's memory at any look, garbage and all, in MiB. */
const mostResident = 150
/** How often it has to be looked at for this to say anything. */
const leastLooks = 5

let answered = 0
const isTerminal = process.stderr.isTTY === true
const onAnswer = () => {
  if (++answered % 1000 === 0 && isTerminal) process.stderr.write(`\r${answered} of ${total} answered`)
}

/** One session after the other, each of which ends with a crash of its server. */
async function crashing() {
  const count = Math.min(2000, total / 20)
  const results = []
  for (let first = 0; first < total / 10; first += count) {
    results.push(await stdioSession({ first, count, isCrashing: true, onAnswer }))
  }
  return results
}

/** One long session. */
async function long() {
  return [await stdioSession({ first: 0, count: total * 0.6, isCrashing: false, onAnswer })]
}

/** One proxy that serves one session after the other, each of which ends with a crash of its server. */
async function served() {
  const { proxy, url } = await listeningProxy()
  const memory = new Memory(proxy)
  const count = Math.min(500, total / 20)
  const results = []
  for (let first = 0; first < total * 0.3; first += count) {
    results.push(await httpSession(url, { first, count, onAnswer }))
    if (results.length % Math.ceil((total * 0.3) / count / 10) === 0) await memory.look()
  }
  const ended = once(proxy, 'close')
  proxy.kill('SIGTERM')
  await ended
  return [...results, { memory }]
}

const legs = { 'stdio, crashes': crashing, 'stdio, one session': long, 'HTTP, crashes': served }
const problems = []
const rows = []
for (const [name, run] of Object.entries(legs)) {
  const began = performance.now()
  const results = await run()
  const records = results.flatMap(({ record }) => record ?? [])
  const sum = (member) => records.reduce((all, record) => all + record[member], 0)
  problems.push(...records.flatMap((record) => record.problems).map((problem) => `${name}: ${problem}`))
  const { memory } = results.at(-1)
  const isWatched = name !== 'stdio, crashes'
  const [, , before = 0] = memory.held
  const after = memory.held.at(-1) ?? 0
  if (isWatched && memory.held.length < leastLooks)
    problems.push(`${name}: its memory was looked at only ${memory.held.length} times`)
  if (isWatched && after - before > mostGrowth)
    problems.push(`${name}: what it holds grew from ${before.toFixed(1)} to ${after.toFixed(1)} MiB`)
  if (isWatched && !(memory.mostResident < mostResident))
    problems.push(`${name}: it had ${memory.mostResident.toFixed(1)} MiB of memory`)
  rows.push({
    leg: name,
    sessions: records.length,
    answered: sum('answered'),
    faults: sum('faults'),
    ...(isWatched && {
      'MiB held before': before.toFixed(1),
      'MiB held after': after.toFixed(1),
      'MiB at most': memory.mostResident.toFixed(1),
    }),
    seconds: ((performance.now() - began) / 1000).toFixed(1),
  })
}
if (isTerminal) process.stderr.write('\r\x1b[K')
console.table(rows)
for (const problem of problems) console.log(problem)
console.log(problems.length === 0 ? 'Everything held.' : 'Something did not hold.')
process.exitCode = problems.length === 0 ? 0 : 1
