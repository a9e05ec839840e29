import { afterAll, describe, expect, it } from 'vitest'
import { advise } from '../../src/index'
import { createFleet, type FleetEvent, readToolResult } from '../../src/mcp/index'
import { closeAll, connect, generations } from './connections'

afterAll(closeAll)

const text = (value: unknown, isError = true) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
  isError,
})

describe('a fleet', () => {
  const make = () =>
    createFleet({
      to: 'interbase',
      servers: {
        mail: { dialect: 'pydantic' },
        notes: { overrides: { '-32001': 'not_found', NOTE_GONE: 'already_exists' } },
        other: {},
      },
    })

  it('keeps the name of the server on the error, and in the result that it writes', () => {
    const fleet = make()
    const result = text({ error: 'rate_limited', message: 'slow down', details: { retry_after: 3 } }, false)
    expect(fleet.readToolResult('mail', result)?.origin).toMatchObject({
      dialect: 'pydantic',
      server: 'mail',
    })
    const normalized = fleet.normalizeToolResult('mail', result)
    expect(JSON.parse(normalized.content[0]?.text ?? '')).toMatchObject({ type: 'TRANSIENT' })
    expect(readToolResult(normalized)?.origin).toMatchObject({ dialect: 'interbase', server: 'mail' })
  })

  it('keeps it where the result is in the right dialect already, and changes nothing else', () => {
    const result = text({ type: 'NOT_FOUND', message: 'gone', recoverable: false })
    const normalized = make().normalizeToolResult('other', result)
    expect(normalized.content).toBe(result.content)
    expect(readToolResult(normalized)?.origin?.server).toBe('other')
  })

  it('goes by what is known of a server', () => {
    const fleet = make()
    const own = text({ error: 'Mailbox Full', message: 'no more room' })
    expect(fleet.readToolResult('mail', own)?.origin).toMatchObject({
      dialect: 'pydantic',
      code: 'Mailbox Full',
    })
    expect(fleet.readToolResult('other', own)?.origin).toMatchObject({ dialect: 'adhoc' })
    const rpc = text('MCP error -32001: what you want')
    expect(fleet.readToolResult('notes', rpc)?.code).toBe('not_found')
    expect(fleet.readToolResult('other', rpc)?.code).toBe('unknown')
    const gone = text('<tool_error code="NOTE_GONE"><message>x</message></tool_error>')
    expect(fleet.readToolResult('notes', gone)?.code).toBe('already_exists')
    expect(readToolResult(fleet.normalizeToolResult('notes', gone))?.code).toBe('already_exists')
  })

  it('knows an error by its code, though nobody says that it is one', () => {
    const fleet = createFleet({
      to: 'interbase',
      servers: { mail: { dialect: 'pydantic', overrides: { E7: 'not_found' } } },
    })
    expect(
      fleet.readToolResult('mail', text({ error: 'E7', message: 'm', details: null }, false))?.code,
    ).toBe('not_found')
    expect(
      fleet.readToolResult('mail', text({ error: 'E8', message: 'm', details: null }, false)),
    ).toBeUndefined()
  })

  it('decides by the code that a server means, not by the one that it sends', () => {
    const fleet = createFleet({
      to: 'interbase',
      servers: { notes: { overrides: { TRANSIENT: 'not_found' } } },
    })
    const result = text({ type: 'TRANSIENT', message: 'gone', recoverable: true })
    const error = fleet.readToolResult('notes', result)
    expect(error && advise(error).action).toBe('work_around')
    expect(fleet.normalizeToolResult('notes', result).content[0]?.text).toContain('"type":"NOT_FOUND"')
  })

  it('does its work though a listener fails, at once or later', () => {
    for (const onError of [
      () => {
        throw new Error('listener')
      },
      async () => Promise.reject(new Error('listener')),
    ]) {
      const fleet = createFleet({ to: 'interbase', servers: { mail: {} }, onError })
      expect(fleet.normalizeToolResult('mail', text('ECONNREFUSED')).content[0]?.text).toContain('TRANSIENT')
    }
  })

  it('reads what a server says in another dialect than it should', () => {
    const result = text({ type: 'CONFLICT', message: 'held', recoverable: true })
    expect(make().readToolResult('mail', result)?.origin?.dialect).toBe('interbase')
  })

  it('lets a success through as the same reference, whatever is known of its server', () => {
    const success = text({ message: 'sent', details: null }, false)
    expect(make().normalizeToolResult('mail', success)).toBe(success)
  })

  it('counts errors by server, dialect and code', () => {
    const fleet = make()
    const limited = text({ error: 'rate_limited', message: 'slow down', details: null }, false)
    for (let i = 0; i < 3; i++) fleet.normalizeToolResult('mail', limited)
    fleet.normalizeToolResult('mail', text('all is well', false))
    fleet.normalizeToolResult('other', text('ECONNREFUSED'))
    const rows = [
      { server: 'mail', dialect: 'pydantic', code: 'rate_limited', count: 3 },
      { server: 'other', dialect: 'text', code: 'connection_refused', count: 1 },
    ]
    expect(fleet.stats()).toEqual(rows)
    for (const row of fleet.stats()) row.count = 0
    expect(fleet.stats()).toEqual(rows)
  })

  it('counts no success that has the data which its tool declares', () => {
    const fleet = make()
    const body = { error: 'not_found', message: 'last error in the log', details: null }
    const result = { ...text(body, false), structuredContent: body }
    const call = {
      tool: 'x',
      outputSchema: { type: 'object', properties: { error: {}, message: {}, details: {} } },
    }
    expect(fleet.normalizeToolResult('other', result, call)).toBe(result)
    expect(fleet.readToolResult('other', result, call)).toBeUndefined()
    expect(fleet.stats()).toEqual([])
    expect(fleet.readToolResult('other', result)?.code).toBe('not_found')
  })

  it('refuses servers and dialects that it does not know, and names those that it does', () => {
    const fleet = make()
    expect(() => fleet.readToolResult('mial' as 'mail', {})).toThrow(
      'There is no server "mial" in the fleet. Known: mail, notes, other.',
    )
    expect(() => createFleet({ to: 'x', servers: {} })).toThrow(/There is no dialect "x"/)
    expect(() => createFleet({ to: 'fusion', servers: { mail: { dialect: 'latin' } } })).toThrow(
      /^The server mail is said to speak latin, which is no known dialect\. Known: interbase, /,
    )
    const overrides = { '-32001': 'lost' as 'not_found' }
    expect(() => createFleet({ to: 'fusion', servers: { mail: { overrides } } })).toThrow(
      'The server mail is said to mean lost by -32001, which is no canonical code.',
    )
  })
})

