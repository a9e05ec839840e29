import { builtIn } from '../built-in'
import { type Advice, advise } from '../core/advise'
import type { CanonicalError } from '../core/canonical-error'
import { codes } from '../core/codes'
import type { ReadOptions } from './find-error'
import { tell } from './observer'
import { readToolResult } from './read-tool-result'
import { readThrownBySdk } from './thrown-by-sdk'

/** Why no further attempt is made. */
export type StopReason =
  /** The call worked, or its error is only a remark. */
  | 'succeeded'
  /** The error does not go away by itself. */
  | 'not_retryable'
  /** There were as many attempts as there may be. */
  | 'max_attempts'
  /** The next attempt would come after the deadline. */
  | 'deadline'
  /** The server asks for a longer wait than `maxWait`. */
  | 'wait_too_long'
  /** The signal was aborted. */
  | 'aborted'

/** How one attempt went, and what happens next. */
export interface AttemptReport {
  /** Which attempt it was: 1, 2, … */
  attempt: number
  /** What went wrong, when something did. */
  error?: CanonicalError
  /** What to do about it. */
  advice?: Advice
  /** Seconds until the next attempt, when there is one. */
  waitSeconds?: number
  /** Why this was the last attempt, when it was. */
  stopped?: StopReason
}

/** What a call is given. */
export interface AttemptContext {
  /** Which attempt it is: 1, 2, … */
  attempt: number
  /** Aborted when the caller's signal is, or at the deadline. */
  signal: AbortSignal
}

/** How often, how long and until when to try. */
export interface RetryOptions extends ReadOptions {
  /** The most attempts, the first one included. Default: what the error's advice says, which is 3. */
  maxAttempts?: number | undefined
  /** Ends the call and the waiting, and rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** The time at which it ends, whether the call heeds its signal or not: a Date, or milliseconds since 1970. */
  deadline?: Date | number | undefined
  /** Seconds of the first backoff, which doubles with each attempt. Default 0.5. */
  baseDelay?: number | undefined
  /** Most seconds of a backoff. Default 30. */
  maxDelay?: number | undefined
  /** Most seconds to wait because a server asks for it; where it asks for more, its error is given back. Default 60. */
  maxWait?: number | undefined
  /** Is told how each attempt went. What it throws is ignored. */
  onAttempt?: ((report: AttemptReport) => void) | undefined
  /** Where the jitter comes from: a number from 0 to 1. Default `Math.random`. */
  random?: (() => number) | undefined
}

/** How one attempt ended. */
type Outcome<T> =
  | { result: T; thrown?: never; error?: CanonicalError }
  | { thrown: unknown; error: CanonicalError }

/**
 * Makes a tool call as its errors advise: again only when the same call may succeed later, after the wait that the
 * server asks for, or else after an exponential backoff with full jitter. Gives the last result, error or not; what
 * the last attempt threw is thrown.
 */
export async function callWithRetry<T>(
  call: (context: AttemptContext) => T | PromiseLike<T>,
  options: RetryOptions = {},
): Promise<T> {
  const { signal, onAttempt } = options
  const deadline = options.deadline === undefined ? undefined : Number(options.deadline)
  checkNumbers({ ...options, deadline })
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    if (deadline !== undefined && Date.now() >= deadline)
      throw new DOMException('The deadline has passed.', 'TimeoutError')
    const outcome = await attemptOnce(call, attempt, signalFor(signal, deadline), options)
    const { error } = outcome
    const advice = error && advise(error)
    const next = nextStep(attempt, error, advice, { ...options, deadline })
    tell(() => onAttempt?.({ attempt, ...(error && { error }), ...(advice && { advice }), ...next }))
    if (next.waitSeconds === undefined) {
      if ('thrown' in outcome) throw outcome.thrown
      if (next.stopped === 'aborted') signal?.throwIfAborted()
      return outcome.result
    }
    await sleep(next.waitSeconds, signal)
  }
}

async function attemptOnce<T>(
  call: (context: AttemptContext) => T | PromiseLike<T>,
  attempt: number,
  signal: AbortSignal,
  options: RetryOptions,
): Promise<Outcome<T>> {
  try {
    const result = await orAborted(call({ attempt, signal }), signal)
    const error = readToolResult(result, options)
    return error ? { result, error } : { result }
  } catch (thrown) {
    const { translator = builtIn } = options
    return { thrown, error: readThrownBySdk(thrown, translator, options) }
  }
}

/** What the call gives, unless the signal is aborted before: not every call heeds it. */
function orAborted<T>(call: T | PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    Promise.resolve(call)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

function nextStep(
  attempt: number,
  error: CanonicalError | undefined,
  advice: Advice | undefined,
  options: RetryOptions & { deadline?: number | undefined },
): { waitSeconds?: number; stopped?: StopReason } {
  if (!error || !advice || advice.action === 'go_on') return { stopped: 'succeeded' }
  if (options.signal?.aborted) return { stopped: 'aborted' }
  if (!mayRetry(error, advice)) return { stopped: 'not_retryable' }
  if (attempt >= (options.maxAttempts ?? advice.maxAttempts ?? 1)) return { stopped: 'max_attempts' }
  const { maxWait = 60, baseDelay = 0.5, maxDelay = 30, random = Math.random, deadline } = options
  const asked = advice.afterSeconds
  if (asked !== undefined && asked > maxWait) return { stopped: 'wait_too_long' }
  const waitSeconds = asked ?? random() * Math.min(maxDelay, baseDelay * 2 ** (attempt - 1))
  if (deadline !== undefined && Date.now() + waitSeconds * 1000 >= deadline) return { stopped: 'deadline' }
  return { waitSeconds }
}

/** Waiting helps against a conflict only where the error says so: a lock is released, a name stays taken. */
function mayRetry(error: CanonicalError, { action, afterSeconds }: Advice): boolean {
  if (action !== 'wait') return action === 'retry'
  return error.retryable ?? (codes[error.code].retryable || afterSeconds !== undefined)
}

function checkNumbers(options: RetryOptions): void {
  const { maxAttempts, baseDelay, maxDelay, maxWait, deadline } = options
  for (const [name, value] of Object.entries({ maxAttempts, baseDelay, maxDelay, maxWait, deadline })) {
    const least = name === 'maxAttempts' ? 1 : 0
    if (value !== undefined && !(typeof value === 'number' && value >= least))
      throw new TypeError(`${name} is not a number of ${least} or more.`)
  }
}

function signalFor(signal: AbortSignal | undefined, deadline: number | undefined): AbortSignal {
  if (deadline === undefined) return signal ?? new AbortController().signal
  const atDeadline = AbortSignal.timeout(Math.min(Math.max(0, deadline - Date.now()), longestTimer))
  return signal ? AbortSignal.any([signal, atDeadline]) : atDeadline
}

// Timers take a 32-bit number of milliseconds.
const longestTimer = 2 ** 31 - 1

async function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  for (let left = Math.ceil(seconds * 1000); left >= 0; left -= longestTimer) {
    await timer(Math.min(left, longestTimer), signal)
  }
}

function timer(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(running)
      reject(signal?.reason)
    }
    const running = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
