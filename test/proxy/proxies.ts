import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The command as it is built. */
export const command = fileURLToPath(new URL('../../dist/command.js', import.meta.url))

const servers = new URL('../servers/', import.meta.url)

/** The path of a test server. */
export const serverPath = (file: string): string => fileURLToPath(new URL(file, servers))

/** What a process has printed, once it has ended. */
export interface Ended {
  status: number | null
  signal: NodeJS.Signals | null
  stderr: string
}

/** A proxy on standard input and output. */
export class StdioProxy {
  readonly process: ChildProcess
  readonly #lines: string[] = []
  readonly #waiting: ((line: string) => void)[] = []
  readonly ended: Promise<Ended>
  stderr = ''

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, [command, 'proxy', ...args], { env: { ...process.env, ...env } })
    this.process = child
    running.add(child)
    // A proxy that has ended reads no more.
    child.stdin.on('error', () => {})
    child.stderr.on('data', (chunk) => {
      this.stderr += chunk
    })
    createInterface(child.stdout).on('line', (line) => {
      const next = this.#waiting.shift()
      if (next) next(line)
      else this.#lines.push(line)
    })
    this.ended = once(child, 'close').then(([status, signal]) => {
      running.delete(child)
      return { status, signal, stderr: this.stderr }
    })
  }

  /** Sends a message, or bytes as they are. */
  send(message: object | string): void {
    this.process.stdin?.write(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`)
  }

  /** The next line of the proxy. */
  line(): Promise<string> {
    const ready = this.#lines.shift()
    return ready === undefined
      ? new Promise((resolve) => this.#waiting.push(resolve))
      : Promise.resolve(ready)
  }

  /** The next message of the proxy. */
  async message<T = Record<string, unknown>>(): Promise<T> {
    return JSON.parse(await this.line())
  }

  /** Lines that nobody has asked for. */
  get unread(): readonly string[] {
    return this.#lines
  }

  /** Nothing more is sent. */
  finish(): Promise<Ended> {
    this.process.stdin?.end()
    return this.ended
  }
}

const running = new Set<ChildProcess>()

/** Ends every proxy that a test file has begun. */
export function endProxies(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Starts a proxy that listens, and says where. */
export async function listeningProxy(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ url: URL; process: ChildProcess; ended: Promise<Ended> }> {
  const child = spawn(process.execPath, [command, 'proxy', '--listen', '127.0.0.1:0', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  let stderr = ''
  const ended = once(child, 'close').then(([status, signal]): Ended => {
    running.delete(child)
    return { status, signal, stderr }
  })
  const url = await new Promise<URL>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      stderr += chunk
      const found = /listening on (\S+)/.exec(stderr)?.[1]
      if (found) resolve(new URL(found))
    })
    ended.then(() => reject(new Error(`The proxy has ended: ${stderr}`)))
  })
  return { url, process: child, ended }
}

/** Whether a process runs. One that has ended and that nobody has asked after does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Where there is no /proc, the signal alone tells.
    return code === 'ENOENT' && process.platform !== 'linux'
  }
}
