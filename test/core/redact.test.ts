import { describe, expect, it } from 'vitest'
import { redactJson, redactText } from '../../src/core/redact'
import { decode, type JsonValue, redact, safeDecode, stringify } from '../../src/index'
import { normalizeToolResult, readToolResult } from '../../src/mcp/index'
import { redactionFor } from '../../src/mcp/sent-paths'
import { writableIds } from '../corpus'

// Put together here, so that no scanner takes this file for a leak.
const token = (prefix: string, length = 40) => prefix + 'aB3dE5fG7h'.repeat(10).slice(0, length)

const secrets: readonly (readonly [where: string, secret: string, text: (secret: string) => string])[] = [
  ['a bearer token', token(''), (s) => `401 for Authorization: Bearer ${s}`],
  ['basic credentials', 'dXNlcjpodW50ZXIy', (s) => `authorization: basic ${s} was refused`],
  ['an OpenAI key', token('sk-proj-'), (s) => `Incorrect API key provided: ${s}.`],
  ['an Anthropic key', token('sk-ant-api03-'), (s) => `x-api-key ${s} is invalid`],
  ['a Stripe key', token('sk_live_', 24), (s) => `No such key: ${s}`],
  ['a GitHub token', token('ghp_', 36), (s) => `Bad credentials (${s})`],
  ['a fine-grained GitHub token', token('github_pat_', 60), (s) => `token=${s}`],
  ['a GitLab token', token('glpat-', 20), (s) => `"${s}" has expired`],
  ['a Slack token', token('xoxb-', 30), (s) => `invalid_auth for ${s}`],
  ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE', (s) => `The security token ${s} is invalid`],
  ['a Google key', token('AIza', 35), (s) => `https://maps.example.com/?key=${s}`],
  [
    'a JSON web token',
    `eyJhbGciOiJIUzI1NiJ9.${token('eyJz', 20)}.${token('', 20)}`,
    (s) => `jwt malformed: ${s}`,
  ],
  [
    'the password of an address',
    'hunter2',
    (s) => `could not connect to postgres://app:${s}@db.internal:5432/x`,
  ],
  ['a parameter of an address', 'abc123def', (s) => `GET https://api.example.com/v1?api_key=${s}&q=1 failed`],
  ['a name and its value', 'hunter2', (s) => `Connection failed: host=db;password=${s};port=5432`],
  ['a name, a colon and a value', 'hunter2!', (s) => `{client_secret: "${s}"}`],
  ['an Azure connection string', token('', 44), (s) => `AccountName=x;AccountKey=${s}==;EndpointSuffix=core`],
  ['a token by its name', 'abcdef0123456789abcdef', (s) => `token=${s} is bad`],
  ['a cookie', 'sid=0123456789', (s) => `Cookie: ${s}; path=/`],
  ['a header of AWS', 'FwoGZXIvYXdzEBYaD', (s) => `x-amz-security-token: ${s}1`],
  ['a bearer token without digits', 'abcdefghijklmnopqrstuv', (s) => `Bearer ${s}`],
  ['a quoted value in a text', 'correct horse battery', (s) => `config {"password": "${s}"} is wrong`],
  ['a quoted value after =', 'hunter two words', (s) => `DB_PASSWORD="${s}"`],
  ['a secret of letters only', 'correcthorse', (s) => `the secret: ${s}`],
  ['an argument that comes first', 'hunter2secret', (s) => `--password ${s}`],
  ['a passphrase', 'My5ecret!', (s) => `passphrase: ${s}`],
  ['a secret key', 'abc123def456', (s) => `secretKey: "${s}"`],
  ['an argument', 'hunter2secret', (s) => `mysql --password ${s} failed`],
  ['an API key that was given', 'abcd1234efgh5678', (s) => `Incorrect API key provided: ${s}.`],
  ['a password with an @', 'p@ssw0rd', (s) => `postgres://user:${s}@host/db`],
  ['an npm token', token('npm_', 36), (s) => `E401 //registry/:_authToken=${s}`],
  ['a variable without an underscore', 'hunter2xyz', (s) => `PGPASSWORD=${s} psql failed`],
  ['a short name', 'hunter2xyz', (s) => `DB_PASS=${s}`],
  ['a header of GitLab', '8f3a9c1e2b4d', (s) => `PRIVATE-TOKEN: ${s}`],
  ['a session', '8f3a9c1e2b4d4f6a', (s) => `sessionid=${s}; path=/`],
  ['the user of curl', 'hunter2xyz', (s) => `curl -u admin:${s} https://x failed`],
  ['a webhook of Slack', 'x1Y2z3A4b5', (s) => `POST https://hooks.slack.com/services/T01/B02/${s} gave 404`],
  [
    'a private key',
    'MIIEpAIBAAKCAQEA',
    (s) => `-----BEGIN RSA PRIVATE KEY-----\n${s}\n-----END RSA PRIVATE KEY----- is bad`,
  ],
  ['a private key that is cut', 'MIIEpAIBAAKCAQEA', (s) => `bad key: -----BEGIN PRIVATE KEY-----\n${s}`],
]

