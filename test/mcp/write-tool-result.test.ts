import { describe, expect, it } from 'vitest'
import { type CanonicalError, createTranslator, decode, dialects, EncodeError } from '../../src/index'
import { normalizeToolResult, readToolResult, writeToolResult } from '../../src/mcp/index'
import { writableIds } from '../corpus'

const error: CanonicalError = {
  code: 'unavailable',
  message: 'Database connection failed',
  severity: 'error',
  retryable: true,
  status: 503,
}
const native = decode(
  '{"kind":"toolError:v1","code":"SERVER_ERROR","message":"Database connection failed","retryable":true,"details":{"statusCode":500}}',
)

describe('a toolError:v1 result', () => {
  const body = {
    kind: 'toolError:v1',
    code: 'SERVER_ERROR',
    message: 'Database connection failed',
    retryable: true,
    details: { statusCode: 500 },
  }
  const human = { type: 'text', text: '**Error:** Database connection failed', mimeType: 'text/markdown' }
  const json = { type: 'text', text: JSON.stringify(body, null, 2), mimeType: 'application/json' }

  it.each([
    ['markdown', [human]],
    ['json', [json]],
    ['both', [human, json]],
    [undefined, [json]],
  ])('has the blocks of the format %s', (format, content) => {
    const expected = { content, structuredContent: body, isError: true }
    expect(writeToolResult(native, 'toolerror-v1', { ...(format && { format }) })).toEqual(expected)
  })

  it('has its body in `_meta` where nothing else may hold it', () => {
    const options = { format: 'markdown', outputSchema: { type: 'object' } }
    const result = writeToolResult(native, 'toolerror-v1', options)
    expect(result.structuredContent).toBeUndefined()
    expect(readToolResult(result)).toMatchObject({ code: 'upstream_internal', status: 500 })
  })

  it('is in another format when that is asked for, though it was read in this one', () => {
    const result = writeToolResult(native, 'toolerror-v1', { format: 'both' })
    expect(normalizeToolResult(result, { to: 'toolerror-v1' })).toBe(result)
    expect(normalizeToolResult(result, { to: 'toolerror-v1', format: 'json' }).content).toEqual([json])
    const read = readToolResult(result)
    expect(read && writeToolResult(read, 'toolerror-v1', { format: 'markdown' }).content).toEqual([human])
  })

  it('refuses a format that it does not know', () => {
    expect(() => writeToolResult(error, 'toolerror-v1', { format: 'xml' })).toThrow(
      'There is no format "xml" of toolerror-v1. Known: json, both, markdown.',
    )
    expect(() => writeToolResult(error, 'fusion', { format: 'json' })).toThrow(/Known: none/)
  })
})

