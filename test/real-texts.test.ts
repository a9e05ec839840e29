import { execFile, execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { lookup, Resolver } from 'node:dns/promises'
import { type EventEmitter, once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer, get } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, createServer as createTlsServer, connect as secureConnect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  InMemoryTransport as InMemoryV2,
} from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport as InMemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as ServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { McpServer as ServerV2 } from '@modelcontextprotocol/server'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod/v3'
import { type CanonicalCode, type CanonicalError, decode, readThrown } from '../src/index'
import { readToolResult } from '../src/mcp/index'
import { selfSigned } from './certificate'
import { clientOver, closeAll, generations, stdioTransport } from './mcp/connections'

// Whatever libraries throw is made here, on this machine alone, and read as text and as what was thrown.

/** What a piece of work throws or rejects with. */
async function thrownBy(work: () => unknown): Promise<Error> {
  try {
    await work()
  } catch (error) {
    // Errors of another realm are errors, too.
    return error as Error
  }
  throw new Error('nothing was thrown')
}

/** What is emitted as an error. */
async function failureOf(emitter: EventEmitter): Promise<never> {
  const [error] = await once(emitter, 'error')
  throw error
}

const inWords = (text: string) => decode(text, { dialect: 'text' })

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing) close()
  await closeAll()
})

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

type Case = [what: string, work: () => unknown, code: CanonicalCode, more?: Partial<CanonicalError>]

/** Its message, its trace and itself say the same. */
function testAll(cases: readonly Case[]): void {
  it.each(cases)('%s', async (_, work, code, more = {}) => {
    const error = await thrownBy(work)
    const message = error.message.trim()
    expect(readThrown(error)).toMatchObject({ code, message, severity: 'error', ...more })
    expect(inWords(error.message)).toMatchObject({ code, message, ...more })
    const { stack = '' } = error
    const trace = stack.slice(`${stack}\n    at `.indexOf('\n    at ')).trim()
    const traced = inWords(stack)
    expect(traced.code).toBe(code)
    expect(traced.message.endsWith(message)).toBe(true)
    expect(traced.details?.stack ?? '').toBe(trace)
  })
}

