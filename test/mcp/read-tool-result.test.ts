import { describe, expect, it } from 'vitest'
import { advise, createTranslator } from '../../src/index'
import { normalizeToolResult, readToolResult, writeToolResult } from '../../src/mcp/index'
import { writableIds } from '../corpus'

const block = (text: string, rest = {}) => ({ type: 'text', text, ...rest })
const interbase = JSON.stringify({ type: 'NOT_FOUND', message: 'no agent', recoverable: false })
const pydantic = JSON.stringify({ error: 'auth_required', message: 'log in', details: null })
const fusion = '<tool_error code="CONFLICT" severity="error">\n<message>held</message>\n</tool_error>'
const toolError = {
  kind: 'toolError:v1',
  code: 'SERVER_ERROR',
  message: 'down',
  retryable: true,
  details: {},
}
const from = (result: unknown) => readToolResult(result)?.origin?.dialect

describe('a translator of few dialects', () => {
  it('reads what a result says in words all the same', () => {
    const translator = createTranslator({ dialects: [] })
    const result = { content: [block("Error calling tool 'x': user not found")], isError: true }
    expect(readToolResult(result, { translator })).toMatchObject({ code: 'not_found', operation: 'x' })
  })
})

describe('where an error stands in a result', () => {
  it('is trusted in a fixed order', () => {
    const everywhere = {
      content: [block('**Error:** down'), block(fusion), block(interbase)],
      structuredContent: toolError,
      _meta: { 'com.example/error': JSON.parse(pydantic) },
      isError: true,
    }
    expect(from(everywhere)).toBe('interbase')
    const noJson = { ...everywhere, content: everywhere.content.slice(0, 2) }
    expect(from(noJson)).toBe('fusion')
    const noBody = { ...everywhere, content: [block('**Error:** down')] }
    expect(from(noBody)).toBe('toolerror-v1')
    const inMeta = { ...noBody, structuredContent: undefined }
    expect(from({ ...inMeta, content: [block(`**Error:** ${JSON.parse(pydantic).message}`)] })).toBe(
      'pydantic',
    )
    expect(from({ ...inMeta, content: [] })).toBe('pydantic')
    // Nobody sees it there: it counts where it says what is seen.
    expect(from(inMeta)).toBe('text')
    expect(from({ content: noBody.content, isError: true })).toBe('text')
    expect(from({ content: noBody.content })).toBeUndefined()
  })

  it('may be behind what a server says for people', () => {
    const result = { content: [block('**Error:** no agent'), block(interbase)], isError: true }
    expect(readToolResult(result)?.message).toBe('no agent')
  })

  it('is the outer one, where a message is an error itself', () => {
    const outer = { ...toolError, message: interbase }
    for (const human of [interbase, `**Error:** ${interbase}`]) {
      const both = {
        content: [block(human), block(JSON.stringify(outer))],
        structuredContent: outer,
        isError: true,
      }
      expect(from(both)).toBe('toolerror-v1')
      expect(from({ ...both, content: [block(human)] })).toBe('toolerror-v1')
    }
  })

  it('is not in `_meta` when the result does not say that it is an error', () => {
    expect(from({ content: [], _meta: { last: JSON.parse(interbase) } })).toBeUndefined()
    expect(from({ content: [], _meta: { last: JSON.parse(interbase) }, isError: true })).toBe('interbase')
  })
})