describe('a text', () => {
  it.each(secrets)('loses %s', (_, secret, text) => {
    const clean = redactText(text(secret))
    expect(clean).not.toContain(secret)
    expect(clean).toContain('[redacted]')
  })

  it.each([
    'Bearer authentication failed.',
    'invalid password: must be at least 8 characters',
    'The secret is out: author not found',
    'Missing required parameter: api_key',
    'the token has expired',
    'password: required',
    'password: too short',
    'key: value',
    'Unexpected token } in JSON at position 17',
    'Unexpected token: string',
    'unknown flag -u in `ls -u name: 5 files`',
    'bypass=true, compass=north',
    'task-1234567890 was not found',
    '-----BEGIN CERTIFICATE----- is missing',
    'See https://user@example.com/path:8080 and mailto:a@b.c',
    'at least one of a, b\n  at most three (see docs)\nat home (see the docs)\n  1: first\n#1 second',
  ])('that has nothing to hide stays as it is: %s', (text) => {
    expect(redactText(text)).toBe(text)
  })

  it.each([
    [
      'JavaScript',
      'TypeError: x is not a function\n    at Object.<anonymous> (/srv/app/index.js:10:5)\n    at async Promise.all (index 0)\n    at node:internal/main/run_main_module:28:49',
      'TypeError: x is not a function\n[stack trace redacted]',
    ],
    [
      'Python',
      'Traceback (most recent call last):\n  File "/srv/app.py", line 3, in read\n    raise ValueError(path)\nValueError: bad path',
      '[stack trace redacted]\nValueError: bad path',
    ],
    [
      'Java',
      'java.lang.IllegalStateException: closed\n\tat com.example.Db.open(Db.java:42)\n\tat com.example.Main.main(Main.java:7)\nCaused by: java.io.IOException: gone',
      'java.lang.IllegalStateException: closed\n[stack trace redacted]\nCaused by: java.io.IOException: gone',
    ],
    [
      'Go',
      'panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/main.go:8 +0x18\n\nexit status 2',
      'panic: boom\n\n[stack trace redacted]\n\nexit status 2',
    ],
    [
      'C#',
      'System.Exception: boom\r\n   at App.Main() in C:\\app\\Program.cs:line 12\r\n',
      'System.Exception: boom\r\n[stack trace redacted]\n',
    ],
    [
      'JavaScript on one line',
      'boom at foo (/srv/app/index.js:10:5) at bar (/srv/app/b.js:1:2) and so on',
      'boom [stack trace redacted] and so on',
    ],
    [
      'Ruby',
      "app.rb:3:in `read': bad (RuntimeError)\n\tfrom app.rb:9:in `<main>'",
      "app.rb:3:in `read': bad (RuntimeError)\n[stack trace redacted]",
    ],
    [
      'a page of Express',
      '<title>Error</title>\n<pre>Error: db down<br> &nbsp; &nbsp;at Layer.handle (/srv/lib/layer.js:152:17)<br> &nbsp; &nbsp;at new &lt;anonymous&gt; (/srv/a.js:1:2)</pre>\n<p>meet<br>at noon</p>',
      '<title>Error</title>\n<pre>Error: db down [stack trace redacted]</pre>\n<p>meet<br>at noon</p>',
    ],
    [
      'a page with its lines',
      '<pre>Error: x\n    at f (/srv/a.js:1:2)\n    at g (/srv/a.js:3:4)</pre>',
      '<pre>Error: x\n[stack trace redacted]',
    ],
    [
      'Node, with the members of the error behind it',
      "Error: boom\n    at run (/srv/app.js:1:2)\n    at node:internal/main/run_main_module:28:49 {\n  code: 'E_X',\n  [cause]: Error: inner\n      at run (/srv/app.js:3:4)\n      ... 5 lines matching cause stack trace ...\n      at only (/srv/app.js:1:2) {\n    code: 'E_Y'\n  }\n}",
      "Error: boom\n[stack trace redacted] {\n  code: 'E_X',\n  [cause]: Error: inner\n[stack trace redacted] {\n    code: 'E_Y'\n  }\n}",
    ],
    [
      'Java, shortened',
      'java.io.IOException: gone\n\tat a.b.C.read(C.java:1)\n\t... 2 more\nthen ... 2 more',
      'java.io.IOException: gone\n[stack trace redacted]\nthen ... 2 more',
    ],
  ])('loses a trace of %s and keeps what it is of', (_, text, clean) => {
    expect(redactText(text)).toBe(clean)
  })

  it.each([
    ['authorization=Bearer%20abcd1234efgh5678', 'authorization=[redacted]'],
    ['x (authorization=Bearer%20abcd1234efgh5678)', 'x (authorization=[redacted])'],
  ])('leaves no part of a mark behind: %s', (text, clean) => {
    expect(redactText(text)).toBe(clean)
  })

  it('takes time that grows with its length only', () => {
    for (const piece of [
      'a',
      'password=',
      'Bearer ',
      '-----BEGIN PRIVATE KEY-----',
      'https://a:',
      ' at (',
      'eyJ',
      '\n  at x (',
      'sk-',
    ]) {
      const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
      expect(typeof redactText(text)).toBe('string')
    }
  })
})

