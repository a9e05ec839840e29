import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { advise, decode } from '../../src/index'
import { normalizeToolResult, readToolResult, writeToolResult } from '../../src/mcp/index'
import { type CorpusLine, recordedIds, writableIds } from '../corpus'

type ResultLine = Omit<CorpusLine, 'toolResult'> & { toolResult: Record<string, unknown>; format?: string }

/** The lines that have a tool result, as an SDK has parsed it. */
function results(name: string): ResultLine[] {
  const file = new URL(`../fixtures/corpus/${name}.ndjson`, import.meta.url)
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"toolResult"'))
    .map((line) => JSON.parse(line))
}

const dialectsWithResults = recordedIds.filter((id) => id !== 'agentapi')

/** The targets of the line at a place: those with a corpus and plain text for each, the others in turn, for every fifth. */
function targetsAt(at: number): string[] {
  const always = [...recordedIds, 'text']
  return writableIds.filter((id, i) => always.includes(id) || (i + at) % 5 === 0)
}

describe.each(dialectsWithResults)('the tool results of %s', (dialect) => {
  const lines = results(dialect).map((line, at) => ({ ...line, at }))
  describe.each(lines)('$id', ({ toolResult, truth, loose = [], at }) => {
    const others = targetsAt(at).filter((id) => id !== dialect)

    it('is read as what went in', () => {
      const error = readToolResult(toolResult)
      expect(error?.origin?.dialect).toBe(dialect)
      if (!loose.includes('nativeCode')) expect(error?.origin?.code).toBe(truth.nativeCode ?? undefined)
      if (!loose.includes('message')) expect(error?.message).toBe(truth.message)
      if (!loose.includes('retryAfterSeconds'))
        expect(error?.retryAfter).toBe(truth.retryAfterSeconds ?? undefined)
      expect(error?.severity).toBe(truth.severity ?? 'error')
    })

    it('is the same when it is written again', () => {
      const error = readToolResult(toolResult)
      if (!error) throw new Error('not read')
      expect(writeToolResult(error, dialect)).toEqual(toolResult)
    })

    it.each(others)('is the same after a way by %s', (other) => {
      const there = normalizeToolResult(toolResult, { to: other })
      expect(readToolResult(there)?.origin?.dialect).toBe(other)
      const back = normalizeToolResult(there, { to: dialect })
      expect(asData(back)).toEqual(asData(toolResult))
    })

    it.each(others)('is the same after it was read and written by way of %s', (other) => {
      const error = readToolResult(toolResult)
      const there = error && readToolResult(JSON.parse(JSON.stringify(writeToolResult(error, other))))
      expect(asData(there && writeToolResult(there, dialect))).toEqual(asData(toolResult))
    })

    it.each(others)('advises the same in %s for readers of its text alone', (other) => {
      const error = readToolResult(toolResult)
      const { _meta, ...there } = normalizeToolResult(toolResult, { to: other, preserve: false })
      const read = readToolResult(there)
      expect(read && advise(read).action).toBe(error && advise(error).action)
    })
  })
})

// The issues of zod as JSON, which an SDK gave as the message.
const inZod = ['plain-text-0016']

describe.each(results('plain-text'))('the plain text $id', ({ id, toolResult }) => {
  const from = inZod.includes(id) ? 'zod' : 'text'

  it('is read with its text, and is the same when it is written again', () => {
    const error = readToolResult(toolResult)
    expect(error?.origin?.dialect).toBe(from)
    expect(error && writeToolResult(error, from)).toEqual(toolResult)
  })

  it.each(writableIds)('is translated into %s with its text kept, and comes back', (to) => {
    const there = normalizeToolResult(toolResult, { to })
    const [error, translated] = [readToolResult(toolResult), readToolResult(there)]
    expect(translated?.origin?.dialect).toBe(to)
    expect(translated?.message).toBe(error?.message)
    expect(translated && advise(translated)).toEqual(error && advise(error))
    expect(asData(normalizeToolResult(there, { to: from }))).toEqual(asData(toolResult))
  })
})

describe.each(results('not-errors'))('the success $id', ({ toolResult }) => {
  it('is not read as an error', () => {
    expect(readToolResult(toolResult)).toBeUndefined()
  })

  it.each(writableIds)('passes to %s as the same reference', (to) => {
    expect(normalizeToolResult(toolResult, { to })).toBe(toolResult)
  })
})

function malformed(): CorpusLine[] {
  const file = new URL('../fixtures/corpus/malformed.ndjson', import.meta.url)
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

describe.each(malformed())('the damaged $id', ({ wire, toolResult, truth }) => {
  const result = toolResult ?? { content: [{ type: 'text', text: wire }], isError: true }

  it('is read with its code, wherever a code stands in it', () => {
    const error = readToolResult(result)
    expect(error?.origin?.code).toBe(truth.nativeCode)
    expect(error?.message).not.toBe('')
  })

  it('is the same when it is written again', () => {
    const error = readToolResult(result)
    expect(error && writeToolResult(error, error.origin?.dialect ?? '')).toEqual(result)
  })

  it.each(writableIds)('is translated into %s with its text kept', (to) => {
    const there = normalizeToolResult(result, { to })
    expect(readToolResult(there)?.message).toBe(readToolResult(result)?.message)
  })
})

/** A result with its texts as data: escapes, white space and the order of members are not. */
function asData(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result), (key, value) => {
    if (!['text', 'result'].includes(key) || typeof value !== 'string' || !/^[[{<]/.test(value)) return value
    try {
      if (value.startsWith('<')) return decode(value)
      return JSON.parse(value)
    } catch {
      return value
    }
  })
}
