import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type Action,
  advise,
  type CanonicalError,
  decode,
  detect,
  encode,
  type JsonObject,
  type JsonValue,
  stringify,
  translate,
} from '../src/index'
import { dialectIds } from './corpus'

/** What a document's example must decode to; a member that is not listed must not be there. */
type Expected = Partial<Omit<CanonicalError, 'origin'>> & { nativeCode?: string; action: Action }

const wireFile = /^(.+?)(?:\.tool-result)?\.(?:json|xml)$/

/** The examples of a format's document; see test/fixtures/formats. */
function examples(dialect: string): { file: string; wire: string; expected: Expected }[] {
  const directory = new URL(`./fixtures/formats/${dialect}/`, import.meta.url)
  const read = (name: string) => readFileSync(new URL(name, directory), 'utf8')
  return readdirSync(directory)
    .filter((file) => !file.endsWith('.expected.json') && file !== 'schema.json')
    .map((file) => ({
      file,
      wire: read(file),
      expected: JSON.parse(read(file.replace(wireFile, '$1.expected.json'))),
    }))
}

describe.each(dialectIds)('the document of %s', (dialect) => {
  describe.each(examples(dialect))('$file', ({ wire, expected }) => {
    const { nativeCode, action, ...members } = expected

    it('is detected without a hint', () => {
      expect(detect(wire)?.dialect).toBe(dialect)
    })

    it('is decoded as what it says, and nothing more', () => {
      const { origin, ...error } = decode(wire)
      expect(error).toEqual(members)
      expect(origin?.dialect).toBe(dialect)
      expect(origin?.code).toBe(nativeCode)
    })

    it('leads to the action that its document asks for', () => {
      expect(advise(decode(wire)).action).toBe(action)
    })

    it('comes back the same when it is written again', () => {
      const again = stringify(decode(wire), dialect)
      expect(decode(again)).toEqual(decode(wire))
      if (dialect === 'fusion') {
        expect(again).toBe(asProduced(wire))
      } else {
        // As text, so that the order of members counts.
        const body = JSON.stringify(bodyOf(wire))
        expect(JSON.stringify(JSON.parse(again))).toBe(body)
        expect(JSON.stringify(encode(decode(JSON.parse(wire)), dialect))).toBe(body)
      }
    })

    it.each(dialectIds.filter((other) => other !== dialect))('comes back the same by way of %s', (other) => {
      const there = translate(wire, { to: other })
      expect(detect(there)?.dialect).toBe(other)
      const back = translate(there, { to: dialect })
      if (dialect === 'fusion') expect(back).toBe(asProduced(wire))
      else expect(JSON.parse(back)).toEqual(bodyOf(wire))
    })
  })
})

/** The error's body: in a tool result, the document has it as `structuredContent` in every format. */
function bodyOf(wire: string): JsonValue {
  const { structuredContent, ...body }: JsonObject = JSON.parse(wire)
  return structuredContent ?? body
}

/** Fusion's document indents; its producer writes only two spaces, before an action or a detail. */
function asProduced(xml: string): string {
  return xml.replace(/^ +/gm, '').replace(/^(?=<(?:action|detail)[ >])/gm, '  ')
}