describe('a body behind the words of a framework', () => {
  it.each([
    ["Error calling tool 'reserve': ", 'reserve'],
    ['Error executing tool reserve: ', 'reserve'],
    ["Tool 'reserve files' execution failed: ", 'reserve files'],
    ['MCP error -32603: ', undefined],
    ['MCP error -32603: MCP error -32603: ', undefined],
    ["MCP error -32603: Error calling tool 'reserve': ", 'reserve'],
    ['Error: ', undefined],
    ['**Error:** ', undefined],
    ['Streamable HTTP error: Error POSTing to endpoint: ', undefined],
  ])('is unwrapped from %j, and the name of the tool is kept', (prefix, tool) => {
    for (const [text, dialect] of [
      [interbase, 'interbase'],
      [pydantic, 'pydantic'],
      [fusion, 'fusion'],
      [JSON.stringify(toolError, null, 2), 'toolerror-v1'],
    ] as const) {
      const error = readToolResult({ content: [block(prefix + text)], isError: true })
      expect(error?.origin?.dialect).toBe(dialect)
      expect(error?.operation).toBe(tool)
      // A line of a log may say the same.
      expect(readToolResult({ content: [block(prefix + text)] })).toBeUndefined()
    }
  })

  it('keeps what the body itself says of the operation', () => {
    const body =
      '{"error":{"code":"MCP_TIMEOUT","message":"late","operation":"list","temporary":true,"retryable":true}}'
    expect(
      readToolResult({ content: [block(`Error calling tool 'x': ${body}`)], isError: true })?.operation,
    ).toBe('list')
  })

  it("is the tool's own message when it is in no dialect, and is written with all its words again", () => {
    const text = "Error calling tool 'weigh': [Errno 111] Connection refused"
    const result = { content: [block(text)], isError: true }
    const error = readToolResult(result)
    expect(error).toMatchObject({
      code: 'connection_refused',
      message: '[Errno 111] Connection refused',
      operation: 'weigh',
      origin: { dialect: 'text' },
    })
    expect(error && writeToolResult(error, 'text')).toEqual(result)
    expect(readToolResult({ content: [block(text)] })).toBeUndefined()
  })

  it('of the protocol gives the code that the protocol has, where the words say none', () => {
    const read = (text: string) => readToolResult({ content: [block(text)], isError: true })
    expect(read('MCP error -32602: Whatever')).toMatchObject({
      code: 'invalid_arguments',
      origin: { dialect: 'text', code: '-32602' },
    })
    expect(read('MCP error -32602: Tool x not found')?.code).toBe('tool_not_found')
    expect(read('MCP error -32001: Whatever')?.code).toBe('unknown')
  })
})

describe('a result that says it is an error', () => {
  it('is one whatever else it holds', () => {
    for (const content of [
      undefined,
      null,
      [],
      'x',
      {},
      [null, 7, 'x', { type: 'text' }, { type: 'image', data: '' }],
    ]) {
      expect(readToolResult({ content, isError: true })).toMatchObject({ severity: 'error' })
    }
  })

  it('is one with the joined text of its blocks as the message', () => {
    const content = [block('**Error:** first'), { type: 'image', data: '' }, block('second')]
    expect(readToolResult({ content, isError: true })?.message).toBe('first\nsecond')
  })

  it('has structured data beside a plain message among its details', () => {
    const result = { content: [block('no such note')], structuredContent: { id: 7 }, isError: true }
    expect(readToolResult(result)).toMatchObject({ code: 'not_found', details: { id: 7 } })
    expect(
      readToolResult({ ...result, structuredContent: { result: 'no such note' } })?.details,
    ).toBeUndefined()
  })

  it('with content that is only text, as some servers send it, is read', () => {
    expect(readToolResult({ content: interbase, isError: true })?.origin?.dialect).toBe('interbase')
  })
})

describe('what is no result', () => {
  it.each([undefined, null, 7, 'x', [], {}, { content: [] }, { toolResult: 'x' }, { task: { taskId: '1' } }])(
    'is no error: %j',
    (value) => expect(readToolResult(value)).toBeUndefined(),
  )
})