const folder = mkdtempSync(join(tmpdir(), 'errlingua-texts-'))
const at = (...names: string[]) => join(folder, ...names)
beforeAll(() => {
  // Others are to come as far as the file that they may not read.
  chmodSync(folder, 0o755)
  writeFileSync(at('file'), 'x')
  writeFileSync(at('secret'), 'x', { mode: 0 })
  mkdirSync(at('full'))
  writeFileSync(at('full', 'file'), 'x')
  symlinkSync(at('loop'), at('loop'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('what the file system says', () => {
  testAll([
    ['nothing is there', () => readFileSync(at('none')), 'resource_not_found'],
    ['it is a directory', () => readFileSync(folder), 'invalid_input'],
    ['it is no directory', () => readFileSync(at('file', 'x')), 'invalid_input'],
    ['it is there already', () => mkdirSync(at('full')), 'already_exists'],
    ['it is not empty', () => rmdirSync(at('full')), 'conflict'],
    ['it leads to itself', () => readFileSync(at('loop')), 'invalid_input'],
    ['its name is too long', () => readFileSync(at('x'.repeat(300))), 'invalid_input'],
    ['it is not open', () => readSync(9999, Buffer.alloc(1)), 'internal'],
    ['the disk is full', () => writeFileSync('/dev/full', 'x'), 'quota_exceeded'],
    [
      'a path is missing',
      () => readFileSync(undefined as never),
      'invalid_input',
      { issues: [{ path: 'path', message: expect.stringMatching(/^The "path" argument must be of type/) }] },
    ],
    [
      'a flag is unknown',
      () => openSync(at('file'), 'zz'),
      'invalid_input',
      { issues: [{ path: 'flags', message: expect.any(String) }] },
    ],
  ])

  it('one may not read it', () => {
    const program = `try { fs.readFileSync(${JSON.stringify(at('secret'))}) } catch (error) { console.log(error.message) }`
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const text = execFileSync(process.execPath, ['-e', program], { encoding: 'utf8', cwd: '/', ...nobody })
    expect(text).toContain(at('secret'))
    expect(inWords(text).code).toBe('permission_denied')
  })
})

describe('what the network says', () => {
  const resetting = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.resetAndDestroy())
  })
  let [taken, free] = [0, 0]
  beforeAll(async () => {
    taken = await listening(resetting)
    free = await freePort()
  })
  const writingTo = (port: number): Socket => {
    const socket = connect(port, '127.0.0.1').resume()
    socket.write('x')
    return socket
  }

  testAll([
    ['nobody listens', () => failureOf(connect(free, '127.0.0.1')), 'connection_refused'],
    ['nobody listens on a socket', () => failureOf(connect(at('none.sock'))), 'resource_not_found'],
    ['the other side resets', () => failureOf(writingTo(taken)), 'network'],
    ['the port is taken', () => failureOf(createServer().listen(taken, '127.0.0.1')), 'conflict'],
    ['the address is not ours', () => failureOf(createServer().listen(0, '192.0.2.1')), 'network'],
    ['there is no such port', () => connect(70_000), 'invalid_input'],
    [
      'the other side has gone',
      async () => {
        const socket = connect(taken, '127.0.0.1')
        await once(socket, 'connect')
        socket.end()
        await once(socket, 'close')
        await new Promise((_, reject) => socket.write('x', reject))
      },
      'network',
    ],
  ])
})

describe('what a name server says', () => {
  /** Asks a server for an address that always answers with the same code, or never. */
  const asking = (rcode?: number) => async () => {
    const server = createSocket('udp4')
    server.on('message', (query, { port, address }) => {
      const answer = Buffer.from(query)
      answer.writeUInt16BE(0x8180 | (rcode ?? 0), 2)
      if (rcode !== undefined) server.send(answer, port, address)
    })
    server.bind(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => server.close())
    const resolver = new Resolver({ timeout: 50, tries: 1 })
    resolver.setServers([`127.0.0.1:${server.address().port}`])
    return resolver
  }
  const resolving = (rcode?: number) => async () => (await asking(rcode)()).resolve4('api.example.test')

  testAll([
    ['no such name', resolving(3), 'dns_failure'],
    ['no data', resolving(0), 'dns_failure'],
    ['it failed', resolving(2), 'dns_failure'],
    ['it refuses', resolving(5), 'dns_failure'],
    ['it does not understand', resolving(1), 'dns_failure'],
    ['it cannot', resolving(4), 'dns_failure'],
    ['nothing', resolving(), 'timeout'],
    [
      'nothing, until one gives up',
      async () => {
        const resolver = await asking()()
        const answer = resolver.resolve4('api.example.test')
        resolver.cancel()
        await answer
      },
      'cancelled',
    ],
    ['to what is no name', async () => (await asking()()).resolve4('a..b'), 'invalid_input'],
    ['through the system', () => lookup(`${'x'.repeat(64)}.test`), 'dns_failure'],
  ])
})

const day = 86_400_000
const around = (days: number) => new Date(Date.now() + days * day)
const trusted = selfSigned('localhost', around(-1), around(1))

describe('what TLS says', () => {
  const serving = async (options: object) =>
    listening(
      createTlsServer(options, (socket) => socket.on('error', () => {}).end()).on('tlsClientError', () => {}),
    )
  const connecting =
    (options: { cert: string; key: string; maxVersion?: 'TLSv1.2' }, ca?: string) => async () => {
      const port = await serving({ ...options, minVersion: options.maxVersion ? 'TLSv1.3' : 'TLSv1.2' })
      const { maxVersion } = options
      return failureOf(
        secureConnect({
          host: '127.0.0.1',
          port,
          servername: 'localhost',
          ca,
          ...(maxVersion && { maxVersion }),
        }),
      )
    }
  const old = selfSigned('localhost', around(-2), around(-1))
  const early = selfSigned('localhost', around(1), around(2))
  const other = selfSigned('other.test', around(-1), around(1))

  testAll([
    ['nobody knows the issuer', connecting(trusted), 'tls_failure'],
    ['the certificate has expired', connecting(old, old.cert), 'tls_failure'],
    ['the certificate is not yet valid', connecting(early, early.cert), 'tls_failure'],
    ['the certificate is of another host', connecting(other, other.cert), 'tls_failure'],
    ['the versions differ', connecting({ ...trusted, maxVersion: 'TLSv1.2' }, trusted.cert), 'tls_failure'],
    [
      'the other side does not speak it',
      async () => {
        const port = await listening(createHttpServer())
        await failureOf(secureConnect({ host: '127.0.0.1', port }))
      },
      'tls_failure',
    ],
    [
      'the key is not that of the certificate',
      () => createSecureContext({ cert: trusted.cert, key: old.key }),
      'tls_failure',
    ],
  ])

  it('nothing, where the certificate is trusted and of this host', async () => {
    const port = await serving(trusted)
    const socket = secureConnect({ host: '127.0.0.1', port, servername: 'localhost', ca: trusted.cert })
    await once(socket, 'secureConnect')
    expect(socket.authorized).toBe(true)
    socket.destroy()
  })
})

describe('what fetch says', () => {
  const web = createHttpServer((request, response) => {
    const { socket } = request
    if (request.url === '/slow') return
    if (request.url === '/close') socket.destroy()
    else if (request.url === '/nonsense') socket.end('nonsense\r\n\r\n')
    else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end()
    else if (request.url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')
    else if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '100' }).write('x')
      setTimeout(() => socket.destroy(), 20)
    } else response.end('<html>')
  })
  let [base, secure, refusing] = ['', '', '']
  beforeAll(async () => {
    closing.push(() => web.closeAllConnections())
    base = `http://127.0.0.1:${await listening(web)}`
    secure = `https://127.0.0.1:${await listening(createTlsServer(trusted).on('tlsClientError', () => {}))}`
    refusing = `http://127.0.0.1:${await freePort()}`
  })

  it.each<[what: string, work: () => Promise<unknown>, code: CanonicalCode, cause: RegExp]>([
    ['nobody listens', () => fetch(refusing), 'connection_refused', /^connect ECONNREFUSED/],
    [
      'there is no such host',
      () => fetch(`http://${'x'.repeat(64)}.test`),
      'dns_failure',
      /^getaddrinfo ENOTFOUND/,
    ],
    ['nobody knows the issuer', () => fetch(secure), 'tls_failure', /^self-signed certificate$/],
    [
      'the other side does not speak TLS',
      () => fetch(base.replace('http', 'https')),
      'tls_failure',
      /wrong version number/,
    ],
    ['the other side closes', () => fetch(`${base}/close`), 'network', /^other side closed$/],
    ['the other side talks nonsense', () => fetch(`${base}/nonsense`), 'network', /^Response does not match/],
    ['the scheme is unknown', () => fetch('foo://x'), 'invalid_arguments', /^unknown scheme$/],
    ['the port is not to be used', () => fetch('http://127.0.0.1:1'), 'invalid_input', /^bad port$/],
  ])('in its cause: %s', async (_, work, code, cause) => {
    const error = await thrownBy(work)
    expect(error.message).toBe('fetch failed')
    expect(readThrown(error)).toMatchObject({
      code,
      message: 'fetch failed',
      details: { cause: expect.stringMatching(cause) },
    })
    expect(inWords(error.message).code).toBe('network')
  })

  it.each<[what: string, work: () => Promise<unknown>, code: CanonicalCode]>([
    ['the answer ends too early', async () => (await fetch(`${base}/cut`)).text(), 'network'],
    ['the answer cannot be unpacked', async () => (await fetch(`${base}/gzip`)).text(), 'malformed_data'],
  ])('in its cause: %s', async (_, work, code) => {
    const error = await thrownBy(work)
    expect(error.message).toBe('terminated')
    expect(readThrown(error).code).toBe(code)
    expect(inWords(error.message).code).toBe('unknown')
  })

  testAll([
    ['it took too long', () => fetch(`${base}/slow`, { signal: AbortSignal.timeout(20) }), 'timeout'],
    ['it was given up', () => fetch(`${base}/slow`, { signal: AbortSignal.abort() }), 'cancelled'],
    ['the answer is no JSON', async () => (await fetch(base)).json(), 'malformed_data'],
    ['the address is none', () => fetch('nope'), 'malformed_data'],
    ['GET has no body', () => fetch(base, { body: 'x' }), 'invalid_arguments'],
    ['with node:http: the other side closes', () => failureOf(get(`${base}/close`)), 'network'],
  ])
})

