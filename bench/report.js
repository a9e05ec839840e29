// What a run of the benchmark found: shown, kept as JSON, and put as tables into docs/performance.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

/**
 * @typedef {object} Row
 * @property {string} what what was measured
 * @property {string} against what it is compared with
 * @property {number} ratio how many times as much
 * @property {number} [atMost] the bound, where less is better
 * @property {number} [atLeast] the bound, where more is better
 */

/** Whether a row keeps what is promised; a row without a bound promises nothing. */
const isKept = ({ ratio, atMost = Number.POSITIVE_INFINITY, atLeast = 0 }) =>
  ratio <= atMost && ratio >= atLeast

export const hasFailed = (results) => results.some(({ rows }) => rows.some((row) => !isKept(row)))

const digits = (ratio) => (ratio >= 0.1 ? ratio.toFixed(2) : Number(ratio.toPrecision(2)).toString())

const bound = ({ atMost, atLeast }) => {
  if (atMost !== undefined) return `at most ${atMost}`
  return atLeast === undefined ? '' : `at least ${atLeast}`
}

/** @param {Row[]} rows */
export function print(rows) {
  for (const row of rows) {
    const verdict = isKept(row) ? ' ' : '!'
    console.log(`${verdict} ${digits(row.ratio).padStart(8)} × ${row.against}  ${row.what}  (${bound(row)})`)
  }
}

const performancePage = new URL('../docs/performance.md', import.meta.url)
const resultsFile = new URL('./results.json', import.meta.url)

/** @param {{ section: string, title: string, rows: Row[] }[]} results */
export function writeResults(results) {
  const machine = { node: process.version, cores: cpus().length, model: cpus()[0]?.model ?? 'unknown' }
  writeFileSync(resultsFile, `${JSON.stringify({ machine, results }, null, 2)}\n`)
  let page = readFileSync(performancePage, 'utf8')
  for (const { section, rows } of results) {
    const table = [
      '| what | is | times | bound |',
      '| --- | --- | --- | --- |',
      ...rows.map(
        (row) =>
          `| ${row.what} | ${digits(row.ratio)} × | ${row.against} | ${isKept(row) ? '' : '**missed** '}${bound(row)} |`,
      ),
    ].join('\n')
    const place = new RegExp(`(<!-- bench: ${section} -->\n)[\\s\\S]*?(<!-- end -->)`)
    if (!place.test(page)) throw new Error(`docs/performance.md has no place for ${section}.`)
    page = page.replace(place, (_, before, after) => `${before}\n${table}\n\n${after}`)
  }
  writeFileSync(performancePage, page)
}