describe('data', () => {
  it('loses what stands under the name of a secret or a trace', () => {
    const value: JsonValue = {
      password: 'hunter2',
      pass: 'hunter2',
      'X-Api-Key': 'abc',
      headers: { Authorization: 'Bearer x', Cookie: 'session=0123456789abcdef', Accept: 'text/html' },
      credentials: { user: 'u', secret: 's', access_key: 1234 },
      stack: ['a', 'b'],
      traceback: 'File x',
      body: '{"token":"0123456789abcdef","n":9007199254740993}',
    }
    expect(redactJson(value)).toEqual({
      password: '[redacted]',
      pass: '[redacted]',
      'X-Api-Key': '[redacted]',
      headers: { Authorization: '[redacted]', Cookie: '[redacted]', Accept: 'text/html' },
      credentials: { user: 'u', secret: '[redacted]', access_key: '[redacted]' },
      stack: '[redacted]',
      traceback: '[redacted]',
      body: '{"token":"[redacted]","n":9007199254740993}',
    })
  })

  it('keeps what is said about a secret, and is the same reference where there is nothing to hide', () => {
    const value: JsonValue = {
      password: ['must be at least 8 characters'],
      token: 'unexpected',
      secret: null,
      author: 'a',
      stack: '',
      retry_after: 30,
    }
    expect(redactJson(value)).toBe(value)
  })
})