describe('what JavaScript says', () => {
  testAll([
    ...['', '{', '{"a":}', '{"a":1,}', '{"a" 1}', '{a:1}', '[1', '<html>', 'nope', '"x', '1 2', '"\n"'].map(
      (text): Case => [`of ${JSON.stringify(text)} as JSON`, () => JSON.parse(text), 'malformed_data'],
    ),
    ['of a part of an address', () => decodeURIComponent('%'), 'malformed_data'],
    ['of what is no regular expression', () => new RegExp('('.repeat(2)), 'malformed_data'],
    ['of packed data', () => gunzipSync(gzipSync('hello').subarray(0, 12)), 'malformed_data'],
    ['of what is no base64', () => atob('*'), 'malformed_data'],
    ['of an address', () => new URL('nope'), 'invalid_input'],
    ['of a date', () => new Date('x').toISOString(), 'invalid_input'],
    ['of digits', () => (1).toFixed(101), 'invalid_input'],
    ['of a length', () => new Array(-1), 'invalid_input'],
    ['of a large number', () => BigInt('x'), 'invalid_input'],
    ['of an encoding', () => new TextDecoder('nope'), 'invalid_input'],
    ['of null', () => JSON.parse('null').x, 'internal'],
    ['of what is no function', () => JSON.parse('{}').f(), 'internal'],
    ['of what is no list', () => new Map(JSON.parse('5')), 'internal'],
    [
      'of calls without end',
      () => {
        const call = (): number => call() + 1
        call()
      },
      'internal',
    ],
    [
      'of an object within itself',
      () => {
        const value: { self?: object } = {}
        value.self = value
        JSON.stringify(value)
      },
      'internal',
    ],
    ['of a BigInt as JSON', () => JSON.stringify({ n: 1n }), 'internal'],
    ['of a module', () => import(/* @vite-ignore */ `${folder}/none.js`), 'not_found'],
  ])
})