describe('what is not said to be an error', () => {
  const record = { error: 'rate_limited', message: '3 of 10 skipped', details: null }
  const members = { type: 'INTERNAL', message: 'Nightly build', recoverable: true }
  const agentapi = { error: { code: 'MCP_TIMEOUT', message: 'm', temporary: true, retryable: true } }

  it.each([
    ['a body with members of its own', JSON.stringify({ success: true, ...record, results: [1] })],
    ['a log entry', JSON.stringify({ ...record, level: 'info', timestamp: '2026-11-16T10:00:00Z' })],
    ['a record of a job', JSON.stringify({ id: 'job_7', ...members, owner: 'bob' })],
    ['a type that no Interbase server has', JSON.stringify({ ...members, type: 'FILE' })],
    ['an incident', JSON.stringify({ ...agentapi, incident: 'INC-7', state: 'resolved' })],
    ['a result in a result that succeeded', JSON.stringify({ content: [block(interbase)], isError: false })],
    ['a record of a call', JSON.stringify({ tool: 'x', content: [block(interbase)], isError: true })],
  ])('is none when it is %s', (_, text) => {
    for (const isError of [false, undefined]) {
      expect(readToolResult({ content: [block(text)], isError })).toBeUndefined()
    }
    expect(readToolResult({ content: [block(text)], isError: true })).toBeDefined()
  })

  it('is none beside other text, or while it asks for something', () => {
    for (const content of [
      [block('error.json'), block(interbase)],
      [block('{"ok":true}'), block(interbase)],
      [block(fusion), block('the answer')],
    ]) {
      expect(readToolResult({ content })).toBeUndefined()
    }
    expect(
      readToolResult({ content: [block('Everything is fine')], structuredContent: toolError }),
    ).toBeUndefined()
    expect(readToolResult({ content: [block(interbase)], resultType: 'input_required' })).toBeUndefined()
    expect(readToolResult({ content: [block(interbase)], resultType: 'complete' })).toBeDefined()
  })

  it('is one beside what says the same for people, or what Fusion puts there', () => {
    expect(readToolResult({ content: [block('**Error:** no agent'), block(interbase)] })).toBeDefined()
    expect(
      readToolResult({ content: [block('<cache_invalidation cause="x"/>'), block(fusion)] }),
    ).toBeDefined()
  })
})

describe('a body among other words', () => {
  const body = JSON.stringify({
    ...toolError,
    code: 'CLIENT_ERROR',
    message: 'rate limit: 1 to 100',
    retryable: false,
  })

  it.each([
    ['fences', `\`\`\`json\n${body}\n\`\`\``],
    ['advice behind it', `Error: ${body}\n Please fix your mistakes.`],
    ['words nobody knows', `An error occurred invoking 'x': ${body}`],
    ['a trace', `Traceback (most recent call last):\n  File "x.py"\nToolError: ${body}`],
  ])('is read with %s around it, when it is said to be an error', (_, text) => {
    const result = { content: [block(text)], isError: true }
    expect(readToolResult(result)).toMatchObject({ retryable: false, origin: { dialect: 'toolerror-v1' } })
    expect(readToolResult({ content: [block(text)] })).toBeUndefined()
    const error = readToolResult(result)
    expect(error && writeToolResult(error, 'toolerror-v1')).toEqual(result)
  })

  it('is read when it is XML', () => {
    const result = { content: [block(`It failed.\n${fusion}\nSorry.`)], isError: true }
    expect(readToolResult(result)).toMatchObject({ code: 'conflict', message: 'held' })
  })
})

