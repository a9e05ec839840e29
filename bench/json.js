// From every JSON dialect into every other, text to text.
import { readFileSync } from 'node:fs'
import { createTranslator, dialects } from '../dist/index.js'
import { translateByHand } from './hand-made.js'
import { inTurn, jsonDialects, kinds, varied } from './payloads.js'
import { compare } from './rounds.js'

export const title = 'JSON to JSON: translate, text to text'

const bare = '`JSON.parse` and `JSON.stringify`'

export function measure() {
  const { translate } = createTranslator({ dialects })
  const pairs = jsonDialects.flatMap((from) =>
    jsonDialects.filter((to) => to !== from).map((to) => ({ from, to })),
  )
  const rows = pairs.flatMap(({ from, to }) => {
    // Short ones, usual ones and long ones in turn, no two alike.
    const texts = interleaved(kinds.map((kind) => varied(from, kind)))
    const compared = compare({
      bare: inTurn(texts, (text) => JSON.stringify(JSON.parse(text))),
      preserving: inTurn(texts, (text) => translate(text, { to })),
      lean: inTurn(texts, (text) => translate(text, { to, preserve: false })),
      byHand: inTurn(texts, (text) => translateByHand(text, from, to)),
    })
    const what = `${from} → ${to}`
    return [
      { what, against: bare, ratio: compared.ratio('preserving', 'bare'), atMost: 2 },
      {
        what: `${what}, \`preserve\` off`,
        against: bare,
        ratio: compared.ratio('lean', 'bare'),
        atMost: 1.5,
      },
      {
        what: `${what}, \`preserve\` off`,
        against: 'parse, zod, map, stringify by hand',
        ratio: compared.ratio('lean', 'byHand'),
        atMost: 1,
      },
    ]
  })
  return [...rows, ...recordedRows(translate), ...firstSightRows()]
}

const interleaved = (lists) => lists[0].flatMap((_, at) => lists.map((list) => list[at]))

/** What real producers sent, odd errors among them, each many times: without a bound, as the bounds are for usual ones. */
function recordedRows(translate) {
  return jsonDialects.map((from) => {
    const to = from === 'interbase' ? 'toolerror-v1' : 'interbase'
    const texts = recorded(from)
    for (let round = 0; round < 3; round++) for (const text of texts) translate(text, { from, to })
    const compared = compare({
      bare: inTurn(texts, (text) => JSON.stringify(JSON.parse(text))),
      translate: inTurn(texts, (text) => translate(text, { from, to })),
    })
    const ratio = compared.ratio('translate', 'bare')
    return { what: `all ${texts.length} recorded errors, ${from} → ${to}`, against: bare, ratio }
  })
}

function recorded(dialect) {
  const file = new URL(`../test/fixtures/corpus/${dialect}.ndjson`, import.meta.url)
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ wire, text = wire }) => text)
    .filter(isJson)
}

function isJson(text) {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** The first error of a shape is measured out; only then is there a recipe for it. */
function firstSightRows() {
  const [text] = varied('interbase', 'usual')
  let names = 0
  const fresh = () => text.replace('attempts', `attempts${names++}`)
  const { translate } = createTranslator({ dialects })
  const compared = compare({
    bare: () => JSON.stringify(JSON.parse(fresh())),
    translate: () => translate(fresh(), { to: 'toolerror-v1' }),
  })
  const ratio = compared.ratio('translate', 'bare')
  return [{ what: 'an error of a shape that never came before', against: bare, ratio }]
}