describe('what child processes say', () => {
  const node = process.execPath
  const waiting = ['-e', 'setTimeout(() => {}, 60_000)']
  const running = (args: string[], options: object) =>
    new Promise((resolve, reject) =>
      execFile(node, args, options, (error) => (error ? reject(error) : resolve(undefined))),
    )

  testAll([
    ['there is no such program', () => failureOf(spawn('no-such-program-here')), 'resource_not_found'],
    ['there is no such folder', () => execFileSync(node, ['-v'], { cwd: at('none') }), 'resource_not_found'],
    ['it is no program', () => execFileSync(folder), 'permission_denied'],
    ['it took too long', () => execFileSync(node, waiting, { timeout: 50 }), 'timeout'],
    ['it was given up', () => running(waiting, { signal: AbortSignal.abort() }), 'cancelled'],
    ['it said too much', () => running(['-v'], { maxBuffer: 1 }), 'internal'],
    ['it failed', () => running(['-e', 'process.exit(3)'], {}), 'unknown'],
  ])

  it('what it printed on its way out', async () => {
    const program = 'throw new Error("connect ECONNREFUSED 127.0.0.1:5432")'
    const error = await thrownBy(() => running(['-e', program], {}))
    expect(inWords(error.message)).toMatchObject({
      code: 'connection_refused',
      details: { stack: expect.stringMatching(/^at .*\(node:internal/) },
    })
  })
})

const wrong = { user: { email: 'x', age: 1.5 }, tags: [5], extra: 1 }

describe('what zod says', () => {
  const fields = ['user.email', 'user.age', 'tags.0', '']
  const invalid = z
    .strictObject({ user: z.object({ email: z.email(), age: z.int() }), tags: z.array(z.string()) })
    .safeParse(wrong)
  const invalidBefore = z3
    .object({
      user: z3.object({ email: z3.string().email(), age: z3.number().int() }),
      tags: z3.array(z3.string()),
    })
    .strict()
    .safeParse(wrong)

  it.each([
    ['today', invalid.error],
    ['before', invalidBefore.error],
  ])('%s, as its message and as what it throws', (_, error) => {
    if (!error) throw new Error('It was valid.')
    const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    expect(issues.map(({ path }) => path)).toEqual(fields)
    const expected = { code: 'invalid_arguments', issues }
    expect(inWords(error.message)).toMatchObject(expected)
    expect(inWords(`Input validation error: ${error.message}`)).toMatchObject(expected)
    expect(readThrown(error)).toMatchObject({ ...expected, origin: { dialect: 'zod' } })
    expect(decode(error.message)).toMatchObject({ ...expected, origin: { dialect: 'zod' } })
  })

  it('for people', () => {
    if (!invalid.error) throw new Error('It was valid.')
    const { code, issues } = inWords(z.prettifyError(invalid.error))
    expect(code).toBe('invalid_arguments')
    expect(issues?.map(({ path }) => path).sort()).toEqual(['', 'tags[0]', 'user.age', 'user.email'])
  })
})

describe('what ajv says', () => {
  const ajv = new Ajv({ allErrors: true })
  const validate = ajv.compile({
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      user: { type: 'object', required: ['id'], properties: { age: { type: 'integer' } } },
      tags: { type: 'array', items: { enum: ['a', 'b'] } },
    },
  })
  validate(wrong)
  const errors = validate.errors ?? []

  it.each(['data', 'body'])('in words about %s', (dataVar) => {
    const { code, issues } = inWords(ajv.errorsText(errors, { dataVar }))
    expect(code).toBe('invalid_input')
    expect(issues?.map(({ path }) => path)).toEqual(['name', '', 'user.id', 'user.age', 'tags.0'])
    expect(issues?.map(({ message }) => message)).toEqual(errors.map(({ message }) => message))
  })

  it('as data', () => {
    const { issues, origin } = decode(errors)
    expect(origin?.dialect).toBe('adhoc')
    expect(issues?.map(({ path }) => path)).toEqual(['name', 'extra', 'user.id', 'user.age', 'tags.0'])
  })

  it('as what it throws', async () => {
    const checked = ajv.compile({ $async: true, type: 'object', required: ['name'] })
    const error = await thrownBy(() => checked({}))
    expect(readThrown(error)).toMatchObject({ code: 'invalid_input', message: 'validation failed' })
  })
})

