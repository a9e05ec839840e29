import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import type { JsonObject } from '../core/json'
import { ByteSink } from './byte-sink'
import { type Connection, type Deliver, type Ending, failedStatus } from './connection'
import { pump } from './pump'
import { ReadAhead } from './read-ahead'
import type { Relay } from './relay'
import { afterwards, type Taken } from './taken'

/** How long a server has to end, in milliseconds. */
const patience = {
  /** By itself, when its input has ended. */
  finish: 2000,
  /** By itself, when only the client holds it up. */
  heldUp: 60_000,
  /** When it is asked to. */
  stop: 1000,
  /** For the processes that it began, when it has ended itself. */
  others: 250,
} as const

/**
 * What is read of the server while the client takes what it has said before, in bytes: so it can go on with its next answers
 * instead of waiting for a client that is busy with a long one.
 */
const mostAhead = 2 ** 21

const isWindows = process.platform === 'win32'

/** A server that cannot be started. */
export class StartError extends Error {
  override readonly name = 'StartError'
  /** Whether it may be possible later. */
  readonly isPassing: boolean

  constructor(message: string, isPassing = false) {
    super(message)
    this.isPassing = isPassing
  }
}

// What the machine is short of.
const passing: readonly string[] = ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']

/**
 * Starts a server as a child process, and connects to its standard input and output. It is the head of a process group of
 * its own, so that it can be ended with all that it began.
 */
export async function connectChild(
  [command = '', ...args]: readonly string[],
  relay: Relay,
  maxMessage: number,
  deliver: Deliver,
): Promise<Connection> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: !isWindows })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) =>
      reject(new StartError(`The server ${command} cannot be started (${code}).`, passing.includes(code))),
    )
  })
  child.on('error', () => {})
  return new ChildConnection(child, relay, maxMessage, deliver)
}

class ChildConnection implements Connection {
  readonly exited: Promise<number>
  readonly ended: Promise<Ending>
  readonly #child: ChildProcess
  readonly #input: ByteSink
  readonly #timers = new Set<NodeJS.Timeout>()
  #isStopped = false
  #isFinishing = false
  #hasExited = false
  /** Whether it closed its output before it ended. */
  #isSilent = false
  /** Since when the client takes what the server has said. */
  #deliveringSince: number | undefined
  /** How long it has taken for that, in milliseconds. */
  #heldUp = 0
  #heardAt = Date.now()

  constructor(child: ChildProcess, relay: Relay, maxMessage: number, deliver: Deliver) {
    this.#child = child
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 0)))
    })
    this.#input = new ByteSink(child.stdin as Writable)
    // A server that closes its input can be asked nothing more.
    this.#input.broken.then(() => {
      if (!this.#isFinishing && !this.#hasExited) this.#later(patience.finish, () => this.stop('SIGTERM'))
    })
    const output = new ReadAhead(child.stdout as Readable, mostAhead)
    const read = pump('server', output, relay, maxMessage, ({ client, server }) => {
      const taken = afterwards(this.#input.write(server), () => deliver(client))
      const began = Date.now()
      this.#heardAt = began
      if (!taken) return undefined
      this.#deliveringSince = began
      return taken.then(() => this.#delivered(began))
    }).catch(() => {})
    this.ended = this.#end(read)
  }

  /** The client has taken what the server said. */
  #delivered(began: number): undefined {
    this.#deliveringSince = undefined
    this.#heardAt = Date.now()
    this.#heldUp += this.#heardAt - began
  }

  send(lines: readonly Buffer[]): Taken {
    return this.#input.write(lines)
  }

  finish(isSending = false): void {
    if (!isSending) this.#input.end()
    if (this.#isFinishing) return
    this.#isFinishing = true
    const began = Date.now()
    this.#heldUp = 0
    const check = (): void => {
      const now = Date.now()
      const heldUp = this.#heldUp + (now - (this.#deliveringSince ?? now))
      this.#heldUp = 0
      if (heldUp < patience.finish / 2 || now - began > patience.heldUp) this.stop('SIGTERM')
      else this.#later(patience.finish, check)
    }
    this.#later(patience.finish, check)
  }

  stop(signal: NodeJS.Signals): void {
    this.#isStopped = true
    this.#isFinishing = true
    this.#input.end()
    this.#kill(signal)
    this.#later(patience.stop, () => this.#kill('SIGKILL'))
  }

  async #end(read: Promise<void>): Promise<Ending> {
    // A server that says nothing any more has ended for its client, whatever else it does.
    const isRead = read.then(() => {
      if (this.#hasExited) return
      this.#later(patience.others, () => {
        this.#isSilent = !this.#isFinishing
        this.stop('SIGTERM')
      })
    })
    const status = await this.exited
    this.#hasExited = true
    this.#clearTimers()
    // Whoever else holds the output of a server that has ended is ended, too, or not waited for if it cannot be; what is
    // in the pipe is read to its end.
    this.#later(patience.others, () => this.#kill('SIGTERM'))
    this.#later(2 * patience.others, () => this.#kill('SIGKILL'))
    const watch = setInterval(() => {
      const isQuiet = this.#deliveringSince === undefined && Date.now() - this.#heardAt > 3 * patience.others
      if (isQuiet && this.#timers.size === 0) this.#child.stdout?.destroy()
    }, 50)
    await isRead
    clearInterval(watch)
    if (this.#clearTimers()) this.#kill('SIGKILL')
    return this.#ending(status)
  }

  #ending(exited: number): Ending {
    const { signalCode: signal } = this.#child
    const how = this.#isSilent
      ? 'closed its output'
      : signal
        ? `was ended by ${signal}`
        : `ended with status ${exited}`
    const facts: JsonObject = signal ? { signal } : { exit_code: exited }
    return {
      status: this.#isSilent ? failedStatus : exited,
      isByProxy: this.#isStopped && signal !== null && !this.#isSilent,
      error: {
        code: 'connection_failed',
        message: `The server ${how} before it answered.`,
        severity: 'error',
        ...(!this.#isStopped && { details: facts }),
      },
    }
  }

  #later(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, milliseconds)
    this.#timers.add(timer)
  }

  /** Gives up what was to be done later; whether there was anything. */
  #clearTimers(): boolean {
    const hadAny = this.#timers.size > 0
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    return hadAny
  }

  /** Sends a signal to the server and all that it began. */
  #kill(signal: NodeJS.Signals): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      if (isWindows) this.#child.kill(signal)
      else process.kill(-pid, signal)
    } catch {
      // All of them have ended.
    }
  }
}
