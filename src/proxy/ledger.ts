import { closeSync, openSync, writeSync } from 'node:fs'
import type { CanonicalError } from '../core/canonical-error'
import { redactText } from '../core/redact'
import { advise, type DialectId, measureLoss } from '../index'

/** What a line of the log says of an error. */
export interface LogRecord {
  time: string
  server?: string
  tool?: string
  /** The dialect that it came in; `text` where it had no structure, `jsonrpc` for an error of the protocol. */
  from: string
  to: string
  code: string
  /** The server's own code. */
  native?: string
  action: string
  /** What happened, without credentials and traces, and cut. Paths that the error still has are for whoever keeps the log. */
  message: string
  /** What is lost in the target dialect but for what travels beside it. */
  losses: string[]
}

const longestMessage = 300
/** How often it is told that a message was left out. */
const mostRefusalsTold = 20

/** Counts what passes a proxy, and keeps the log of its errors. */
export class Ledger {
  readonly #to: DialectId
  readonly #server: string | undefined
  readonly #log: number | undefined
  readonly #warn: (sentence: string) => void
  readonly #counts = new Map<string, number>()
  /** The same error may pass very many times, when a server ends. */
  readonly #losses = new WeakMap<CanonicalError, string[]>()
  #unlogged = 0
  #untold = 0
  /** Answers to tool calls that were errors. */
  errors = 0
  /** Messages that were passed on as they came because they could not be translated. */
  untranslated = 0
  /** Messages that were too long to be passed on. */
  refused = 0
  /** Answers to what had been answered. */
  repeated = 0
  /** Requests that the server left without an answer. */
  unanswered = 0

  /** @throws when the log cannot be opened */
  constructor(
    to: DialectId,
    server: string | undefined,
    logFile: string | undefined,
    warn: (sentence: string) => void,
  ) {
    this.#to = to
    this.#warn = warn
    this.#server = server
    // It says what people did; a file that is there keeps its mode.
    this.#log = logFile === undefined ? undefined : openSync(logFile, 'a', 0o600)
  }

  /** An error has passed. */
  add(error: CanonicalError, tool: string | undefined): void {
    this.errors++
    const { dialect: from = 'text', code: native } = error.origin ?? {}
    const key = `${from} ${error.code}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    if (this.#log === undefined) return
    const record: LogRecord = {
      time: new Date().toISOString(),
      ...(this.#server !== undefined && { server: this.#server }),
      ...(tool !== undefined && { tool }),
      from,
      to: this.#to,
      code: error.code,
      ...(native !== undefined && { native }),
      action: advise(error).action,
      message: redactText(error.message, { paths: false }).slice(0, longestMessage),
      losses: this.#lossesOf(error),
    }
    try {
      writeSync(this.#log, `${JSON.stringify(record)}\n`)
    } catch (failure) {
      const { code = 'unknown' } = failure as NodeJS.ErrnoException
      if (this.#unlogged++ === 0) this.#warn(`The log cannot be written (${code}).`)
    }
  }

  #lossesOf(error: CanonicalError): string[] {
    const found = this.#losses.get(error) ?? measureLoss(error, this.#to).map(({ path }) => path)
    this.#losses.set(error, found)
    return found
  }

  /** A message was too long; where nobody gets an answer that says so, it is told here. */
  refuse(sender: 'client' | 'server', maxLength: number, isAnswered: boolean): void {
    this.refused++
    if (isAnswered || this.#untold++ >= mostRefusalsTold) return
    const isLast = this.#untold === mostRefusalsTold
    this.#warn(
      `A message of the ${sender} was left out: it is longer than ${maxLength} bytes (--max-message).${isLast ? ' Others like it will not be told of.' : ''}`,
    )
  }

  /** What was counted, for people: errors by dialect and code, most first. */
  summary(): string {
    const rows = [...this.#counts]
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .map(([key, count]) => `errlingua: ${String(count).padStart(8)} ${key}\n`)
    const others = (['untranslated', 'refused', 'repeated', 'unanswered'] as const)
      .filter((name) => this[name] > 0)
      .map((name) => `, ${this[name]} ${name}`)
      .join('')
    return `errlingua: ${this.errors} error${this.errors === 1 ? '' : 's'}${others}\n${rows.join('')}`
  }

  close(): void {
    if (this.#log !== undefined) closeSync(this.#log)
  }
}
