import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CommandError } from '../../src/command/command-error'
import { runSubcommand } from '../../src/command/subcommand'
import { wrap } from '../../src/command/wrap'
import { type ConfigOptions, wrapConfig } from '../../src/command/wrap/config'
import { readWrapped, type Wrapping } from '../../src/command/wrap/proxy-words'

const wrapping: Wrapping = { to: 'interbase', passedOn: [] }

const wrapText = (
  text: string,
  options: Omit<ConfigOptions, 'wrapping'> = {},
  changes: Partial<Wrapping> = {},
) => wrapConfig(text, { wrapping: { ...wrapping, ...changes }, ...options })
const unwrapText = (text: string) => wrapConfig(text, {}).text
const pretty = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

interface Entry {
  readonly command?: string
  readonly args?: readonly string[]
}

/** What becomes of one server, as data. */
function wrapOne(entry: unknown, name = 'it', changes: Partial<Wrapping> = {}) {
  const { text, notes } = wrapText(pretty({ mcpServers: { [name]: entry } }), {}, changes)
  return { entry: JSON.parse(text).mcpServers[name], notes }
}

function failureOf(act: () => unknown): CommandError {
  try {
    act()
  } catch (error) {
    if (error instanceof CommandError) return error
    throw error
  }
  throw new Error('It did not fail.')
}

const claudeDesktop = {
  globalShortcut: 'Ctrl+Space',
  mcpServers: {
    filesystem: {
      command: 'npx',
      args: ['-y', '@modelcontextprotocol/server-filesystem', '/Users/ann/Desktop'],
    },
    github: {
      command: 'docker',
      args: ['run', '-i', '--rm', '-e', 'GITHUB_PERSONAL_ACCESS_TOKEN', 'ghcr.io/github/github-mcp-server'],
      env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'ghp_secret' },
    },
    memory: { command: 'mcp-memory', cwd: '/srv', disabled: true, autoApprove: ['read'] },
    empty: { command: 'mcp-empty', args: [] },
  },
}

const cursor = {
  mcpServers: {
    linear: { url: 'https://mcp.linear.app/mcp' },
    api: {
      url: 'https://api.example.com/mcp',
      headers: { Authorization: 'Bearer abc', 'X-Team': ' a: b ' },
      timeout: 30,
    },
  },
}

const windsurf = { mcpServers: { figma: { serverUrl: 'https://figma.example.com/mcp', headers: {} } } }

const gemini = {
  theme: 'Default',
  mcpServers: {
    search: { timeout: 5000, httpUrl: 'http://localhost:3000/mcp', headers: { 'X-Key': 'k' }, trust: true },
  },
}

const claudeCode = {
  numStartups: 3,
  mcpServers: { sentry: { type: 'http', url: 'https://mcp.sentry.dev/mcp' } },
  projects: {
    '/home/ann/app': {
      history: [],
      mcpServers: { db: { type: 'stdio', command: 'db-mcp', args: ['--ro'], env: {} } },
    },
    '/home/ann/other': { history: [] },
  },
}

const vscode = `{
\t// asked for once
\t"inputs": [
\t\t{ "type": "promptString", "id": "token", "description": "A token", "password": true },
\t],
\t"servers": {
\t\t"github": {
\t\t\t"type": "http", // remote
\t\t\t"url": "https://api.githubcopilot.com/mcp/",
\t\t\t/* from the inputs */
\t\t\t"headers": { "Authorization": "Bearer \${input:token}" },
\t\t},
\t\t"local": {
\t\t\t"type": "stdio",
\t\t\t"command": "uvx", // the runner
\t\t\t"args": ["--from", "git+https://example.com/x.git", /* the entry */ "x-mcp"],
\t\t\t"envFile": "\${workspaceFolder}/.env"
\t\t},
\t\t"bare": { "command": "bare\\u002dmcp" }, // no arguments
\t}
}
`

const configs = { claudeDesktop, cursor, windsurf, gemini, claudeCode }

