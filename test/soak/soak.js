// node test/soak/soak.js [calls]: sends so many calls (200,000) through the proxy as it is built, one in a hundred a fault,
// and looks whether every id is answered once, in the right way, and whether the memory stays what it was.
import { once } from 'node:events'
import { httpSession, listeningProxy } from './http-session.js'
import { isMeasurable, Memory } from './memory.js'
import { stdioSession } from './stdio-session.js'

const total = Number(process.argv[2] ?? 200_000)
/** What the memory may grow by, from the third tenth of a leg to its last, in MiB; few calls are all warm-up. */
const mostGrowth = total >= 100_000 ? 16 : 96

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
  const memory = new Memory(proxy.pid)
  const count = Math.min(500, total / 20)
  const results = []
  let times = 0
  const onAnswerSeen = () => {
    onAnswer()
    if (times++ % Math.ceil(total / 2000) === 0) memory.look()
  }
  // Begins with other kinds of faults than the others do.
  for (let first = 900; first < 900 + total * 0.3; first += count) {
    results.push(await httpSession(url, { first, count, onAnswer: onAnswerSeen }))
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
  const [before, after] = name === 'stdio, crashes' || !memory ? [] : [memory.ofTenth(2), memory.ofTenth(9)]
  if (before !== undefined && after - before > mostGrowth)
    problems.push(`${name}: the memory grew from ${before.toFixed(1)} to ${after.toFixed(1)} MiB`)
  rows.push({
    leg: name,
    sessions: records.length,
    answered: sum('answered'),
    faults: sum('faults'),
    'MiB before': isMeasurable ? before?.toFixed(1) : undefined,
    'MiB after': isMeasurable ? after?.toFixed(1) : undefined,
    seconds: ((performance.now() - began) / 1000).toFixed(1),
  })
}
if (isTerminal) process.stderr.write('\r\x1b[K')
console.table(rows)
for (const problem of problems) console.log(problem)
console.log(problems.length === 0 ? 'Everything held.' : 'Something did not hold.')
process.exitCode = problems.length === 0 ? 0 : 1