describe('an error', () => {
  it('in plain text loses its stack trace, but not what it is of', () => {
    const text = `Error calling tool 'pay': Connection refused for Bearer ${token('')}\n    at connect (/srv/app/db.js:10:5)\n    at /srv/app/pay.js:3:1`
    const error = decode(text, { dialect: 'text' })
    expect(error.details).toEqual({
      stack: 'at connect (/srv/app/db.js:10:5)\n    at /srv/app/pay.js:3:1',
    })
    const redacted = redact(error)
    expect(redacted).toMatchObject({
      code: 'connection_refused',
      message: 'Connection refused for Bearer [redacted]',
      operation: 'pay',
      details: { stack: '[redacted]' },
    })
    for (const to of writableIds) expect(stringify(redacted, to), to).not.toMatch(/srv|aB3dE5/)
  })

  it('loses secrets wherever they are', () => {
    const error = redact({
      code: 'permission_denied',
      message: 'Bearer abc123def456 was refused',
      severity: 'error',
      recovery: 'Set password=hunter2',
      issues: [{ path: 'url', message: 'https://u:hunter2@x' }],
      details: { api_key: 'k', nested: { authorization: 'Basic eHg6eXk=' } },
    })
    expect(JSON.stringify(error)).not.toMatch(/abc123|hunter2|"k"|eHg6/)
    expect(error.code).toBe('permission_denied')
  })

  it('in a tool result leaves no secret in any part of it, whatever it is translated into', () => {
    const secret = 'hunter2hunter2'
    const body = {
      error: 'internal_error',
      message: `postgres://u:${secret}@db failed`,
      details: { password: secret, extra: 1 },
      unknown: { api_key: secret },
    }
    const result = {
      content: [
        { type: 'text', text: JSON.stringify(body) },
        { type: 'text', text: `see also https://x:${secret}@y` },
        { type: 'image', data: 'EAAaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', mimeType: 'image/png' },
      ],
      structuredContent: { token: secret, rows: 1 },
      isError: true,
      _meta: { trace: { authorization: `Bearer ${secret}` } },
    }
    for (const to of writableIds) {
      const normalized = normalizeToolResult(result, { to, redact: true })
      expect(JSON.stringify(normalized), to).not.toContain(secret)
      expect(JSON.stringify(normalized), to).toContain('EAAaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
      expect(readToolResult(normalized)?.message, to).toBe('postgres://u:[redacted]@db failed')
    }
    const success = { content: [{ type: 'text', text: `postgres://u:${secret}@db` }] }
    expect(normalizeToolResult(success, { to: 'fusion', redact: true })).toBe(success)
  })
})

describe('what the caller says of it', () => {
  it('names more members whose values are secrets, in any writing', () => {
    const names = ['house-key', 'pin']
    const value: JsonValue = { House_Key: 'blue', pin: 1234, spin: 1, note: 'pin=77x3 and spin=77x3' }
    expect(redactJson(value)).toBe(value)
    expect(redactJson(value, { names })).toEqual({
      House_Key: '[redacted]',
      pin: '[redacted]',
      spin: 1,
      note: 'pin=[redacted] and spin=77x3',
    })
  })

  it.each([
    ['that was sent', ['/srv/books/a.txt'], 'no /srv/books/a.txt here', 'no /srv/books/a.txt here'],
    ['within one that was sent', ['/srv/books/a.txt'], 'no /srv/books here', 'no /srv/books here'],
    ['that ends with what was sent', ['books/a.txt'], 'no /srv/books/a.txt', 'no /srv/books/a.txt'],
    ['beside the one that was sent', ['/srv/books/a.txt'], 'no /srv/books/b.txt', 'no [path redacted]'],
    ['with a part of a folder that was sent', ['oks/a.txt'], 'no /srv/books/a.txt', 'no [path redacted]'],
    ['where only its last name was sent', ['a.txt'], 'no /srv/books/a.txt', 'no [path redacted]'],
    ['with a line', ['/srv/books/a.py'], 'in /srv/books/a.py:7', 'in /srv/books/a.py:7'],
    [
      'with the other separator, in quotes',
      ['C:/My Books/a'],
      'no "C:\\My Books\\a"',
      'no "C:\\My Books\\a"',
    ],
    ['below a folder that was sent', ['/srv/books'], 'no /srv/books/b/a.txt', 'no /srv/books/b/a.txt'],
    ['below a folder on a drive', ['C:\\Books\\x'], 'no C:\\Books\\x\\a.txt', 'no C:\\Books\\x\\a.txt'],
    ['below a root that was sent', ['/home'], 'no /home/deploy/.ssh/id_rsa', 'no [path redacted]'],
    ['below a root with a slash', ['/etc/'], 'no /etc/shadow', 'no [path redacted]'],
    ['below a folder of one name', ['./books'], 'no /srv/books/a.txt', 'no [path redacted]'],
    ['below the root of a drive', ['C:\\Users'], 'no C:\\Users\\svc\\key.pem', 'no [path redacted]'],
    ['below a home', ['~/books'], 'no ~/books/key.pem', 'no [path redacted]'],
    ['that leads out of a root', ['/tmp'], 'no /tmp/../root/.ssh/id_rsa', 'no [path redacted]'],
    ['that leads out of a folder', ['/srv/books'], 'no /srv/books/../.ssh/id_rsa', 'no [path redacted]'],
    ['that leads out as it was sent', ['/srv/b/../a.py'], 'no /srv/b/../a.py', 'no /srv/b/../a.py'],
  ])('tells a path or hides it: one %s', (_, known, text, clean) => {
    expect(redactText(text)).not.toBe(text)
    expect(redactText(text, { known })).toBe(clean)
  })

  it.each([
    [{ known: '/srv' }, 'The option known of redact is not a list of texts.'],
    [{ names: 'pin' }, 'The option names of redact is not a list of texts.'],
    [{ names: [/pin/] }, 'The option names of redact is not a list of texts.'],
    [{ paths: 'no' }, 'The option paths of redact is not a boolean.'],
    [{ path: false }, 'There is no option path of redact. Known: secrets, traces, paths, names, known.'],
  ])('is refused where it is not understood: %j', (options, message) => {
    expect(() => redactText('x', options as never)).toThrow(new TypeError(message))
    expect(() => redactionFor(options as never, undefined)).toThrow(new TypeError(message))
  })

  it('may be said of no option', () => {
    const options = { secrets: undefined, names: undefined, known: undefined }
    expect(redactText('password=hunter2', options)).toBe('password=[redacted]')
  })

  it('does not tell a secret that was sent', () => {
    expect(redactText('password=hunter2/x', { known: ['hunter2/x'] })).toBe('password=[redacted]')
  })
})

/** Objects or lists, one in another. */
function nested(
  levels: number,
  wrap: (inner: JsonValue) => JsonValue,
  innermost: JsonValue = 'password=hunter2',
): JsonValue {
  let value = innermost
  for (let i = 0; i < levels; i++) value = wrap(value)
  return value
}

const refuse = () => {
  throw new TypeError('hunter2')
}
const noData: readonly (readonly [what: string, make: () => JsonValue])[] = [
  ['a list with room for 4,294,967,295 items', () => new Array(2 ** 32 - 1)],
  ['objects of 100,000 levels', () => nested(100_000, (a) => ({ a }))],
  ['lists of 100,000 levels', () => nested(100_000, (a) => [a])],
  ['a member that throws', () => Object.defineProperty({ b: 1 }, 'a', { get: refuse, enumerable: true })],
  ['an object whose keys cannot be told', () => new Proxy({}, { ownKeys: refuse })],
  ['a list whose items cannot be told', () => new Proxy([1], { get: refuse })],
  ['an object without a kind', () => new Proxy({}, { getPrototypeOf: refuse })],
  [
    'a proxy that is revoked',
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      return proxy
    },
  ],
  [
    'an object that is in itself twice',
    () => {
      const object: Record<string, JsonValue> = {}
      object.a = object
      object.b = object
      return object
    },
  ],
]