describe('wrapping', () => {
  it('starts a command through the proxy, and leaves the rest of the entry alone', () => {
    const { mcpServers } = JSON.parse(wrapText(pretty(claudeDesktop)).text)
    expect(mcpServers.github).toEqual({
      command: 'npx',
      args: [
        ...['-y', 'errlingua', 'proxy', '--to', 'interbase', '--server', 'github', '--', 'docker'],
        ...claudeDesktop.mcpServers.github.args,
      ],
      env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'ghp_secret' },
    })
    expect(mcpServers.memory).toEqual({
      command: 'npx',
      args: ['-y', 'errlingua', 'proxy', '--to', 'interbase', '--server', 'memory', '--', 'mcp-memory'],
      cwd: '/srv',
      disabled: true,
      autoApprove: ['read'],
    })
  })

  it('makes a command of an address, with the headers in the environment', () => {
    const { mcpServers } = JSON.parse(wrapText(pretty(cursor)).text)
    const start = ['-y', 'errlingua', 'proxy', '--to', 'interbase', '--server']
    expect(mcpServers).toEqual({
      linear: {
        command: 'npx',
        args: [...start, 'linear', '--url', 'https://mcp.linear.app/mcp'],
        env: { ERRLINGUA_WRAPPED: '{"url":"https://mcp.linear.app/mcp"}' },
      },
      api: {
        command: 'npx',
        args: [...start, 'api', '--url', 'https://api.example.com/mcp'],
        env: {
          ERRLINGUA_HEADERS: 'Authorization: Bearer abc\nX-Team:  a: b ',
          ERRLINGUA_WRAPPED: '{"url":"https://api.example.com/mcp","headers":true}',
        },
        timeout: 30,
      },
    })
    expect(wrapOne({ type: 'http', url: 'http://x/mcp' }).entry.type).toBe('stdio')
  })

  it('passes options on, and takes another launcher', () => {
    const changes = {
      launcher: ['node', '/opt/errlingua/dist/command.js'],
      passedOn: ['--lean', '--log', 'a.log'],
    }
    expect(wrapOne({ command: 'x' }, 'it', changes).entry).toEqual({
      command: 'node',
      args: [
        ...['/opt/errlingua/dist/command.js', 'proxy', '--to', 'interbase', '--server', 'it'],
        ...['--lean', '--log', 'a.log', '--', 'x'],
      ],
    })
  })

  it('gives a name that looks like an option so that it is not taken for one', () => {
    for (const name of ['-h', '--', '--url', '-']) {
      expect(wrapOne({ command: 'x' }, name).entry.args).toContain(`--server=${name}`)
    }
  })

  it('keeps comments, variables, tabs and the layout of lists', () => {
    const { text, changed, notes } = wrapText(vscode)
    expect({ changed, notes }).toEqual({ changed: 3, notes: [] })
    expect(text).toMatchInlineSnapshot(`
      "{
      	// asked for once
      	"inputs": [
      		{ "type": "promptString", "id": "token", "description": "A token", "password": true },
      	],
      	"servers": {
      		"github": {
      			"type": "stdio", // remote
      			"command": "npx",
      			"args": [
      				"-y",
      				"errlingua",
      				"proxy",
      				"--to",
      				"interbase",
      				"--server",
      				"github",
      				"--url",
      				"https://api.githubcopilot.com/mcp/"
      			],
      			/* from the inputs */
      			"env": { "ERRLINGUA_HEADERS": "Authorization: Bearer \${input:token}", "ERRLINGUA_WRAPPED": "{\\"type\\":\\"http\\",\\"url\\":\\"https://api.githubcopilot.com/mcp/\\",\\"headers\\":true}" },
      		},
      		"local": {
      			"type": "stdio",
      			"command": "npx", // the runner
      			"args": ["-y", "errlingua", "proxy", "--to", "interbase", "--server", "local", "--", "uvx", "--from", "git+https://example.com/x.git", /* the entry */ "x-mcp"],
      			"envFile": "\${workspaceFolder}/.env"
      		},
      		"bare": { "command": "npx", "args": ["-y", "errlingua", "proxy", "--to", "interbase", "--server", "bare", "--", "bare\\u002dmcp"] }, // no arguments
      	}
      }
      "
    `)
    expect(unwrapText(text)).toBe(vscode)
  })

  it('keeps comments where nothing else stands', () => {
    const text = `{"mcp.servers": {
  "a": {
    "command": "x",
    "args": [
      // "--verbose",
    ]
  },
  "b": {
    "url": "https://x/mcp",
    "env": {
      // "DEBUG": "1"
    }
  },
  "c": { "command": "x", "args": [/* none */] }
}}`
    const wrapped = wrapText(text)
    expect({ changed: wrapped.changed, notes: wrapped.notes }).toEqual({ changed: 3, notes: [] })
    for (const comment of ['// "--verbose",', '// "DEBUG": "1"', '/* none */']) {
      expect(wrapped.text).toContain(comment)
    }
    expect(wrapText(wrapped.text).text).toBe(wrapped.text)
    expect(unwrapText(wrapped.text)).toBe(text)
  })

  it.each(Object.entries(configs))('goes there and back: %s', (_, config) => {
    for (const text of [pretty(config), JSON.stringify(config), JSON.stringify(config, null, '\t')]) {
      const { text: wrapped, changed } = wrapText(text)
      expect(changed).toBeGreaterThan(0)
      expect(wrapText(wrapped)).toEqual({ text: wrapped, changed: 0, notes: [] })
      expect(unwrapText(wrapped)).toBe(text)
      expect(unwrapText(text)).toBe(text)
    }
  })

  it('finds the servers of the settings of VS Code and of the projects of Claude Code', () => {
    const settings = { 'editor.fontSize': 12, mcp: { servers: { x: { command: 'x' } } } }
    expect(wrapText(pretty(settings)).changed).toBe(1)
    expect(wrapText(pretty(claudeCode)).changed).toBe(2)
  })

  it('keeps the ends of lines and the byte order mark', () => {
    const text = `\uFEFF${pretty(cursor).replaceAll('\n', '\r\n')}`
    const { text: wrapped } = wrapText(text)
    expect(wrapped.startsWith('\uFEFF{\r\n')).toBe(true)
    expect(wrapped).not.toMatch(/[^\r]\n/)
    expect(unwrapText(wrapped)).toBe(text)
  })

  it('keeps escapes and every digit', () => {
    const text =
      '{"mcpServers":{"a":{"n":1.0e400,"command":"\\u0078","args":["\\u0079"],"big":9007199254740993}}}'
    expect(unwrapText(wrapText(text).text)).toBe(text)
  })

  it('keeps the environment of a server that has an address', () => {
    const entries = [
      { headers: { A: '1' }, env: { B: '2' }, url: 'http://x/mcp' },
      { env: {}, url: 'http://x/mcp', z: 1, headers: {} },
      { type: 'http', '7': 1, url: 'http://x/mcp', env: { B: '2' } },
    ]
    for (const entry of entries) {
      const text = pretty({ mcpServers: { entry } })
      const { text: wrapped, changed } = wrapText(text)
      expect(changed).toBe(1)
      expect(unwrapText(wrapped)).toBe(text)
    }
  })
})