/** What both generations of the SDK have in common. */
interface Calling {
  callTool(params: object, ...options: unknown[]): Promise<unknown>
  connect(transport: never): Promise<void>
  close(): Promise<void>
  readResource(params: { uri: string }): Promise<unknown>
}
interface Serving {
  registerTool(name: string, config: object, call: () => Promise<object>): { disable(): void }
  registerResource(name: string, uri: string, config: object, read: () => Promise<object>): unknown
  connect(transport: unknown): Promise<void>
  close(): Promise<void>
}

const info = { name: 'errlingua-test', version: '1.0.0' }
const done = { content: [] }

describe.each(generations)('what SDK %s says', (generation) => {
  const isFirst = generation === 'v1'
  const shape = <T extends z.ZodRawShape>(fields: T) => (isFirst ? fields : z.object(fields))
  const newClient = () => (isFirst ? new ClientV1(info) : new ClientV2(info)) as unknown as Calling
  let client: Calling
  let server: Serving

  const tools: [name: string, config: object, call: () => unknown][] = [
    ['pay', { inputSchema: shape({ amount: z.number().positive(), email: z.email() }) }, () => done],
    ['typed', { outputSchema: shape({ n: z.number() }) }, () => ({ ...done, structuredContent: { n: 'x' } })],
    ['untyped', { outputSchema: shape({ n: z.number() }) }, () => done],
    ['slow', {}, () => new Promise((resolve) => setTimeout(resolve, 2000, done))],
    ['reading', {}, () => readFileSync(at('none'))],
    ['parsing', {}, () => JSON.parse('{')],
    [
      'limited',
      {},
      () => {
        throw new Error('Rate limit exceeded. Retry after 30s')
      },
    ],
    [
      'tracing',
      {},
      async () => {
        throw new Error((await thrownBy(() => JSON.parse('null').x)).stack)
      },
    ],
    [
      'texts',
      {},
      () => {
        throw 'user 7 not found'
      },
    ],
    ['off', {}, () => done],
  ]

  beforeAll(async () => {
    server = (isFirst ? new ServerV1(info) : new ServerV2(info)) as unknown as Serving
    for (const [name, config, call] of tools) {
      const tool = server.registerTool(name, config, async () => (await call()) as object)
      if (name === 'off') tool.disable()
    }
    server.registerResource('r', 'test://r', {}, async () => ({ contents: [] }))
    const pair = isFirst ? InMemoryV1.createLinkedPair() : InMemoryV2.createLinkedPair()
    await server.connect(pair[1])
    client = newClient()
    await client.connect(pair[0] as never)
  })

  /** What a call gives or throws, as the canonical error. */
  async function errorOf(work: () => Promise<unknown>): Promise<CanonicalError | undefined> {
    try {
      return readToolResult((await work()) as object)
    } catch (error) {
      return readThrown(error)
    }
  }
  const calling = (name: string, args: object = {}, options?: object) =>
    client.callTool({ name, arguments: args }, ...(isFirst ? [undefined, options] : [options]))

  const amount = { path: 'amount', message: 'Too small: expected number to be >0' }
  const email = { path: 'email', message: 'Invalid email address' }

  it.each<[what: string, name: string, args: object, code: CanonicalCode, more: Partial<CanonicalError>]>([
    [
      'wrong arguments',
      'pay',
      { amount: 0, email: 'x' },
      'invalid_arguments',
      { operation: 'pay', issues: [amount, email] },
    ],
    [
      'no arguments',
      'pay',
      {},
      'invalid_arguments',
      {
        operation: 'pay',
        issues: [
          { path: 'amount', message: 'Invalid input: expected number, received undefined' },
          { path: 'email', message: 'Invalid input: expected string, received undefined' },
        ],
      },
    ],
    ['no such tool', 'nope', {}, 'tool_not_found', { operation: 'nope', message: 'Tool nope not found' }],
    [
      'a tool that is switched off',
      'off',
      {},
      'tool_not_found',
      { operation: 'off', message: 'Tool off disabled' },
    ],
    ['an answer of the wrong type', 'typed', {}, 'internal', { operation: 'typed' }],
    ['an answer without data', 'untyped', {}, 'internal', { operation: 'untyped' }],
    ['an error of the file system', 'reading', {}, 'resource_not_found', {}],
    ['an error of a parser', 'parsing', {}, 'malformed_data', {}],
    ['a wait', 'limited', {}, 'rate_limited', { retryAfter: 30 }],
    [
      'a trace',
      'tracing',
      {},
      'internal',
      {
        message: "TypeError: Cannot read properties of null (reading 'x')",
        details: { stack: expect.stringMatching(/^at .*real-texts\.test\.ts:\d+:\d+\)?\n/) },
      },
    ],
    ['what is no Error', 'texts', {}, 'not_found', { message: 'user 7 not found' }],
  ])('about %s', async (_, name, args, code, more) => {
    expect(await errorOf(() => calling(name, args))).toMatchObject({ code, ...more })
  })

  it('when it takes too long', async () => {
    expect(await errorOf(() => calling('slow', {}, { timeout: 30 }))).toMatchObject({
      code: 'timeout',
      message: 'Request timed out',
      details: { timeout: 30 },
    })
  })

  it('when it is given up', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 20)
    const error = await errorOf(() => calling('slow', {}, { signal: controller.signal }))
    expect(error?.code).toBe('cancelled')
  })

  it('about no such resource', async () => {
    const error = await errorOf(() => client.readResource({ uri: 'test://none' }))
    expect(error).toMatchObject({
      code: 'resource_not_found',
      message: expect.stringMatching(/^Resource/),
      origin: { dialect: 'jsonrpc', code: '-32602' },
    })
  })

  it.each<[status: number, body: string, code: CanonicalCode, more: Partial<CanonicalError>]>([
    [503, 'try again in 5 seconds', 'unavailable', { status: 503, retryAfter: 5 }],
    [404, 'no such thing', 'not_found', { status: 404 }],
    [
      400,
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}',
      'malformed_data',
      { status: 400 },
    ],
  ])('about a response of status %d', async (status, body, code, more) => {
    const port = await listening(createHttpServer((_, response) => response.writeHead(status).end(body)))
    const url = new URL(`http://127.0.0.1:${port}/mcp`)
    const transport = isFirst ? new HttpV1(url) : new HttpV2(url)
    expect(readThrown(await thrownBy(() => newClient().connect(transport as never)))).toMatchObject({
      code,
      ...more,
    })
  })

  it('when nobody listens', async () => {
    const url = new URL(`http://127.0.0.1:${await freePort()}/mcp`)
    const transport = isFirst ? new HttpV1(url) : new HttpV2(url)
    const error = await thrownBy(() => newClient().connect(transport as never))
    expect(readThrown(error)).toMatchObject({ code: 'connection_refused', message: 'fetch failed' })
  })

  it('when the connection ends, and afterwards', async () => {
    const pending = errorOf(() => calling('slow'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await server.close()
    const code = isFirst ? 'network' : 'connection_failed'
    expect(await pending).toMatchObject({ code, message: 'Connection closed' })
    expect(await errorOf(() => calling('limited'))).toMatchObject({
      code: 'network',
      message: 'Not connected',
    })
  })
})

