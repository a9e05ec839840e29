// Fusion's XML: reading it beside fast-xml-parser alone, writing it beside a template string.
import { XMLParser } from 'fast-xml-parser'
import { createTranslator, dialects } from '../dist/index.js'
import { inTurn, varied } from './payloads.js'
import { compare } from './rounds.js'

export const title = 'XML: Fusion errors'

// Nothing lost: attributes, order, white space and digits as they are.
const lossless = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
})

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** What one would write by hand for such an error. */
const byHand = {
  short: ({ message, origin }) =>
    `<tool_error code="${origin.code}">\n<message>${escaped(message)}</message>\n</tool_error>`,
  usual: ({ message, recovery, actions, origin }) =>
    `<tool_error code="${origin.code}">\n<message>${escaped(message)}</message>\n<recovery>${escaped(recovery)}</recovery>\n<available_actions>\n${actions.map((action) => `  <action>${escaped(action)}</action>`).join('\n')}\n</available_actions>\n</tool_error>`,
}

export function measure() {
  const { decode, stringify } = createTranslator({ dialects })
  return ['short', 'usual'].flatMap((kind) => {
    const texts = varied('fusion', kind)
    const errors = texts.map((text) => decode(text))
    for (const [at, error] of errors.entries())
      if (byHand[kind](error) !== texts[at] || stringify(error, 'fusion') !== texts[at])
        throw new Error(`The ${kind} error is not written as it was.`)
    const parse = inTurn(texts, (text) => lossless.parse(text))
    const compared = compare({
      parse,
      decode: inTurn(texts, (text) => decode(text)),
      named: inTurn(texts, (text) => decode(text, { dialect: 'fusion' })),
      template: inTurn(errors, byHand[kind]),
      stringify: inTurn(errors, (error) => stringify(error, 'fusion')),
    })
    return [
      row(`\`decode\` of a ${kind} error`, 'fast-xml-parser alone', compared.ratio('decode', 'parse'), 0.35),
      row(`the same, its dialect named`, 'fast-xml-parser alone', compared.ratio('named', 'parse'), 0.35),
      row(
        `\`stringify\` of a ${kind} error`,
        'a template string',
        compared.ratio('stringify', 'template'),
        1.5,
      ),
    ]
  })
}

const row = (what, against, ratio, atMost) => ({ what, against, ratio, atMost })