describe('wrapping again', () => {
  it('changes what is asked for, and never nests', () => {
    const once = wrapText(pretty(claudeCode)).text
    const changes = { to: 'fusion', passedOn: ['--stats'], launcher: ['errlingua'] }
    const direct = wrapText(pretty(claudeCode), {}, changes).text
    expect(wrapText(once, {}, changes).text).toBe(direct)
  })

  it('keeps the launcher, its version and the options of which nothing is said', () => {
    const launcher = ['npx', '-y', 'errlingua@0.1.0']
    const { entry } = wrapOne({ command: 'x' }, 'it', { launcher, passedOn: ['--log', '/l', '--no-redact'] })
    const again = wrapOne(entry, 'it', { to: 'fusion', passedOn: ['--lean', '--log=-m'] }).entry
    expect([again.command, ...again.args]).toEqual([
      ...launcher,
      ...['proxy', '--to', 'fusion', '--server', 'it', '--lean', '--no-redact', '--log=-m', '--', 'x'],
    ])
  })

  it('keeps the options that somebody has added, but no format of another dialect', () => {
    const added = ['--from', 'pydantic', '--override=-32001=not_found', '--format', 'text']
    const { entry } = wrapOne({ command: 'x' }, 'it', { to: 'toolerror-v1', passedOn: added })
    const again = wrapOne(entry, 'it', { to: 'toolerror-v1', passedOn: ['--lean'] }).entry
    expect(again.args.slice(7, -2)).toEqual(['--lean', ...added])
    const other = wrapOne(entry, 'it', { to: 'fusion' }).entry
    expect(other.args.slice(7, -2)).toEqual(added.slice(0, 3))
  })

  it('follows a server that was renamed, and an address that was changed', () => {
    const text = wrapText(pretty(cursor)).text.replace('"linear": {', '"new": {')
    const moved = text.replace('"https://mcp.linear.app/mcp"', '"https://new.example/mcp"')
    const { mcpServers } = JSON.parse(wrapText(moved).text)
    expect(mcpServers.new.args).toContain('new')
    expect(JSON.parse(unwrapText(moved)).mcpServers.new).toEqual({ url: 'https://new.example/mcp' })
  })

  it.each([
    [['errlingua']],
    [['/usr/local/bin/errlingua']],
    [['C:\\npm\\errlingua.cmd']],
    [['npx', '-y', 'errlingua@0.1.0']],
    [['npm', 'exec', '-y', 'errlingua', '--']],
    [['pnpm', 'dlx', 'errlingua']],
    [['cmd', '/c', 'npx', '-y', 'errlingua']],
    [['C:\\node\\node.exe', '--no-warnings', 'C:\\errlingua\\dist\\command.js']],
    [['deno', 'run', '-A', 'npm:errlingua']],
    [['node', '/opt/errlingua/dist/command.js']],
  ])('knows its own launcher %j', (launcher) => {
    const { entry } = wrapOne({ command: 'x', args: ['--', 'y'] }, 'it', { launcher })
    expect(readWrapped([entry.command, ...entry.args])).toMatchObject({ to: 'interbase', launcher })
    expect(wrapOne(entry)).toEqual({ entry, notes: [] })
    const usual = { launcher: ['npx', '-y', 'errlingua'] }
    expect(wrapOne(entry, 'it', usual).entry).toEqual(wrapOne({ command: 'x', args: ['--', 'y'] }).entry)
  })

  it.each([
    [['ssh', 'build-host', 'errlingua']],
    [['docker', 'exec', '-i', 'c1', 'errlingua']],
    [['docker', 'run', '-i', '--network', 'proxy', 'ghcr.io/x/errlingua:1']],
    [['env', 'TOKEN=abc', 'npx', 'errlingua']],
    [['sudo', '-u', 'mcp', '/usr/bin/errlingua']],
    [['npx', '-y', 'a-sandbox', 'errlingua']],
    [['node', '--env-file', '.env', '/opt/errlingua/dist/command.js']],
  ])(
    'leaves a proxy alone that is started elsewhere or by something else, unless that is said: %j',
    (launcher) => {
      const [command, ...args] = [...launcher, 'proxy', '--to', 'fusion', '--', 'node', 'x.js']
      const entry = { command, args }
      const text = pretty({ mcpServers: { entry } })
      const way = launcher.join(' ')
      const notes = [
        `entry is left as it is: it starts errlingua by ${way}, and its server there; if that is as you want it, say --launcher "${way}".`,
      ]
      expect(wrapText(text)).toEqual({ text, changed: 0, notes })
      expect(wrapConfig(text, {})).toEqual({ text, changed: 0, notes })
      expect(JSON.parse(wrapConfig(text, { launcher }).text).mcpServers.entry).toEqual({
        command: 'node',
        args: ['x.js'],
      })
      const named = wrapOne(entry, 'it', { launcher })
      expect([named.entry.command, ...named.entry.args].slice(0, launcher.length)).toEqual(launcher)
      expect(wrapOne(named.entry, 'it', { launcher })).toEqual({ ...named, notes: [] })
    },
  )

  it.each([
    [['my-server', 'proxy', '--to', 'interbase', '--', 'x']],
    [['npx', '-y', 'errlingua-like', 'proxy', '--to', 'interbase', '--', 'x']],
    [['npx', '-y', 'my-proxy', '--name', 'errlingua', '--', 'proxy', '--to', 'eu', '--', 'x']],
    [['node', '/srv/command.js', 'proxy', '--to', 'eu-west', '--', 'x']],
    [['errlingua', 'proxy', '--to', 'interbase']],
    [['errlingua', 'proxy', '--to', 'interbase', '--']],
    [['errlingua', 'proxy', 'operand', '--to', 'interbase', '--', 'x']],
    [['errlingua', 'convert', '--to', 'interbase', '--', 'x']],
    [['proxy', '--to', 'interbase', '--', 'errlingua']],
  ])('does not take %j for its own', (words) => {
    expect(readWrapped(words)).toBeUndefined()
    const [command, ...args] = words
    const entry = { command, args }
    expect(wrapOne(entry).entry.args.slice(-words.length)).toEqual(words)
    expect(unwrapText(pretty({ mcpServers: { entry } }))).toBe(pretty({ mcpServers: { entry } }))
  })
})

