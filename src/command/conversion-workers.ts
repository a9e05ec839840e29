import { Worker } from 'node:worker_threads'
import { CommandError } from './command-error'
import { type ConversionSettings, type Converted, converted } from './conversion'
import { exitCodes } from './exit-codes'
import type { LineBlock } from './line-block'

/** A block as it is sent to a thread. */
export interface SentBlock {
  readonly input: string
  readonly line: number
  readonly bytes: Uint8Array
}

interface Waiting {
  resolve(converted: Converted): void
  reject(error: unknown): void
}

interface Thread {
  readonly worker: Worker
  /** Who waits for its answers, which come in the order of the questions. */
  readonly waiting: Waiting[]
}

/** How many blocks a thread has at a time before another one takes the next: the one that it works on, and two more. */
const enough = 3

/**
 * Converts blocks of lines in so many threads. The one that asks is one of them: it takes a block where all others have enough to
 * do. Those are started when they are needed.
 */
export class ConversionWorkers {
  /** How many threads there are besides this one. */
  readonly #most: number
  readonly #settings: ConversionSettings
  readonly #entry: URL
  readonly #threads: Thread[] = []

  constructor(threads: number, settings: ConversionSettings, entry = builtEntry) {
    this.#most = threads - 1
    this.#settings = settings
    this.#entry = entry
  }

  convert(block: LineBlock): Converted | Promise<Converted> {
    const thread = this.#leastBusy()
    return thread.waiting.length < enough ? this.#convertIn(thread, block) : converted(block, this.#settings)
  }

  #convertIn(thread: Thread, { input, line, bytes }: LineBlock): Promise<Converted> {
    const answer = new Promise<Converted>((resolve, reject) => thread.waiting.push({ resolve, reject }))
    // Nobody may be waiting any more when it fails.
    answer.catch(() => {})
    // Memory of its own can be handed over without a copy.
    const own = new Uint8Array(bytes)
    const sent: SentBlock = { input, line, bytes: own }
    thread.worker.postMessage(sent, [own.buffer])
    return answer
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()))
  }

  #leastBusy(): Thread {
    const [first, ...others] = this.#threads
    const least =
      first && others.reduce((one, other) => (other.waiting.length < one.waiting.length ? other : one), first)
    if (least && (least.waiting.length === 0 || this.#threads.length === this.#most)) return least
    return this.#start()
  }

  #start(): Thread {
    const worker = new Worker(this.#entry, { workerData: this.#settings })
    const thread: Thread = { worker, waiting: [] }
    const fail = (error: unknown) => {
      for (const { reject } of thread.waiting.splice(0)) reject(error)
    }
    worker.on('message', (converted: Converted) => thread.waiting.shift()?.resolve(converted))
    worker.on('error', (error: NodeJS.ErrnoException) => fail(lost(error.code ?? String(error))))
    worker.on('exit', (status) => fail(lost(`status ${status}`)))
    this.#threads.push(thread)
    return thread
  }
}

const builtEntry = new URL('./convert-worker.js', import.meta.url)

function lost(why: string): CommandError {
  return new CommandError(
    exitCodes.input,
    `A thread of --jobs has ended (${why}); what stands behind what is written was not translated.`,
  )
}