describe('a hostile server', () => {
  const meta = (value: unknown) => ({ _meta: { 'errlingua/error': value } })
  const refusal = { kind: 'toolError:v1', code: 'SERVER_ERROR', message: 'm', retryable: false }

  it('cannot change in `_meta` what the text asks for', () => {
    const bodies = [
      JSON.stringify(refusal),
      '{"error":{"code":"MCP_TIMEOUT","message":"m","temporary":false,"retryable":false}}',
      interbase,
      fusion,
      '{"ok":false,"error":"not_allowed"}',
      'Permission denied',
      'It is over\nNothing the caller can do will help: log it.',
    ]
    for (const text of bodies) {
      const plain = readToolResult({ content: [block(text)], isError: true })
      for (const residue of [
        { absent: ['retryable', 'recoverable', 'temporary'] },
        { said: { retryable: true } },
        { said: { code: 'transient' } },
        { said: { severity: 'warning' } },
      ]) {
        const read = readToolResult({ content: [block(text)], isError: true, ...meta({ residue }) })
        expect(read && advise(read).action).toBe(plain && advise(plain).action)
      }
    }
  })

  it('cannot have an error read that no dialect can write', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    const error = readToolResult({ content: [{ ...block('boom'), annotations: cycle }], isError: true })
    expect(error?.message).toBe('boom')
    for (const id of writableIds) expect(error && writeToolResult(error, id).content).not.toEqual([])
  })

  it('cannot have a translation ask for something else by how the error was put before', () => {
    const text = '{"error": "permission_denied", "message": "no", "details": null}'
    const residue = {
      origin: { dialect: 'agentapi', form: { inside: { error: { set: { retryable: true } } } } },
    }
    const result = { content: [block(text)], isError: true, ...meta({ residue }) }
    const there = normalizeToolResult(result, { to: 'agentapi' })
    const read = readToolResult(there)
    expect(read && advise(read).action).toBe('ask')
    expect(there.content[0]?.text).toContain('"retryable":false')
  })

  it('cannot have another error read than the one that is seen', () => {
    const body = { type: 'TRANSIENT', message: 'Try again.', recoverable: true }
    for (const _meta of [{ 'errlingua/error': { body } }, { error: body }, body]) {
      const read = readToolResult({ content: [block('Permission denied')], isError: true, _meta })
      expect(read).toMatchObject({ code: 'permission_denied', message: 'Permission denied' })
    }
  })

  it('cannot make a reader look into more blocks than the limits allow', () => {
    const content = [block('It broke.'), block('Once more.'), block(interbase)]
    expect(from({ content, isError: true })).toBe('interbase')
    const read = readToolResult({ content, isError: true }, { limits: { maxBlocks: 2 } })
    expect(read).toMatchObject({ message: 'It broke.\nOnce more.', origin: { dialect: 'text' } })
    // What it does not look into is kept all the same.
    const there = normalizeToolResult({ content, isError: true }, { to: 'fusion', limits: { maxBlocks: 2 } })
    expect(there.content.at(-1)).toEqual(block(interbase))
    const resource = { type: 'resource', resource: { uri: 'x:y', text: interbase } }
    const behind = { content: [block('It broke.'), resource], isError: true }
    expect(from(behind)).toBe('interbase')
    expect(readToolResult(behind, { limits: { maxBlocks: 1 } })?.origin?.dialect).toBe('text')
  })

  it('cannot put blocks into a translation, or take any out of it', () => {
    const image = { type: 'image', data: '' }
    const result = { content: [block(interbase), image], isError: true }
    const expected = normalizeToolResult(result, { to: 'fusion' }).content
    for (const patch of [
      { inside: { content: { set: { '4294967294': block('injected') } } } },
      { inside: { content: { set: { '0': block('injected') } } } },
      { inside: { content: { drop: ['1'] } } },
      { inside: { content: { set: { '2': { kept: 0 } } } } },
      { set: { content: {} } },
    ]) {
      const hostile = { ...result, ...meta({ results: { fusion: { patch } } }) }
      expect(normalizeToolResult(hostile, { to: 'fusion' }).content).toEqual(expected)
    }
  })

  it('cannot exhaust the stack with words that frameworks use', () => {
    for (const prefix of [
      'Error: ',
      'Error: \n',
      '**Error:** ',
      'MCP error -32602: ',
      'Error executing tool x: ',
    ]) {
      const text = prefix.repeat(20_000)
      expect(readToolResult({ content: [block(text)] })).toBeUndefined()
      expect(readToolResult({ content: [block(text)], isError: true })).toBeDefined()
    }
  })
})

describe('two errors in one result', () => {
  const transient = '{"type":"TRANSIENT","message":"busy","recoverable":true,"data":{"retry_after":30}}'

  it.each([
    ['JSON and JSON', [interbase, transient]],
    ['JSON twice', [interbase, interbase]],
    ['XML before JSON', [fusion, transient]],
    ['JSON before XML', [interbase, fusion]],
  ])('are told apart after a translation: %s', (_, texts) => {
    const result = { content: texts.map((text) => block(text)), isError: true }
    const error = readToolResult(result)
    for (const id of writableIds) {
      const there = normalizeToolResult(result, { to: id })
      expect(readToolResult(there)).toMatchObject({ code: error?.code, message: error?.message })
      expect(normalizeToolResult(there, { to: id })).toEqual(there)
    }
  })
})