describe.each(generations)('a fleet of servers of SDK %s', (generation) => {
  it('tells of each error with its attributes, through transports and clients', async () => {
    const events: FleetEvent[] = []
    const fleet = createFleet({
      to: 'toolerror-v1',
      servers: {
        reservations: { dialect: 'interbase' },
        users: {},
        rpc: { overrides: { '-32050': 'busy' } },
      },
      protocolErrors: 'tool-result',
      throws: 'normalize',
      onError: (event) => void events.push(event),
    })
    const reservations = await connect(generation, 'linked', 'interbase', {
      client: (transport) => fleet.normalizeTransport('reservations', transport),
    })
    const users = fleet.normalizeClient('users', await connect(generation, 'linked', 'fusion'))
    const rpc = await connect(generation, 'linked', 'protocol', {
      client: (transport) => fleet.normalizeTransport('rpc', transport),
    })
    await reservations.callTool({ name: 'rate_limited' })
    await reservations.callTool({ name: 'ok' })
    await users.callTool({ name: 'not_found' })
    expect(readToolResult(await rpc.callTool({ name: 'protocol' }))).toMatchObject({
      code: 'busy',
      origin: { server: 'rpc', dialect: 'toolerror-v1' },
    })
    expect(fleet.stats()).toEqual([
      { server: 'reservations', dialect: 'interbase', code: 'transient', count: 1 },
      { server: 'users', dialect: 'fusion', code: 'not_found', count: 1 },
      { server: 'rpc', dialect: 'jsonrpc', code: 'busy', count: 1 },
    ])
    expect(events.map(({ attributes }) => attributes)).toEqual([
      {
        'error.type': 'transient',
        'mcp.method.name': 'tools/call',
        'mcp.tool.name': 'rate_limited',
        'mcp.server.name': 'reservations',
        'errlingua.dialect': 'interbase',
        'errlingua.native_code': 'TRANSIENT',
        'errlingua.severity': 'error',
        'errlingua.action': 'retry',
        'errlingua.retry_after': 30,
      },
      expect.objectContaining({ 'error.type': 'not_found', 'mcp.server.name': 'users' }),
      expect.objectContaining({ 'rpc.jsonrpc.error_code': -32050, 'mcp.tool.name': 'protocol' }),
    ])
    expect(JSON.stringify(events.map(({ attributes }) => attributes))).not.toContain('rebuilt')
  })
})
