// What a success costs that passes by: next to nothing, however long it is.
import { normalizeToolResult } from '../dist/mcp/index.js'
import { varied } from './payloads.js'
import { compare } from './rounds.js'

export const title = 'Success pass-through: normalizeToolResult'

const record = (i) => ({ id: i, name: `ticket ${i}`, state: 'open', tags: ['a', 'b'], owner: { id: 7 * i } })
const records = Array.from({ length: 11_000 }, (_, i) => record(i))

// A megabyte each, as servers send it.
const long = {
  'an object of records': JSON.stringify({ items: records }),
  'a list of records': JSON.stringify(records),
  'indented, a status first': JSON.stringify({ status: 'ok', items: records.slice(0, 6_000) }, null, 2),
}
const short = {
  'a sentence': 'Deployed 3 services to production.',
  'a small JSON object': '{"ok":true,"id":17}',
}
const [error] = varied('interbase', 'short')

function passed(text) {
  const result = { content: [{ type: 'text', text }] }
  const pass = () => normalizeToolResult(result, { to: 'toolerror-v1' })
  if (pass() !== result) throw new Error('A success was not passed by reference.')
  return pass
}

export function measure() {
  return [
    ...Object.entries(long).map(([name, text]) => {
      const compared = compare({ parse: () => JSON.parse(text), pass: passed(text) })
      const ratio = compared.ratio('pass', 'parse')
      return {
        what: `${megabytes(text)} of JSON, ${name}`,
        against: '`JSON.parse` of it',
        ratio,
        atMost: 0.01,
      }
    }),
    ...Object.entries(short).map(([name, text]) => {
      const compared = compare({ parse: () => JSON.parse(error), pass: passed(text) })
      const ratio = compared.ratio('pass', 'parse')
      return { what: name, against: '`JSON.parse` of a short Interbase error', ratio, atMost: 0.3 }
    }),
    allocationRow(),
  ]
}

const megabytes = (text) => `${(text.length / 1e6).toFixed(1)} MB`

/** What passing a long text allocates, beside what a short one does. */
function allocationRow() {
  const [shortBytes, longBytes] = [short['a small JSON object'], long['an object of records']].map((text) => {
    const pass = passed(text)
    for (let turn = 0; turn < 20_000; turn++) pass()
    const turns = 2_000
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    for (let turn = 0; turn < turns; turn++) pass()
    return Math.max(0, process.memoryUsage().heapUsed - before) / turns
  })
  return {
    what: 'bytes allocated for 1 MB',
    against: 'bytes of the text',
    ratio: Math.max(0, longBytes - shortBytes) / long['an object of records'].length,
    atMost: 0.001,
  }
}