describe('unwrapping', () => {
  it('takes away a proxy that somebody has put there by hand', () => {
    const proxied = (args: readonly string[], more = {}) => ({
      command: 'errlingua',
      args: ['proxy', '--to', 'fusion', ...args],
      ...more,
    })
    const config = {
      servers: {
        a: proxied(['--', 'x', 'y']),
        b: proxied(['--url', 'http://x/mcp'], { type: 'stdio' }),
        c: proxied(['--url=http://x/mcp'], {
          env: { ERRLINGUA_HEADERS: 'A:1\n\nB: 2\n', ERRLINGUA_WRAPPED: '[' },
        }),
        d: proxied(['--url', 'http://x/mcp'], { env: { OTHER: '1', ERRLINGUA_HEADERS: 'A: 1' } }),
      },
    }
    expect(JSON.parse(unwrapText(pretty(config))).servers).toEqual({
      a: { command: 'x', args: ['y'] },
      b: { type: 'http', url: 'http://x/mcp' },
      c: { url: 'http://x/mcp', headers: { A: '1', B: '2' } },
      d: { url: 'http://x/mcp', headers: { A: '1' }, env: { OTHER: '1' } },
    })
  })

  it('keeps what was added since, whatever the order of the members now', () => {
    const { entry } = wrapOne({ type: 'http', url: 'http://x/mcp', headers: { A: '1' } })
    const { type, command, args, env } = entry
    const orders = [
      { args, env: { ...env, NEW: '1' }, command, type, disabled: true },
      { disabled: true, env: { NEW: '1', ...env }, type, args, command },
      { command, type, args, disabled: true, env: { NEW: '1', ...env } },
    ]
    for (const entry of orders) {
      expect(JSON.parse(unwrapText(pretty({ servers: { entry } }))).servers.entry).toEqual({
        type: 'http',
        url: 'http://x/mcp',
        headers: { A: '1' },
        env: { NEW: '1' },
        disabled: true,
      })
    }
  })

  it('keeps comments beside what it takes away', () => {
    const text = `{"servers": {"a": {
  "command": "errlingua", // one
  "args": ["proxy", "--to", "fusion", "--", "x"] }, "b": {
  // two
  "args": ["proxy", "--to", "fusion", "--", "x"], // three
  "command": "errlingua" // four
}}}`
    expect(unwrapText(text)).toBe(`{"servers": {"a": {
  "command": "x" // one
   }, "b": {
  // two
   // three
  "command": "x" // four
}}}`)
  })
})

