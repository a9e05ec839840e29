import { describe, expect, it } from 'vitest'
import { rootOf } from '../src/core/codes'
import { codes, decode, detect, JsonNumber, safeDecode, stringify, translate } from '../src/index'
import { corpus, exact, fromHint, hintFor, recordedIds, writableIds } from './corpus'

/** Truth as the canonical error says it: absent where the payload does not say. */
const said = <T>(value: T | null): T | undefined => value ?? undefined

// Statuses that say less than the code beside them, or something else.
const sayLess: readonly (readonly [code: string, status: number])[] = [
  ['CLIENT_ERROR', 422],
  ['SERVER_ERROR', 500],
  ['NETWORK_ERROR', 302],
  ['UNKNOWN_ERROR', 418],
  ['MCP_SERVER_ERROR', 500],
  ['ENCODING_ERROR', 429],
]

describe.each(recordedIds)('the corpus of %s', (dialect) => {
  describe.each(corpus(dialect))('$id', ({ wire, truth, loose = [], http }) => {
    it('is detected without a hint', () => {
      expect(detect(wire)?.dialect).toBe(dialect)
    })

    it('is decoded as what went in', () => {
      const error = decode(wire)
      const isLoose = (key: string) => loose.includes(key)
      expect(error.origin?.dialect).toBe(dialect)
      if (!isLoose('nativeCode')) expect(error.origin?.code).toBe(said(truth.nativeCode))
      if (!isLoose('message')) expect(error.message).toBe(truth.message)
      if (dialect === 'interbase') {
        const mayPass = rootOf(error.code) === 'transient'
        expect(error.recoverable).toBe(truth.retryable)
        expect(error.retryable).toBe(mayPass ? truth.retryable : undefined)
      } else {
        expect(error.recoverable).toBeUndefined()
        expect(error.retryable).toBe(said(truth.retryable))
      }
      expect(error.temporary).toBe(said(truth.temporary))
      if (!isLoose('retryAfterSeconds')) expect(error.retryAfter).toBe(said(truth.retryAfterSeconds))
      expect(error.severity).toBe(truth.severity ?? 'error')
      expect(error.recovery).toBe(said(truth.recovery))
      if (!isLoose('actions')) expect(error.actions).toEqual(said(truth.actions))
      if (!isLoose('fields')) {
        const fields = error.issues?.map(({ path, message }) => ({ name: path, message }))
        expect(fields).toEqual(said(truth.fields))
      }
      if (!isLoose('operation')) expect(error.operation).toBe(said(truth.operation))
      expect(error.resource).toBe(said(truth.resource))
      expect(error.requestId).toBe(said(truth.requestId))
      expect(error.timestamp).toBe(said(truth.timestamp))
      // The status line of an HTTP response is not in its body.
      expect(error.status).toBe(http ? undefined : said(truth.httpStatus))
      expect(rounded(error.details)).toEqual(rounded(said(truth.details)))
    })

    it('has a code with the status and the flags that its producer gave it', () => {
      const { nativeCode, httpStatus, retryable, temporary } = truth
      if (
        httpStatus === null ||
        sayLess.some(([code, status]) => code === nativeCode && status === httpStatus)
      )
        return
      const facts = codes[decode(wire).code]
      expect(facts.status).toBe(httpStatus)
      if (dialect === 'agentapi' && retryable !== null) expect(facts).toMatchObject({ retryable, temporary })
    })

    it('comes back the same when it is written again', () => {
      const again = stringify(decode(wire), dialect)
      if (dialect === 'fusion') expect(again).toBe(wire)
      else expect(orderedEntries(exact(again))).toEqual(orderedEntries(exact(wire)))
    })

    it.each(writableIds.filter((other) => other !== dialect))('comes back the same by way of %s', (other) => {
      const there = translate(wire, { to: other })
      if (other !== 'text') expect(detect(there)?.dialect).toBe(other)
      const back = translate(there, { to: dialect, ...fromHint(other) })
      // A detail that would have misled the other's readers comes back behind the others.
      const isMoved = decode(there, hintFor(other)).origin?.carried?.some((path) =>
        path.startsWith('details.'),
      )
      if (dialect !== 'fusion') expect(exact(back)).toEqual(exact(wire))
      else if (recordedIds.includes(other) && !isMoved) expect(back).toBe(wire)
      else expect(inOneOrder(back)).toBe(inOneOrder(wire))
    })
  })
})

describe.each(corpus('plain-text'))('the text $id', ({ text = '' }) => {
  const from = 'text'

  it('comes back the same when it is written again', () => {
    expect(translate(text, { from, to: from })).toBe(text)
  })

  it.each(writableIds.filter((other) => other !== from))('comes back the same by way of %s', (other) => {
    const there = translate(text, { from, to: other })
    expect(detect(there)?.dialect).toBe(other)
    expect(translate(there, { to: from })).toBe(text)
  })
})

describe.each(corpus('not-errors'))('the success $id', ({ text, toolResult }) => {
  it('is in no dialect', () => {
    expect([text, toolResult].map((input) => (input === undefined ? undefined : detect(input)))).toEqual([
      undefined,
      undefined,
    ])
  })
})

describe.each(corpus('malformed'))('the damaged $id', ({ wire, toolResult, truth, loose = [] }) => {
  it('gives what can still be read, or says that it cannot be', () => {
    const result = safeDecode(wire)
    if (!result.success) expect(['INVALID_XML', 'NO_DIALECT']).toContain(result.error.code)
    else if (!loose.includes('message')) expect(result.data.message).toBe(truth.message)
    if (result.success) expect(result.data.origin?.code).toBe(truth.nativeCode)
  })

  it('is an error all the same where its tool result says so', () => {
    if (toolResult !== undefined) expect(decode(toolResult).message).not.toBe('')
  })
})

/** As an ordinary parser has it: the truth was written down before the producer rounded its numbers. */
function rounded(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

/** Details are members, the order of which need not survive. */
function inOneOrder(xml: string): string {
  const detail = '^ {2}<detail key="[^"]*">[^<]*</detail>\\n'
  const sorted = (all: string) => (all.match(new RegExp(detail, 'gm')) ?? []).sort().join('')
  return xml.replace(new RegExp(`(?:${detail})+`, 'gm'), sorted)
}

/** Objects as lists of entries, so that the order of members counts. */
function orderedEntries(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(orderedEntries)
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return value
  return Object.entries(value).map(([key, inner]) => [key, orderedEntries(inner)])
}
