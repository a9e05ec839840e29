import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../src/core/decode-error'
import { readLenientXml } from '../../src/core/lenient-xml'
import { defaultLimits } from '../../src/core/limits'
import { readStrictXml } from '../../src/core/strict-xml'
import type { XmlElement } from '../../src/core/xml'

const runs = { numRuns: process.env.DEEP ? 100_000 : 2_000 }

type Read = (text: string, maxDepth: number) => XmlElement

/** What a reader gives, or the code of its refusal. */
function outcome(read: Read, text: string): XmlElement | string {
  try {
    return read(text, defaultLimits.maxDepth)
  } catch (error) {
    if (error instanceof DecodeError) return error.code
    throw error
  }
}

const name = fc.constantFrom('a', 'b', 'message', 'x:y', '_', 'a-b.c', 'größe', '名', 'toString', 'xml', 'A')
const space = fc.constantFrom(' ', '\n', '\t', '\r', '\r\n', '  ')
const maybeSpace = fc.oneof(fc.constant(''), space)
const reference = fc.constantFrom('&amp;', '&lt;', '&gt;', '&quot;', '&apos;', '&#65;', '&#x1F600;', '&#13;')
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab 0/=?!-.;#x[]\n\r\t😀é'), maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  reference,
)
const joined = (parts: fc.Arbitrary<string>, maxLength = 4) =>
  fc.array(parts, { maxLength }).map((all) => all.join(''))

const plain = joined(word).map((text) => escapeMarkup(text).replaceAll(']]>', ']]&gt;'))
const value = fc.oneof(
  joined(word).map((text) => `"${escapeMarkup(text).replaceAll('"', "'")}"`),
  joined(word).map((text) => `'${escapeMarkup(text).replaceAll("'", '>')}'`),
)
const comment = joined(word).map((text) => `<!--${text.replace(/-+/g, '<b>"').replace(/-$/, '')}-->`)
const cdata = joined(word).map((text) => `<![CDATA[${text.replaceAll(']]>', '<&')}]]>`)
const instruction = fc
  .tuple(fc.constantFrom('pi', 'a', 'xmlx'), joined(fc.oneof(word, fc.constantFrom('"', "'", '<', '>'))))
  .map(([target, text]) => `<?${target} ${text.replaceAll('?>', '')}?>`)
const attributes = fc
  .uniqueArray(fc.tuple(name, space, maybeSpace, maybeSpace, value), {
    maxLength: 3,
    selector: ([key]) => key,
  })
  .map((all) =>
    all.map(([key, before, left, right, said]) => `${before}${key}${left}=${right}${said}`).join(''),
  )

const element: fc.Arbitrary<string> = fc.letrec<{ element: string; content: string }>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(name, attributes, maybeSpace).map(([tag, said, gap]) => `<${tag}${said}${gap}/>`),
    fc
      .tuple(name, attributes, maybeSpace, joined(tie('content')), maybeSpace)
      .map(([tag, said, gap, content, end]) => `<${tag}${said}${gap}>${content}</${tag}${end}>`),
  ),
  content: fc.oneof({ depthSize: 'small' }, plain, comment, cdata, instruction, tie('element')),
})).element

const declaration = fc.constantFrom(
  '',
  '<?xml version="1.0"?>',
  "<?xml version = '1.0' encoding='UTF-8' standalone='yes' ?>",
)
const around = joined(fc.oneof(space, comment, instruction), 2)
/** Well-formed documents. */
const document = fc.tuple(declaration, around, element, around).map((parts) => parts.join(''))

/** Documents with something put in, taken out or doubled. */
const mutated = fc
  .tuple(
    document,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.oneof(fc.constantFrom(...fragments()), fc.string({ maxLength: 2 })),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce((changed, [place, cut, put]) => {
      const at = place % (changed.length + 1)
      return changed.slice(0, at) + put + changed.slice(at + cut)
    }, text),
  )

function fragments(): string[] {
  return [
    ...'<>&"\'=/!?-[]; \r\0\u0001\ud800\ufffe:.0',
    ...[
      '<!--',
      '-->',
      '--',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      '<?xml version="1.0"?>',
      '</',
      '/>',
      '</a>',
      '<a>',
    ],
    ...[
      '<a/>',
      '<!DOCTYPE a>',
      '&nope;',
      '&#0;',
      '&#xD800;',
      '&#1;',
      ' a="1"',
      " b='<'",
      ' a',
      '<b',
      '\ufeff',
      '𐀀',
    ],
  ]
}

/** Text without what begins markup or a reference that it does not end. */
function escapeMarkup(text: string): string {
  return text.replaceAll('<', '&lt;').replace(/&(?!(?:amp|lt|gt|quot|apos|#65|#x1F600|#13);)/g, '&amp;')
}

describe('the two readers of XML', () => {
  it('read every well-formed document, and the same in it', () => {
    fc.assert(
      fc.property(document, (text) => {
        const strict = outcome(readStrictXml, text)
        expect(typeof strict).toBe('object')
        expect(outcome(readLenientXml, text)).toEqual(strict)
      }),
      runs,
    )
  })

  it('agree on every document that both read, and what strict reads the lenient reader does', () => {
    let both = 0
    let onlyLenient = 0
    fc.assert(
      fc.property(mutated, (text) => {
        const strict = outcome(readStrictXml, text)
        const lenient = outcome(readLenientXml, text)
        if (typeof strict !== 'string') {
          both++
          expect(lenient).toEqual(strict)
        } else if (typeof lenient !== 'string') onlyLenient++
      }),
      runs,
    )
    // Neither may be rare, or nothing was compared.
    expect(both).toBeGreaterThan(runs.numRuns / 50)
    expect(onlyLenient).toBeGreaterThan(runs.numRuns / 50)
  })
})