describe('a server that cannot be wrapped', () => {
  it.each([
    [{ type: 'sse', url: 'http://x/events' }, 'it speaks the old HTTP+SSE transport.'],
    [
      { url: 'http://x/sse?key=1' },
      'by its address it speaks the old HTTP+SSE transport; if it does not, say "type": "http".',
    ],
    [{ transportType: 'sse', url: 'http://x/mcp' }, 'it speaks the old HTTP+SSE transport.'],
    [{ transport: 'sse', url: 'http://x/mcp' }, 'it speaks the old HTTP+SSE transport.'],
    [{ type: 'ws', url: 'http://x/mcp' }, 'its "type" is not known.'],
    [{ type: null, url: 'http://x/mcp' }, 'its "type" is not known.'],
    [{ url: 7 }, 'its address is no text.'],
    [{ url: 'http://x/mcp', httpUrl: 'http://x/mcp' }, 'it has more than one address.'],
    [{ url: 'http://x/mcp', command: 'x' }, 'it has both an address and a command.'],
    [{ url: 'http://x/mcp', oauth: {} }, 'the client signs in to it ("oauth"), which the proxy cannot.'],
    [{ url: 'http://x/mcp', headers: [] }, 'its "headers" are no object.'],
    [{ url: 'http://x/mcp', headers: { A: 1 } }, 'its "headers" are not all texts.'],
    [{ url: 'http://x/mcp', env: null }, 'its "env" is no object.'],
    [{ url: 'http://x/mcp', env: { ERRLINGUA_HEADERS: '' } }, 'its "env" has ERRLINGUA_HEADERS already.'],
    [{ command: 'x', args: 'y' }, 'its "args" are no list.'],
    [{ command: ['x'] }, 'it has neither a command nor an address.'],
    [{}, 'it has neither a command nor an address.'],
    ['x', 'it is no object.'],
    [null, 'it is no object.'],
  ])('is left as it is, and named: %j', (entry, why) => {
    expect(wrapOne(entry)).toEqual({ entry, notes: [`it is left as it is: ${why}`] })
  })

  it('is left as it is where a member stands twice', () => {
    const text = '{"servers":{"a b":{"command":"x","command":"y"}}}'
    const notes = ['"a b" is left as it is: a member stands in it twice.']
    expect(wrapText(text)).toEqual({ text, changed: 0, notes })
    expect(unwrapText(text)).toBe(text)
  })

  it('is wrapped where its type says that its address is one of Streamable HTTP', () => {
    for (const type of ['http', 'streamable-http', 'streamableHttp', 'streamable_http']) {
      expect(wrapOne({ type, url: 'http://x/sse' }).notes).toEqual([])
    }
    const { entry, notes } = wrapOne({ transportType: 'http', url: 'http://x/mcp' })
    expect([entry.transportType, notes]).toEqual(['stdio', []])
    expect(unwrapText(pretty({ mcpServers: { entry } }))).toContain('"transportType": "http"')
    for (const url of ['http://x/mcp?from=/sse', 'HTTP://X/mcp']) expect(wrapOne({ url }).notes).toEqual([])
  })

  it('is wrapped with a note where its own PATH may hide what starts errlingua', () => {
    const entry = { command: '/usr/bin/node', env: { PATH: '/only' } }
    expect(wrapOne(entry).notes).toEqual([
      'it may not start: its "env" sets PATH, where npx and Node have to be found; --launcher can name both with their full paths.',
    ])
    expect(wrapOne(entry, 'it', { launcher: ['/bin/node', '/x/command.js'] }).notes).toEqual([])
  })

  it.each([
    [{ Auth: 'secret\nB: c' }, 'its header Auth has more than one line.'],
    [{ 'a:b': 'secret' }, 'it has a header whose name is none in HTTP.'],
    [{ '': 'secret' }, 'it has a header whose name is none in HTTP.'],
  ])('is left as it is where its headers cannot be passed on, and no value is said: %j', (headers, why) => {
    const entry = { url: 'http://x/mcp', headers }
    expect(wrapOne(entry)).toEqual({ entry, notes: [`it is left as it is: ${why}`] })
  })
})

describe('choosing servers', () => {
  it('takes only those that are named, except those that are not meant', () => {
    const names = (options: Omit<ConfigOptions, 'wrapping'>) =>
      Object.entries(JSON.parse(wrapText(pretty(claudeDesktop), options).text).mcpServers)
        .filter(([, entry]) => JSON.stringify(entry).includes('errlingua'))
        .map(([name]) => name)
    expect(names({ only: ['github', 'memory'] })).toEqual(['github', 'memory'])
    expect(names({ except: ['github', 'memory'] })).toEqual(['filesystem', 'empty'])
    expect(names({ only: ['github', 'memory'], except: ['github'] })).toEqual(['memory'])
  })

  it('names the servers that there are', () => {
    const failure = failureOf(() => wrapText(pretty(cursor), { only: ['liner'] }))
    expect(failure).toMatchObject({ exitCode: 2 })
    expect(failure.message).toContain('There is no server "liner". Known: linear, api.')
  })
})

describe('a configuration that cannot be read', () => {
  it('is an error with its place, and without its contents', () => {
    const failure = failureOf(() =>
      wrapText('{\r\n  "mcpServers": {\r\n    "a": ghp_secret }\r\n}', { input: 'f.json' }),
    )
    expect(failure).toMatchObject({
      exitCode: 1,
      message: 'f.json is no JSON, not even with comments: line 3, column 10: Invalid symbol.',
    })
    expect(failureOf(() => wrapText('')).message).toContain('line 1, column 1: Value expected.')
    expect(failureOf(() => wrapText('['.repeat(200_000))).message).toBe(
      'The configuration is nested too deep.',
    )
  })

  it('is one that has no servers', () => {
    for (const text of [
      '{}',
      '[]',
      '"x"',
      '{"mcpServers":[]}',
      '{"mcp":{"server":{}}}',
      '{"projects":{"a":1}}',
    ]) {
      expect(failureOf(() => wrapText(text))).toMatchObject({
        exitCode: 1,
        message:
          'The configuration has no MCP servers. Looked for an object at mcpServers, servers, mcp.servers, "mcp.servers", projects.*.mcpServers.',
      })
    }
    expect(wrapText('{"mcpServers":{}}')).toEqual({ text: '{"mcpServers":{}}', changed: 0, notes: [] })
  })
})