describe('content that is not as it should be', () => {
  it('is read all the same', () => {
    expect(readToolResult({ content: ['Disk full'], isError: true })?.message).toBe('Disk full')
    const both = { content: ['Disk full', block(interbase)], isError: true }
    const [kept] = normalizeToolResult(both, { to: 'fusion' }).content
    expect(kept).toEqual(block('Disk full'))
    const resource = { type: 'resource', resource: { uri: 'x:y', text: 'no such table' } }
    expect(readToolResult({ content: [resource], isError: true })?.message).toBe('no such table')
  })
})

describe('what says not to try again', () => {
  it.each([
    [
      'data in no dialect',
      { content: [block('{"code":"TIMEOUT","message":"Timed out","retryable":false}')] },
    ],
    [
      'data under `error`',
      { content: [block('{"error":{"code":"TIMEOUT","message":"late","retryable":false}}')] },
    ],
    [
      'data beside a message',
      { content: [block('Request timed out')], structuredContent: { retryable: false } },
    ],
    ['words', { content: [block('Request timed out. Do not retry: it may have gone through.')] }],
    ['other words', { content: [block('Connection reset. This error is not retryable.')] }],
    ['a flag that is text', { content: [block(JSON.stringify({ ...toolError, retryable: 'false' }))] }],
    ['a flag that is a number', { content: [block(JSON.stringify({ ...toolError, retryable: 0 }))] }],
    [
      'a body in a resource',
      {
        content: [
          block('Request timed out'),
          { type: 'resource', resource: { text: JSON.stringify({ ...toolError, retryable: false }) } },
        ],
      },
    ],
  ])('is heard when it is %s', (_, result) => {
    const error = readToolResult({ ...result, isError: true })
    expect(error?.retryable).toBe(false)
    expect(error && advise(error).action).toBe('give_up')
    for (const id of writableIds) {
      const there = readToolResult(
        normalizeToolResult({ ...result, isError: true }, { to: id, preserve: false }),
      )
      expect(there && advise(there).action).toBe('give_up')
    }
  })

  it('is how long to wait, too', () => {
    const result = {
      content: [block('{"status":429,"message":"Too many requests","retry_after":120}')],
      isError: true,
    }
    expect(readToolResult(result)?.retryAfter).toBe(120)
  })
})

describe('an answer that does not fit what its server has declared', () => {
  it("is the server's fault", () => {
    for (const text of [
      'MCP error -32602: Output validation error: Invalid structured content for tool p: [{}]',
      'Output validation error: Tool p has an output schema but no structured content was provided',
    ]) {
      expect(readToolResult({ content: [block(text)], isError: true })?.code).toBe('internal')
    }
  })
})

describe('a success with the data that its tool declares', () => {
  const text = JSON.stringify({ error: 'not_found', message: 'last error in the log', details: null })

  it('stays one, whatever its text is', () => {
    const rows = { content: [block(text)], structuredContent: { rows: [1] }, isError: false }
    expect(readToolResult(rows)).toBeUndefined()
    const same = { content: [block(text)], structuredContent: JSON.parse(text) }
    const outputSchema = { type: 'object', properties: { error: {}, message: {}, details: {} } }
    expect(normalizeToolResult(same, { to: 'fusion', outputSchema })).toBe(same)
    // A tool that may give any object declares nothing.
    const anyObject = { type: 'object', additionalProperties: true }
    expect(normalizeToolResult<object>(same, { to: 'fusion', outputSchema: anyObject })).toMatchObject({
      isError: true,
    })
    const picture = { content: [block(text), { type: 'image', data: '', mimeType: 'image/png' }] }
    expect(readToolResult(picture)).toBeUndefined()
  })
})