describe('what is no data', () => {
  it.each(noData)('is hidden where it cannot be looked into: %s', (_, make) => {
    const clean = JSON.stringify(redactJson({ kept: 1, trace: make(), value: make() }))
    expect(clean).toContain('"kept":1')
    expect(clean).toContain('[redacted]')
    expect(clean).not.toContain('hunter2')
  })

  it('does not hide what stands beside it', () => {
    const value = { huge: new Array(2 ** 32 - 1), loc: new Array(2 ** 32 - 1), small: [{ a: ['b'] }] }
    expect(redactJson(value)).toEqual({ huge: '[redacted]', loc: '[redacted]', small: [{ a: ['b'] }] })
  })

  // A proxy without a kind throws for whoever looks for the error, before anything is cleaned.
  const withKind = noData.filter(([what]) => !/without a kind|revoked/.test(what))

  it.each(withKind)('does not stop a tool result or an error from being cleaned: %s', (_, make) => {
    const text = { type: 'text', text: 'boom' }
    const results = [
      { content: [text], isError: true, structuredContent: { inner: make() } },
      { content: [text], isError: true, _meta: { inner: make() } },
      { content: [text, { type: 'other', inner: make() }], isError: true },
    ]
    for (const result of results) {
      const clean = normalizeToolResult(result as never, { to: 'fusion', redact: true })
      expect(JSON.stringify(clean)).toContain('boom')
      expect(JSON.stringify(clean)).not.toContain('hunter2')
    }
    const error = redact({ code: 'internal', message: 'm', severity: 'error', details: { inner: make() } })
    expect(error).toMatchObject({ code: 'internal', message: 'm' })
    expect(JSON.stringify(error)).not.toContain('hunter2')
  })

  it.each(withKind)('may be all of the structured content: %s', (_, make) => {
    const result = { content: [{ type: 'text', text: 'boom' }], isError: true, structuredContent: make() }
    const clean = JSON.stringify(normalizeToolResult(result as never, { to: 'fusion', redact: true }))
    expect(clean).toContain('boom')
    expect(clean).not.toContain('hunter2')
  })

  it.each([
    ['objects', (a: JsonValue) => ({ a })],
    ['lists', (a: JsonValue) => [a]],
  ])('ends where nothing is read any more: %s of 1,000 levels are looked into', (_, wrap) => {
    const clean = JSON.stringify(redactJson(nested(1000, wrap)))
    expect(clean).toContain('"password=[redacted]"')
  })
})