describe('any configuration', () => {
  const runs = { numRuns: process.env.DEEP ? 20_000 : 300 }
  const word = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '--',
      '--to',
      '--url',
      '--server',
      '-',
      '',
      'proxy',
      'errlingua',
      'npx',
      '-y',
      'fusion',
      '\ud800',
    ),
  )
  const name = fc.oneof(word, fc.constantFrom('__proto__', 'constructor', '7', 'env', 'headers'))
  const replaced = ['command', 'args', 'url', 'httpUrl', 'serverUrl', 'type', 'headers', 'env', '__proto__']
  const signIns = ['oauth', 'auth', 'authProviderType', 'headersHelper']
  const extras = fc.dictionary(
    name.filter((each) => ![...replaced, ...signIns].includes(each)),
    fc.jsonValue(),
    { maxKeys: 3 },
  )
  const env = fc.dictionary(word, word, { maxKeys: 3 })
  /** The members in any order, for it is kept, too. */
  const shuffled = (entry: fc.Arbitrary<object>) =>
    fc
      .tuple(entry, extras)
      .chain(([own, more]) => {
        const members = Object.entries({ ...more, ...own }).filter(([, value]) => value !== undefined)
        return fc.shuffledSubarray(members, { minLength: members.length })
      })
      .map((members) => Object.fromEntries(members))
  const stdio = shuffled(
    fc.record(
      { type: fc.constant('stdio'), command: word, args: fc.array(word, { maxLength: 6 }), env, cwd: word },
      { requiredKeys: ['command'] },
    ),
  )
  const header = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)
  const line = word.filter((each) => !/[\r\n\0]/.test(each))
  const http = fc.constantFrom('url', 'httpUrl', 'serverUrl').chain((address) =>
    shuffled(
      fc.record(
        {
          type: fc.constantFrom('http', 'streamable-http'),
          [address]: fc
            .oneof(
              fc.webUrl(),
              word.map((each) => `http://${each}`),
              word.map((each) => `\${input:${each}}`),
            )
            .filter((each) => !/\/sse\/?(?:[?#]|$)/.test(each)),
          headers: fc.dictionary(header, line, { maxKeys: 3 }),
          env,
        },
        { requiredKeys: [address] },
      ),
    ),
  )
  const servers = fc
    .array(fc.tuple(name, fc.oneof(stdio, http)), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries))
  const config = fc
    .tuple(
      fc.constantFrom('mcpServers', 'servers'),
      servers,
      fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 }),
    )
    .map(([place, entries, more]) => ({ ...more, [place]: entries }))
  const indent = fc.constantFrom(undefined, 2, 4, '\t')
  const options = fc.record({
    to: fc.constantFrom('interbase', 'fusion', 'pydantic'),
    launcher: fc.constantFrom(
      undefined,
      ['npx', '-y', 'errlingua'],
      ['errlingua'],
      ['node', '/x/command.js'],
    ),
    passedOn: fc.constantFrom([], ['--lean'], ['--no-redact', '--log', 'x y'], ['--stats', '--log=-x']),
  })
  /** What was asked for first and then, as if at once. */
  const both = (first: Wrapping, then: Wrapping): Wrapping => {
    const isLogged = then.passedOn.some((word) => word.startsWith('--log'))
    const at = first.passedOn.findIndex((word) => word.startsWith('--log'))
    const kept = isLogged && at !== -1 ? first.passedOn.slice(0, at) : first.passedOn
    const more = then.passedOn.filter((word) => !kept.includes(word))
    return { to: then.to, launcher: then.launcher ?? first.launcher, passedOn: [...kept, ...more] }
  }

  it('comes back as it was, byte for byte', () => {
    fc.assert(
      fc.property(config, indent, options, (value, space, changes) => {
        const text = JSON.stringify(value, null, space)
        const { text: wrapped, changed, notes } = wrapText(text, {}, changes)
        const places = [value.mcpServers, value.servers].filter((place) => typeof place === 'object' && place)
        expect(notes).toEqual([])
        expect(changed).toBe(places.flatMap((place) => Object.keys(place ?? {})).length)
        expect(unwrapText(wrapped)).toBe(text)
      }),
      runs,
    )
  })

  it('is the same however often it is wrapped, and at once or one after the other', () => {
    fc.assert(
      fc.property(config, indent, options, options, (value, space, one, other) => {
        const text = JSON.stringify(value, null, space)
        const { text: wrapped } = wrapText(text, {}, one)
        expect(wrapText(wrapped, {}, one)).toEqual({ text: wrapped, changed: 0, notes: [] })
        const atOnce = wrapText(text, {}, both(other, one)).text
        expect(wrapText(wrapText(text, {}, other).text, {}, one).text).toBe(atOnce)
      }),
      runs,
    )
  })

  it('says in every wrapped entry what the server was started with', () => {
    fc.assert(
      fc.property(name, stdio, (key, entry) => {
        const text = JSON.stringify({ mcpServers: Object.fromEntries([[key, entry]]) })
        const read = (config: string): Entry => Object.values<Entry>(JSON.parse(config).mcpServers)[0] ?? {}
        const wrapped = read(wrapText(text).text)
        const { command, args = [], ...rest } = read(text)
        const words = [wrapped.command ?? '', ...(wrapped.args ?? [])]
        const found = readWrapped(words)
        expect(found && 'proxyWords' in found && words.slice(found.proxyWords)).toEqual([command, ...args])
        expect(wrapped).toEqual({ ...rest, command: 'npx', args: words.slice(1) })
      }),
      runs,
    )
  })
})

