// What it costs to find out the dialect of an error.
import { createTranslator, dialects } from '../dist/index.js'
import { ownDialects } from './own-dialects.js'
import { inTurn, jsonDialects, kinds, varied } from './payloads.js'
import { compare } from './rounds.js'

export const title = 'Detection: decode without a hint'

export function measure() {
  const translator = createTranslator({ dialects })
  const many = createTranslator({ dialects: [...dialects, ...ownDialects(33)] })
  return [...jsonDialects, 'fusion'].flatMap((dialect) => {
    const texts = kinds
      .filter((kind) => dialect !== 'fusion' || kind !== 'long')
      .flatMap((kind) => varied(dialect, kind))
    const compared = compare({
      named: inTurn(texts, (text) => translator.decode(text, { dialect })),
      detected: inTurn(texts, (text) => translator.decode(text)),
      amongMany: inTurn(texts, (text) => many.decode(text)),
    })
    return [
      {
        what: `${dialect}, ${dialects.length} dialects loaded`,
        against: 'with its dialect named',
        ratio: compared.ratio('detected', 'named'),
        atMost: 1.15,
      },
      {
        what: `${dialect}, 50 dialects loaded`,
        against: `with ${dialects.length}`,
        ratio: compared.ratio('amongMany', 'detected'),
        atMost: 1.15,
      },
    ]
  })
}
