import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CanonicalCode, type CanonicalError, codes } from '../../src/index'
import { type AttemptReport, callWithRetry, writeToolResult } from '../../src/mcp/index'
import { closeAll, connect, generations } from './connections'

afterAll(closeAll)

const failing = (error: Partial<CanonicalError>) =>
  writeToolResult({ code: 'unavailable', message: 'down', severity: 'error', ...error }, 'interbase')
const fine = { content: [{ type: 'text', text: 'fine' }] }

/** A call that gives one thing after the other, the last one for ever. */
function giving(...outcomes: unknown[]) {
  let calls = 0
  const call = async () => {
    const outcome = outcomes[Math.min(calls++, outcomes.length - 1)]
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  return { call, calls: () => calls }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Runs to the end with the clock going by itself, and says how much of it went by. */
async function settled<T>(promise: Promise<T>): Promise<{ value?: T; thrown?: unknown; seconds: number }> {
  const start = Date.now()
  const outcome = promise.then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  )
  await vi.runAllTimersAsync()
  return { ...(await outcome), seconds: (Date.now() - start) / 1000 }
}

describe('a call', () => {
  it('that works is made once', async () => {
    const { call, calls } = giving(fine)
    const { value, seconds } = await settled(callWithRetry(call))
    expect([value, calls(), seconds]).toEqual([fine, 1, 0])
  })

  it('is made again after as long as the server asks for', async () => {
    const { call, calls } = giving(failing({ retryAfter: 30 }), failing({ retryAfter: 1.5 }), fine)
    const { value, seconds } = await settled(callWithRetry(call))
    expect([value, calls(), seconds]).toEqual([fine, 3, 31.5])
  })

  it('is made again after a backoff that doubles, with full jitter', async () => {
    const reports: AttemptReport[] = []
    for (const random of [0, 0.5, 1]) {
      const { call } = giving(failing({}))
      const options = { maxAttempts: 5, baseDelay: 2, maxDelay: 10, random: () => random }
      await settled(callWithRetry(call, { ...options, onAttempt: (report) => void reports.push(report) }))
    }
    expect(reports.map(({ waitSeconds }) => waitSeconds)).toEqual(
      [0, 0.5, 1].flatMap((random) => [...[2, 4, 8, 10].map((most) => most * random), undefined]),
    )
  })

  it('has jitter by default', async () => {
    const waits = new Set<number | undefined>()
    for (let i = 0; i < 20; i++) {
      const { call } = giving(failing({}), fine)
      await settled(callWithRetry(call, { onAttempt: ({ waitSeconds }) => void waits.add(waitSeconds) }))
    }
    expect(waits.size).toBeGreaterThan(10)
    for (const wait of waits) expect(wait ?? 0).toBeLessThan(0.5)
  })

  const retried = (code: CanonicalCode) => codes[code].retryable
  it.each(Object.keys(codes) as CanonicalCode[])(
    'that fails with %s is made again only if that may help',
    async (code) => {
      const { call, calls } = giving(failing({ code }))
      const reports: AttemptReport[] = []
      await settled(callWithRetry(call, { onAttempt: (report) => void reports.push(report) }))
      expect(calls()).toBe(retried(code) ? 3 : 1)
      const last = reports.at(-1)?.stopped
      const first = codes[code].action === 'go_on' ? 'succeeded' : 'not_retryable'
      expect(last).toBe(retried(code) ? 'max_attempts' : first)
    },
  )

  it('goes by what the error says of itself, not by its code alone', async () => {
    const never = giving(failing({ retryable: false }))
    await settled(callWithRetry(never.call))
    expect(never.calls()).toBe(1)
    const again = giving(failing({ code: 'internal', retryable: true }), fine)
    expect((await settled(callWithRetry(again.call))).value).toBe(fine)
    const released = giving(failing({ code: 'conflict', retryAfter: 5 }), fine)
    expect((await settled(callWithRetry(released.call))).value).toBe(fine)
  })

  it('that throws is made again, and what it threw last is thrown', async () => {
    const thrown = new Error('connect ECONNREFUSED 127.0.0.1:1')
    const worked = giving(thrown, fine)
    expect((await settled(callWithRetry(worked.call))).value).toBe(fine)
    const never = giving(thrown)
    expect((await settled(callWithRetry(never.call))).thrown).toBe(thrown)
    expect(never.calls()).toBe(3)
    const bug = giving(new TypeError('x is not a function'))
    await settled(callWithRetry(bug.call))
    expect(bug.calls()).toBe(1)
  })

  it('is made at most so often', async () => {
    for (const maxAttempts of [1, 2, 7]) {
      const { call, calls } = giving(failing({}))
      await settled(callWithRetry(call, { maxAttempts }))
      expect(calls()).toBe(maxAttempts)
    }
  })

  it('is not waited for longer than the deadline leaves', async () => {
    const { call, calls } = giving(failing({ retryAfter: 10 }))
    const reports: AttemptReport[] = []
    const options = { deadline: new Date(Date.now() + 25_000), maxAttempts: 9 }
    const { value, seconds } = await settled(
      callWithRetry(call, { ...options, onAttempt: (report) => void reports.push(report) }),
    )
    expect([calls(), seconds]).toEqual([3, 20])
    expect(value).toMatchObject({ isError: true })
    expect(reports.at(-1)?.stopped).toBe('deadline')
  })

  it('is not made when the deadline has passed, and is told when it passes', async () => {
    const { call, calls } = giving(fine)
    expect((await settled(callWithRetry(call, { deadline: Date.now() - 1 }))).thrown).toMatchObject({
      name: 'TimeoutError',
    })
    expect(calls()).toBe(0)
  })

  it('ends at the deadline and with its signal, though it heeds neither', async () => {
    const never = () => new Promise(() => {})
    const late = await settled(callWithRetry(never, { signal: AbortSignal.timeout(1000) }))
    expect(late.thrown).toMatchObject({ name: 'TimeoutError' })
    vi.useRealTimers()
    await expect(callWithRetry(never, { deadline: Date.now() + 20 })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })

  it('gives its result though who watches it fails', async () => {
    const onAttempt = () => {
      throw new Error('logger down')
    }
    const { call, calls } = giving(failing({ retryAfter: 1 }), fine)
    expect((await settled(callWithRetry(call, { onAttempt }))).value).toBe(fine)
    expect(calls()).toBe(2)
  })

  it('gives back the error of a server that asks for too long a wait', async () => {
    const { call, calls } = giving(failing({ retryAfter: 3600 }))
    const { seconds } = await settled(callWithRetry(call))
    expect([calls(), seconds]).toEqual([1, 0])
    const patient = giving(failing({ retryAfter: 3600 }), fine)
    expect((await settled(callWithRetry(patient.call, { maxWait: 4000 }))).value).toBe(fine)
  })

  it('waits longer than a timer can, where it may', async () => {
    const month = 30 * 24 * 3600
    const { call } = giving(failing({ retryAfter: month }), fine)
    const { value, seconds } = await settled(callWithRetry(call, { maxWait: month }))
    expect([value, seconds]).toEqual([fine, month])
  })

  it('ends with the reason of its signal, before and while it waits', async () => {
    const reason = new Error('no longer needed')
    const early = giving(fine)
    expect((await settled(callWithRetry(early.call, { signal: AbortSignal.abort(reason) }))).thrown).toBe(
      reason,
    )
    expect(early.calls()).toBe(0)

    const controller = new AbortController()
    const { call, calls } = giving(failing({ retryAfter: 30 }))
    setTimeout(() => controller.abort(reason), 5000)
    const { thrown } = await settled(callWithRetry(call, { signal: controller.signal }))
    expect(thrown).toBe(reason)
    expect(calls()).toBe(1)
  })

  it('hands on the signal, and is not made again when it was aborted meanwhile', async () => {
    const controller = new AbortController()
    const reason = new Error('no longer needed')
    const seen: boolean[] = []
    const call = ({ signal }: { signal: AbortSignal }) => {
      controller.abort(reason)
      seen.push(signal.aborted)
      return failing({})
    }
    expect((await settled(callWithRetry(call, { signal: controller.signal }))).thrown).toBe(reason)
    expect(seen).toEqual([true])
  })

  it('leaves nothing behind on a signal that lives on', async () => {
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const { call } = giving(failing({ retryAfter: 1 }), failing({ retryAfter: 1 }), fine)
    await settled(callWithRetry(call, { signal }))
    expect(added.mock.calls.length).toBeGreaterThan(2)
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    )
  })

  it('is reported attempt by attempt', async () => {
    const reports: AttemptReport[] = []
    const { call } = giving(failing({ retryAfter: 2 }), fine)
    await settled(callWithRetry(call, { onAttempt: (report) => void reports.push(report) }))
    expect(reports).toMatchObject([
      { attempt: 1, error: { code: 'unavailable' }, advice: { action: 'retry' }, waitSeconds: 2 },
      { attempt: 2, stopped: 'succeeded' },
    ])
    expect(reports[1]?.error).toBeUndefined()
  })

  it('refuses options that are not numbers', async () => {
    for (const options of [
      { maxAttempts: Number.NaN },
      { maxAttempts: 0 },
      { maxWait: -1 },
      { deadline: new Date('never') },
    ]) {
      await expect(callWithRetry(() => fine, options)).rejects.toThrow(TypeError)
    }
  })
})

describe.each(generations)('with a real server of SDK %s', (generation) => {
  it('waits for a server that is rate limited', async () => {
    vi.useRealTimers()
    const client = await connect(generation, 'linked', 'fusion')
    const reports: AttemptReport[] = []
    const result = await callWithRetry(() => client.callTool({ name: 'rate_limited' }), {
      deadline: Date.now() + 10_000,
      onAttempt: (report) => void reports.push(report),
    })
    expect(result).toMatchObject({ isError: true })
    expect(reports).toMatchObject([{ error: { code: 'rate_limited', retryAfter: 30 }, stopped: 'deadline' }])
  })
})