describe.each(generations)('what fastmcp says to SDK %s', (generation) => {
  const program = fileURLToPath(new URL('./servers/fastmcp.js', import.meta.url))
  const client = clientOver(generation, stdioTransport(generation, [program]))

  it.each<
    [
      what: string,
      name: string,
      args: Record<string, unknown>,
      code: CanonicalCode,
      more: Partial<CanonicalError>,
    ]
  >([
    [
      'wrong arguments',
      'plain',
      { id: 5 },
      'invalid_arguments',
      {
        operation: 'plain',
        issues: [{ path: 'id', message: 'Invalid input: expected string, received number' }],
      },
    ],
    ['no such tool', 'nope', {}, 'tool_not_found', { operation: 'nope', message: 'Unknown tool: nope' }],
    [
      'an Error',
      'plain',
      { id: '7' },
      'connection_refused',
      { operation: 'plain', message: 'connect ECONNREFUSED 127.0.0.1:5432' },
    ],
    ['a UserError', 'bare_user_error', { id: '7' }, 'not_found', { message: 'note 7 not found' }],
    [
      'a UserError with more to say',
      'user_error',
      { id: '7' },
      'not_found',
      { message: 'note 7 not found', details: { code: 'NOT_FOUND', id: '7' } },
    ],
    [
      'a tool that takes too long',
      'slow',
      {},
      'timeout',
      { operation: 'slow', message: expect.stringMatching(/^Tool 'slow' timed out after 50ms/) },
    ],
  ])('about %s', async (_, name, args, code, more) => {
    const connected = await client
    const error = await connected.callTool({ name, arguments: args }).then(readToolResult, readThrown)
    expect(error).toMatchObject({ code, ...more })
  })
})