describe('data in which each level refers to the next one twice', () => {
  /** 50 levels: 2 to the power of 50 values, for whoever looks into each. */
  const shared = (wrap: (one: JsonValue, other: JsonValue) => JsonValue): JsonValue => {
    let value: JsonValue = 'password=hunter2'
    for (let i = 0; i < 50; i++) value = wrap(value, value)
    return value
  }
  const kinds: readonly (readonly [what: string, value: JsonValue])[] = [
    ['objects', shared((a, b) => ({ a, b }))],
    ['lists', shared((a, b) => [a, b])],
    ['objects under a name of files', shared((a, file) => ({ a: [a], file: [file] }))],
    ['objects under the name of a secret', shared((a, password) => ({ a, password }))],
  ]
  const innermost = (value: JsonValue): JsonValue =>
    typeof value === 'object' && value !== null ? innermost(Object.values(value)[0] as JsonValue) : value

  it.each(kinds)('is cleaned once: %s', (_, value) => {
    const clean = redactJson(value)
    expect(innermost(clean)).toBe('password=[redacted]')
    expect(redactJson(clean)).toBe(clean)
    const error = redact({ code: 'internal', message: 'm', severity: 'error', details: { value } })
    expect(innermost(error.details?.value as JsonValue)).toBe('password=[redacted]')
  })

  it.each(kinds)('is more than can be decoded, and does not stop a tool result: %s', (_, value) => {
    const body = { error: 'x', message: 'y', details: value }
    expect(safeDecode(body)).toMatchObject({ success: false, error: { code: 'LIMIT_VALUES' } })
    const result = { content: [{ type: 'text', text: 'boom' }, body], isError: true, _meta: { value } }
    const { content } = normalizeToolResult(result as never, { to: 'fusion', redact: true })
    expect(JSON.stringify(content[0])).toContain('boom')
  })

  it('is cleaned for each place that it stands in', () => {
    const shown = { note: 'plain' }
    const list = ['/made/up']
    expect(redactJson({ a: shown, password: shown, b: shown, file: list, c: list })).toEqual({
      a: shown,
      password: { note: '[redacted]' },
      b: shown,
      file: ['[path redacted]'],
      c: list,
    })
  })

  it('is cut where it gets too deep, though it was cleaned higher up', () => {
    const chain = nested(900, (a) => ({ a }))
    const deep = redactJson({ high: chain, low: nested(900, (a) => ({ a }), chain) })
    const depthOf = (value: JsonValue): number => {
      let depth = 0
      for (let at = value; typeof at === 'object' && at !== null; at = Object.values(at)[0] as JsonValue)
        depth++
      return depth
    }
    expect(depthOf((deep as Record<string, JsonValue>).high as JsonValue)).toBe(900)
    expect(depthOf((deep as Record<string, JsonValue>).low as JsonValue)).toBeLessThan(1100)
  })
})
