import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lossesBetween } from '../src/core/loss'
import {
  type Action,
  advise,
  type CanonicalCode,
  type CanonicalError,
  decode,
  detect,
  dialects,
  encode,
  isJsonObject,
  type JsonValue,
  stringify,
  translate,
} from '../src/index'
import { readToolResult } from '../src/mcp/index'
import { fromHint, hintFor, writableIds } from './corpus'

/** What a document's example must decode to; a member that is not listed must not be there. */
type Expected = Partial<Omit<CanonicalError, 'origin'>> & { nativeCode?: string; action: Action }

/** An example of a format's document or of its producers; see test/fixtures/README.md. */
interface Example {
  name: string
  wire: string
  expected: Expected
  /** It is read only where somebody says that it is an error. */
  failed?: true
  /** Whose JSON-RPC codes it has, and what its code means to them. */
  vocabulary?: string
  meaning?: CanonicalCode
}

const formats = new URL('./fixtures/formats/', import.meta.url)
const wireFile = /^(.+?)(?:\.tool-result)?\.(?:json|xml)$/

/** One file a case. */
function filesOf(dialect: string): Example[] {
  const directory = new URL(`${dialect}/`, formats)
  if (!existsSync(directory)) return []
  const read = (name: string) => readFileSync(new URL(name, directory), 'utf8')
  return readdirSync(directory)
    .filter((file) => !file.endsWith('.expected.json') && file !== 'schema.json')
    .map((file) => ({
      name: file,
      wire: read(file),
      expected: JSON.parse(read(file.replace(wireFile, '$1.expected.json'))),
    }))
}

/** One case a line. */
function linesOf<T>(name: string): T[] {
  const file = new URL(`${name}.ndjson`, formats)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

const examples = dialects.map(({ id, signature = '' }) => ({
  dialect: id,
  signature,
  cases: [...filesOf(id), ...linesOf<Example>(id)],
}))

it('has examples of every dialect', () => {
  expect(examples.filter(({ cases }) => cases.length === 0)).toEqual([])
})

describe.each(examples)('the document of $dialect', ({ dialect, signature, cases }) => {
  describe.each(cases)('$name', ({ wire, expected, failed, vocabulary, meaning }) => {
    const { nativeCode, action, ...members } = expected
    const error = () => decode(wire, failed ? { failed } : hintFor(dialect))

    it(failed ? 'is detected by nobody without a hint' : 'is detected without a hint', () => {
      expect(detect(wire)?.dialect).toBe(failed ? undefined : dialect)
    })

    it('is surest of one dialect alone, which says why', () => {
      const { dialect: found, reason, candidates } = detect(wire, { explain: true })
      const [first, second] = candidates
      expect(first?.dialect).toBe(dialect)
      expect(first?.confidence).toBeGreaterThan(second?.confidence ?? 0)
      expect(first?.reason).toContain(signature)
      expect(found).toBe(failed ? undefined : dialect)
      if (!failed) expect(reason).toContain(signature)
    })

    it('is decoded as what it says, and nothing more', () => {
      const { origin, ...said } = error()
      expect(said).toEqual(members)
      expect(origin?.dialect).toBe(dialect)
      expect(origin?.code).toBe(nativeCode)
    })

    it('leads to the action that its document asks for', () => {
      expect(advise(error()).action).toBe(action)
    })

    if (vocabulary !== undefined) {
      it(`means ${meaning} to ${vocabulary}`, () => {
        expect(decode(wire, { dialect: `jsonrpc-${vocabulary}` }).code).toBe(meaning)
      })
    }

    // What is only read cannot come back, but everything that it says can go anywhere.
    if (!writableIds.includes(dialect)) {
      it.each(writableIds)('says as much in %s', (other) => {
        const there = decode(stringify(error(), other), hintFor(other))
        // How long to wait each says in its own notation.
        const lost = lossesBetween(error(), there).filter(({ path }) => path !== 'details.retry_after')
        expect(lost).toEqual([])
      })
      return
    }

    it('comes back the same when it is written again', () => {
      const again = stringify(error(), dialect)
      expect(decode(again, hintFor(dialect))).toEqual(error())
      if (isText(dialect)) {
        expect(again).toBe(asProduced(wire, dialect))
      } else {
        // As text, so that the order of members counts.
        const body = JSON.stringify(bodyOf(wire))
        expect(JSON.stringify(JSON.parse(again))).toBe(body)
        expect(JSON.stringify(encode(decode(JSON.parse(wire)), dialect))).toBe(body)
      }
    })

    it.each(writableIds.filter((other) => other !== dialect))('comes back the same by way of %s', (other) => {
      const there = translate(wire, { to: other, ...fromHint(dialect) })
      if (other !== 'text') expect(detect(there)?.dialect).toBe(other)
      const back = translate(there, { to: dialect, ...fromHint(other) })
      if (isText(dialect)) expect(back).toBe(asProduced(wire, dialect))
      else expect(JSON.parse(back)).toEqual(bodyOf(wire))
    })
  })
})

describe.each(linesOf<{ name: string; wire: string }>('not-errors'))('the success like $name', ({ wire }) => {
  it('is in no dialect', () => {
    expect(detect(wire)).toBeUndefined()
    expect(detect(JSON.parse(wire))).toBeUndefined()
  })

  it('is no error where a tool gives it', () => {
    const content = [{ type: 'text', text: wire }]
    const value: JsonValue = JSON.parse(wire)
    expect(readToolResult({ content })).toBeUndefined()
    if (isJsonObject(value)) expect(readToolResult({ content, structuredContent: value })).toBeUndefined()
  })
})

const isText = (dialect: string) => dialect === 'fusion' || dialect === 'text'

/** The error's body: in a tool result, the document has it as `structuredContent` in every format. */
function bodyOf(wire: string): JsonValue {
  const value: JsonValue = JSON.parse(wire)
  return isJsonObject(value) ? (value.structuredContent ?? value) : value
}

/** Fusion's document indents; its producer writes only two spaces, before an action or a detail. */
function asProduced(wire: string, dialect: string): string {
  if (dialect !== 'fusion') return wire
  return wire.replace(/^ +/gm, '').replace(/^(?=<(?:action|detail)[ >])/gm, '  ')
}