describe('the command', () => {
  let directory = ''
  let file = ''
  const before = pretty(cursor)
  const after = wrapText(before).text

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'errlingua-wrap-'))
    file = join(directory, 'mcp.json')
    writeFileSync(file, before)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    rmSync(directory, { recursive: true, force: true })
  })

  async function errlingua(...args: readonly string[]) {
    const written = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const) {
      vi.spyOn(process[stream], 'write').mockImplementation((text) => {
        written[stream] += text
        return true
      })
    }
    try {
      await runSubcommand('wrap', wrap, args)
      return { status: 0, ...written }
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      return { status: error.exitCode, ...written, stderr: `${written.stderr}${error.message}` }
    } finally {
      vi.restoreAllMocks()
    }
  }

  it('prints, and changes nothing', async () => {
    expect(await errlingua(file, '--to', 'interbase')).toEqual({ status: 0, stdout: after, stderr: '' })
    expect(await errlingua(file, '--unwrap')).toEqual({ status: 0, stdout: before, stderr: '' })
    expect(readdirSync(directory)).toEqual(['mcp.json'])
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('passes the options of the proxy on', async () => {
    const options = ['--lean', '--no-promote', '--no-redact', '--stats', '--log', '/var/a.log']
    const { stdout } = await errlingua(file, '--to', 'fusion', ...options, '--launcher', ' errlingua ')
    const { linear } = JSON.parse(stdout).mcpServers
    expect([linear.command, ...linear.args].slice(0, 12)).toEqual([
      ...['errlingua', 'proxy', '--to', 'fusion', '--server', 'linear'],
      ...options,
    ])
  })

  it('makes the path of a log one that does not depend on where the client starts it', async () => {
    const { stdout } = await errlingua(file, '--to', 'fusion', '--log', 'a.log')
    expect(stdout).toContain(JSON.stringify(resolve('a.log')))
    const variable = '$HOME/a.log'
    expect((await errlingua(file, '--to', 'fusion', '--log', variable)).stdout).toContain(`"${variable}"`)
    expect((await errlingua(file, '--to', 'fusion', '--log=')).stderr).toContain('--log needs the path')
  })

  it('takes a launcher with spaces in its words', async () => {
    const { stdout } = await errlingua(
      file,
      '--to',
      'fusion',
      '--launcher',
      `'/my node' "/my apps/errlingua"`,
    )
    const { linear } = JSON.parse(stdout).mcpServers
    expect([linear.command, linear.args[0]]).toEqual(['/my node', '/my apps/errlingua'])
  })

  it('knows a proxy that somebody has given further options, and loses none of its headers', () => {
    const args = ['proxy', '--to', 'fusion', '--override', '-32001=not_found', '--', 'node', '-e', '1']
    const overriding = JSON.stringify({ mcpServers: { b: { command: 'errlingua', args } } })
    expect(JSON.parse(unwrapText(overriding)).mcpServers.b).toEqual({ command: 'node', args: ['-e', '1'] })
    const header = [
      'proxy',
      '--to',
      'fusion',
      '--header',
      'Authorization: Bearer x',
      '--url',
      'https://x/mcp',
    ]
    const entry = JSON.parse(
      unwrapText(JSON.stringify({ mcpServers: { b: { command: 'errlingua', args: header } } })),
    )
    expect(entry.mcpServers.b).toEqual({ url: 'https://x/mcp', headers: { Authorization: 'Bearer x' } })
  })

  it.each(['unix:///tmp/s.sock', 'ftp://x', '/mcp', ''])(
    'leaves an address that the proxy cannot use: %s',
    (url) => {
      const text = JSON.stringify({ mcpServers: { b: { url } } })
      const { text: after, notes } = wrapText(text)
      expect([after, notes]).toEqual([text, ['b is left as it is: its address is not one of HTTP.']])
    },
  )

  it('says which servers are left as they are', async () => {
    writeFileSync(
      file,
      pretty({ servers: { old: { type: 'sse', url: 'http://x/sse' }, ok: { command: 'x' } } }),
    )
    const { status, stderr } = await errlingua(file, '--to', 'interbase')
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'errlingua: old is left as it is: it speaks the old HTTP+SSE transport.\n',
    })
  })

  it('writes with a backup, and never over one', async () => {
    const result = await errlingua(file, '--to', 'interbase', '--write')
    expect(result).toEqual({
      status: 0,
      stdout: '',
      stderr: `errlingua: 2 servers wrapped in ${file}; the file as it was is ${file}.bak.\n`,
    })
    expect(readFileSync(file, 'utf8')).toBe(after)
    expect(readFileSync(`${file}.bak`, 'utf8')).toBe(before)

    const back = await errlingua(file, '--unwrap', '--only', 'api', '--write')
    expect(back.stderr).toBe(
      `errlingua: 1 server unwrapped in ${file}; the file as it was is ${file}.bak.1.\n`,
    )
    await errlingua(file, '--unwrap', '--write')
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(readFileSync(`${file}.bak.1`, 'utf8')).toBe(after)
    expect(readdirSync(directory).sort()).toEqual([
      'mcp.json',
      'mcp.json.bak',
      'mcp.json.bak.1',
      'mcp.json.bak.2',
    ])
  })

  it('writes nothing when nothing changes', async () => {
    writeFileSync(file, after)
    const { mtimeMs } = statSync(file)
    const { status, stderr } = await errlingua(file, '--to', 'interbase', '--write')
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `errlingua: ${file} is as it should be: nothing is written.\n`,
    })
    expect(readdirSync(directory)).toEqual(['mcp.json'])
    expect(statSync(file).mtimeMs).toBe(mtimeMs)
  })

  it('keeps the mode of the file, for the backup too', async () => {
    for (const mode of [0o600, 0o664]) {
      chmodSync(file, mode)
      await errlingua(file, '--to', mode === 0o600 ? 'interbase' : 'fusion', '--write')
      expect(statSync(file).mode & 0o777).toBe(mode)
    }
    expect(statSync(`${file}.bak`).mode & 0o777).toBe(0o600)
    expect(statSync(`${file}.bak.1`).mode & 0o777).toBe(0o664)
  })

  it('follows a link, which stays one', async () => {
    mkdirSync(join(directory, 'home'))
    const link = join(directory, 'home', 'link.json')
    symlinkSync('../mcp.json', link)
    await errlingua(link, '--to', 'interbase', '--write')
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readFileSync(file, 'utf8')).toBe(after)
    expect(readFileSync(`${link}.bak`, 'utf8')).toBe(before)
  })

  it('leaves everything as it was when it cannot write', async () => {
    // No name is longer than 255 bytes: there is no room for the backup's, nor, in the first, for the temporary one's.
    const long = join(directory, 'n'.repeat(253))
    writeFileSync(long, before)
    const link = join(directory, 'l'.repeat(253))
    symlinkSync(file, link)
    const names = readdirSync(directory)
    for (const each of [long, link]) {
      const { status, stderr } = await errlingua(each, '--to', 'interbase', '--write')
      expect({ status, stderr }).toEqual({ status: 1, stderr: `${each} cannot be written (ENAMETOOLONG).` })
      expect(readFileSync(each, 'utf8')).toBe(before)
      expect(readdirSync(directory)).toEqual(names)
    }
  })

  it.skipIf(process.getuid?.() === 0)('does not replace a file that may not be written', async () => {
    chmodSync(file, 0o444)
    const { status, stderr } = await errlingua(file, '--to', 'interbase', '--write')
    expect({ status, stderr }).toEqual({ status: 1, stderr: `${file} cannot be written (EACCES).` })
    expect(readdirSync(directory)).toEqual(['mcp.json'])
  })

  it('says why it cannot read', async () => {
    const missing = join(directory, 'missing.json')
    const failure = async (path: string) => {
      const { status, stderr } = await errlingua(path, '--to', 'interbase', '--write')
      return `${status} ${stderr}`
    }
    expect(await failure(missing)).toBe(`1 ${missing} cannot be read (ENOENT).`)
    expect(await failure(directory)).toBe(`1 ${directory} cannot be read (EISDIR).`)
    writeFileSync(file, Buffer.from(`\uFEFF${before}`, 'utf16le'))
    expect(await failure(file)).toBe(`1 ${file} is no text in UTF-8.`)
    writeFileSync(file, '{"mcpServers": {}')
    expect(await failure(file)).toBe(
      `1 ${file} is no JSON, not even with comments: line 1, column 18: Close brace expected.`,
    )
  })

  it.each([
    [[], 'wrap needs one CONFIG.'],
    [['a', 'b', '--to', 'fusion'], 'wrap needs one CONFIG.'],
    [['a'], 'wrap needs either --to DIALECT or --unwrap.'],
    [['-', '--to', 'fusion', '--write'], '--write needs a file, not standard input.'],
    [
      ['a', '--to', 'fusion', '--launcher', 'my tool'],
      '--launcher must end in errlingua or in its command.js',
    ],
    [['a', '--to', 'klingon'], '--to takes '],
  ])('is called wrongly with %j', async (args, sentence) => {
    const { status, stderr } = await errlingua(...args)
    expect(status).toBe(2)
    expect(stderr).toContain(sentence)
    expect(stderr).toMatch(/ Try errlingua wrap --help\.$/)
  })
})