describe('a result', () => {
  it('of a Fusion warning is no error, and stays a warning in every dialect', () => {
    const warning: CanonicalError = { code: 'deprecated', message: 'use v2', severity: 'warning' }
    expect(writeToolResult(warning, 'fusion').isError).toBe(false)
    // Without the flag nobody would take these two for an error.
    const flagged = ['fastapi', 'text']
    for (const id of writableIds) {
      const result = writeToolResult(warning, id)
      expect(result.isError, id).toBe(flagged.includes(id))
      expect(readToolResult(result), id).toMatchObject({ severity: 'warning', origin: { dialect: id } })
    }
  })

  it('that has the flag only because nobody would take it for an error loses it again in another dialect', () => {
    const warning = decode(
      '<tool_error code="DEPRECATED" severity="warning">\n<message>use v2</message>\n</tool_error>',
    )
    const result = writeToolResult(warning, 'fusion')
    for (const id of ['fastapi', 'text']) {
      const there = normalizeToolResult(result, { to: id })
      expect(there.isError).toBe(true)
      for (const to of ['interbase', 'jsonrpc', 'fusion'])
        expect(normalizeToolResult(there, { to }).isError).toBe(false)
      expect(normalizeToolResult(there, { to: 'fusion' })).toEqual(result)
      // What its own server has flagged stays so.
      const told = normalizeToolResult({ ...result, isError: true }, { to: id })
      expect(normalizeToolResult(told, { to: 'interbase' }).isError).toBe(true)
      expect(normalizeToolResult(told, { to: 'fusion' })).toEqual({ ...result, isError: true })
    }
  })

  it('of a Pydantic-style server has no flag, for its clients go by the body', () => {
    expect(writeToolResult(error, 'pydantic').isError).toBe(false)
  })

  it('of text where the tool declares text as its output has that text as structured content', () => {
    const outputSchema = { type: 'object', properties: { result: { type: 'string' } }, required: ['result'] }
    const { content, structuredContent, isError } = writeToolResult(error, 'pydantic', { outputSchema })
    expect(structuredContent).toEqual({ result: content[0]?.text })
    expect(isError).toBe(false)
  })

  it('carries what its dialect cannot say in `_meta`, under a name as the specification wants it', () => {
    const told = decode('<tool_error code="InvoicePaid"><message>paid</message></tool_error>')
    const { _meta = {}, content } = writeToolResult(told, 'pydantic')
    const [name = ''] = Object.keys(_meta)
    // An optional prefix of labels with dots between them and a slash behind, and a name.
    expect(name).toMatch(
      /^(?:[a-zA-Z](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*\/)?[a-zA-Z0-9](?:[\w.-]*[a-zA-Z0-9])?$/,
    )
    expect(content[0]?.text).not.toContain('errlingua')
    expect(writeToolResult(told, 'pydantic', { preserve: false })._meta).toBeUndefined()
  })

  it('carries nothing when that is not wanted, though it is in its dialect already', () => {
    const told = decode('<tool_error code="InvoicePaid"><message>paid</message></tool_error>')
    const result = writeToolResult(told, 'interbase')
    const { _meta, ...bare } = result
    expect(normalizeToolResult(result, { to: 'interbase' })).toBe(result)
    expect(normalizeToolResult(result, { to: 'interbase', preserve: false })).toEqual(bare)
    const others = { ...bare, _meta: { ..._meta, 'x/y': 1 } }
    expect(normalizeToolResult(others, { to: 'interbase', preserve: false })).toEqual({
      ...bare,
      _meta: { 'x/y': 1 },
    })
    expect(normalizeToolResult(bare, { to: 'interbase', preserve: false })).toBe(bare)
  })

  it('of a server that speaks no dialect is its text, with the data that stand beside it', () => {
    const result = {
      content: [
        { type: 'image', data: '' },
        { type: 'text', text: '**Error:** no such note' },
      ],
      structuredContent: { id: 7 },
      isError: true,
      resultType: 'complete',
    }
    const read = readToolResult(result)
    expect(read && writeToolResult(read, 'text')).toEqual(result)
    for (const by of writableIds) {
      const there = normalizeToolResult(result, { to: by })
      expect(readToolResult(there)?.details, by).toMatchObject({ id: 7 })
      expect(normalizeToolResult(there, { to: 'text' }), by).toEqual(result)
    }
    const other = read && writeToolResult({ ...read, message: 'gone' }, 'text')
    expect(other?.content[1]?.text).toBe('**Error:** gone')
    expect(other && readToolResult(other)?.details).toEqual({ id: 7 })
  })

  it('is refused for what is no canonical error, or no dialect', () => {
    expect(() => writeToolResult(null as unknown as CanonicalError, 'fusion')).toThrow(EncodeError)
    expect(() => writeToolResult({ ...error, code: 'x' as 'unknown' }, 'fusion')).toThrow(EncodeError)
    expect(() => writeToolResult(error, 'latin')).toThrow(/There is no dialect "latin"/)
    expect(() => normalizeToolResult({ content: [] }, { to: 'latin' })).toThrow(/There is no dialect "latin"/)
  })

  it('is written in the dialects of a translator of your own', () => {
    const translator = createTranslator({ dialects: dialects.filter(({ id }) => id !== 'fusion') })
    expect(() => writeToolResult(error, 'fusion', { translator })).toThrow(/There is no dialect "fusion"/)
    expect(writeToolResult(error, 'pydantic', { translator }).content).toHaveLength(1)
  })
})

describe('normalizing', () => {
  const interbase = '{"type":"NOT_FOUND","message":"gone","recoverable":false}'

  it('keeps other blocks where they are, annotations, `_meta` and unknown members', () => {
    const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' }
    const link = { type: 'resource_link', uri: 'file:///x', name: 'x' }
    const result = {
      content: [image, { type: 'text', text: interbase, annotations: { priority: 1 } }, link],
      isError: true,
      _meta: { progressToken: 1 },
      resultType: 'complete',
    }
    const normalized = normalizeToolResult(result, { to: 'fusion' })
    expect(normalized).toMatchObject({ _meta: { progressToken: 1 }, resultType: 'complete', isError: true })
    expect(normalized.content[0]).toBe(image)
    expect(normalized.content[1]).toEqual({
      type: 'text',
      text: expect.stringMatching(/^<tool_error code="NOT_FOUND"/),
      annotations: { priority: 1 },
    })
    expect(normalized.content[2]).toBe(link)
    expect(normalizeToolResult(normalized, { to: 'interbase' })).toEqual(result)
  })

  it('unwraps a body of the wanted dialect, and sets the flag where it is missing', () => {
    const wrapped = {
      content: [{ type: 'text', text: `Error calling tool 'x': ${interbase}` }],
      isError: true,
    }
    const [block] = normalizeToolResult(wrapped, { to: 'interbase' }).content
    expect(JSON.parse(block?.text ?? '')).toMatchObject({ type: 'NOT_FOUND', data: { operation: 'x' } })
    const unflagged: { content: object[]; isError?: boolean } = {
      content: [{ type: 'text', text: interbase }],
    }
    expect(normalizeToolResult(unflagged, { to: 'interbase' }).isError).toBe(true)
  })

  it('moves structured content that is not of the error out of the way of a schema that it may break', () => {
    const outputSchema = { type: 'object' }
    const result = {
      content: [{ type: 'text', text: interbase }],
      structuredContent: { partial: 1 },
      isError: true,
    }
    const there: Record<string, unknown> = normalizeToolResult(result, { to: 'fusion', outputSchema })
    expect(there.structuredContent).toBeUndefined()
    expect(normalizeToolResult(there, { to: 'interbase' })).toEqual(result)
    expect(normalizeToolResult(result, { to: 'fusion' }).structuredContent).toBe(result.structuredContent)
  })

  it('does not overwrite structured content that is not of the error', () => {
    const text = '<tool_error code="NOT_FOUND" severity="error">\n<message>old</message>\n</tool_error>'
    const result = { content: [{ type: 'text', text }], structuredContent: { rows: [1] }, isError: true }
    for (const format of ['json', 'both', 'markdown']) {
      const there = normalizeToolResult(result, { to: 'toolerror-v1', format })
      expect(there.structuredContent).toEqual({ rows: [1] })
      expect(readToolResult(there)).toMatchObject({ message: 'old', origin: { dialect: 'toolerror-v1' } })
      if (format === 'json') expect(normalizeToolResult(there, { to: 'fusion' })).toEqual(result)
    }
  })

  it('leaves a success with structured content alone, though a remark stands beside it', () => {
    const text = '<tool_error code="DEPRECATED" severity="warning">\n<message>use v2</message>\n</tool_error>'
    const result = { content: [{ type: 'text', text }], structuredContent: { count: 1 }, isError: false }
    expect(normalizeToolResult(result, { to: 'agentapi', outputSchema: { type: 'object' } })).toBe(result)
    expect(normalizeToolResult(result, { to: 'agentapi' })).toBe(result)
  })

  it('does not take back that a result is an error', () => {
    const flagged = {
      content: [{ type: 'text', text: '{"error":"not_found","message":"m","details":null}' }],
      isError: true,
    }
    expect(normalizeToolResult(flagged, { to: 'pydantic' })).toBe(flagged)
    const text = '<tool_error code="DEPRECATED" severity="warning">\n<message>use v2</message>\n</tool_error>'
    const warning = { content: [{ type: 'text', text }], isError: true }
    for (const id of writableIds) expect(normalizeToolResult(warning, { to: id }).isError).toBe(true)
    const said = {
      type: 'INTERNAL',
      message: 'disk failed',
      recoverable: false,
      data: { error_severity: 'warning' },
    }
    const failure = { content: [{ type: 'text', text: JSON.stringify(said) }], isError: true }
    for (const id of writableIds) expect(normalizeToolResult(failure, { to: id }).isError).toBe(true)
  })
})
