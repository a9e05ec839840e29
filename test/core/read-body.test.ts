import { describe, expect, it } from 'vitest'
import type { CanonicalError } from '../../src/core/canonical-error'
import type { Dialect, Reading } from '../../src/core/dialect'
import { isJsonObject, type JsonObject } from '../../src/core/json'
import { inOrder, readBody } from '../../src/core/read-body'

const dialect = (bag: Dialect['bag'], more: Partial<Reading> = {}): Dialect => ({
  id: 'mine',
  title: 'Mine',
  codes: [
    ['SLOW', 'timeout'],
    ['LATER', 'transient'],
    ['GONE', 'not_found'],
  ],
  hasRetryFlag: false,
  bag,
  detect: () => 0,
  read: ({ code, bag }) => ({
    message: 'm',
    nativeCode: typeof code === 'string' ? code : undefined,
    details: isJsonObject(bag) ? bag : undefined,
    ...more,
  }),
  write: () => ({}),
})

const slow = { code: 'timeout', message: 'm', severity: 'error' } as const

describe('a body', () => {
  it.each<[JsonObject, string]>([
    [{ code: 'SLOW' }, 'timeout'],
    [{ code: 'ProjectNotFound' }, 'not_found'],
    [{ code: 'TEAPOT' }, 'unknown'],
    [{}, 'unknown'],
  ])('%j has the code %s', (body, code) => {
    expect(readBody(dialect('json'), body).error).toEqual({ code, message: 'm', severity: 'error' })
  })

  it('has the code that its reader gives over that of the table', () => {
    expect(readBody(dialect('json', { code: 'conflict' }), { code: 'SLOW' }).error.code).toBe('conflict')
  })

  it('has its native code, its variant and the severity that its reader gives', () => {
    expect(readBody(dialect('json', { variant: 'v', severity: 'critical' }), { code: 'SLOW' })).toEqual({
      error: { ...slow, severity: 'critical' },
      nativeCode: 'SLOW',
      isCodeSaid: true,
      variant: 'v',
    })
  })

  it('says more in plain words in its bag', () => {
    expect(readBody(dialect('json'), { code: 'SLOW', bag: { status: 504, a: 1 } }).error).toEqual({
      ...slow,
      status: 504,
      details: { a: 1 },
    })
    expect(readBody(dialect('text'), { code: 'SLOW', bag: { status: '504', a: '1' } }).error).toEqual({
      ...slow,
      status: 504,
      details: { a: '1' },
    })
  })

  it.each<[unknown]>([['text'], [5], [true], [null], [['x']]])(
    'has no details where its reader gives %j for them',
    (details) => {
      for (const bag of ['json', 'text', 'none'] as const) {
        const odd = dialect(bag, { details: details as JsonObject })
        expect(readBody(odd, { code: 'SLOW' })).toEqual({ error: slow, nativeCode: 'SLOW', isCodeSaid: true })
      }
    },
  )

  it('without a bag says no more', () => {
    const details = { status: 504, errlingua: { said: { status: 504 } } }
    expect(readBody(dialect('none', { details }), { code: 'SLOW' })).toEqual({
      error: { ...slow, details },
      nativeCode: 'SLOW',
      isCodeSaid: true,
    })
  })
})

describe('a residue', () => {
  it('is taken out of the bag', () => {
    const errlingua = { said: { status: 504 } }
    expect(readBody(dialect('json'), { code: 'SLOW', bag: { a: 1, errlingua } })).toEqual({
      error: { ...slow, details: { a: 1 } },
      nativeCode: 'SLOW',
      isCodeSaid: true,
      residue: errlingua,
    })
    const only = readBody(dialect('json'), { code: 'SLOW', bag: { errlingua } })
    expect(only.error).toEqual(slow)
    expect(Object.hasOwn(only.error, 'details')).toBe(false)
  })

  it('is read from text in a bag of text, and from an object in another', () => {
    const text = '{"said":{"status":504}}'
    expect(readBody(dialect('text'), { bag: { errlingua: text } }).residue).toEqual({ said: { status: 504 } })
    expect(readBody(dialect('json'), { bag: { errlingua: text } }).residue).toBeUndefined()
    expect(readBody(dialect('json'), { bag: { errlingua: text } }).error.details).toEqual({ errlingua: text })
  })

  it.each<[string, string, JsonObject, boolean]>([
    ['names the code more closely', 'LATER', { code: 'timeout' }, true],
    ['says the same code', 'SLOW', { code: 'timeout' }, true],
    ['says no code', 'SLOW', { status: 504 }, true],
    ['turns the error into another', 'SLOW', { code: 'not_found' }, false],
    [
      'turns the error into another that is retried the same',
      'SLOW',
      { code: 'not_found', retryable: true },
      true,
    ],
    ['makes what is not retried one that is', 'GONE', { code: 'timeout' }, false],
  ])('that %s is believed: %s', (_, code, said, isBelieved) => {
    const { residue, error } = readBody(dialect('json'), { code, bag: { errlingua: { said } } })
    expect(residue).toEqual(isBelieved ? { said } : undefined)
    expect(error.details).toEqual(isBelieved ? undefined : { errlingua: { said } })
  })

  it.each<[string, JsonObject]>([
    [
      'It is not in the form in which errlingua writes it.',
      { code: 'SLOW', bag: { errlingua: { more: 1 } } },
    ],
    ['It is not in the form in which errlingua writes it.', { code: 'SLOW', bag: { errlingua: 'hello' } }],
    [
      'It says not_found, the body timeout.',
      { code: 'SLOW', bag: { errlingua: { said: { code: 'not_found' } } } },
    ],
    [
      'It asks for give_up, the body for retry.',
      { code: 'SLOW', bag: { errlingua: { said: { retryable: false } } } },
    ],
    [
      'It asks for wait, the body for give_up.',
      {
        code: 'LATER',
        bag: { retryable: false, errlingua: { said: { code: 'resource_locked' }, absent: ['retryable'] } },
      },
    ],
  ])('is ignored with a reason: %s', (reason, body) => {
    const reading = readBody(dialect('json'), body)
    expect(reading.ignored).toBe(reason)
    expect(reading.residue).toBeUndefined()
    expect(reading.error.details).toEqual({ errlingua: (body.bag as JsonObject).errlingua })
  })

  it('that is taken, and none at all, need no reason', () => {
    const bag = { errlingua: { said: { status: 504 } } }
    expect(readBody(dialect('json'), { code: 'SLOW', bag })).not.toHaveProperty('ignored')
    expect(readBody(dialect('json'), { code: 'SLOW' })).not.toHaveProperty('ignored')
  })

  it('is not looked at where that is said, and the reason is given', () => {
    const bag = { errlingua: { said: { status: 504 } } }
    const apart = { said: { status: 504 } }
    const reading = readBody(dialect('json'), { code: 'SLOW', bag }, { apart, ignore: 'No.' })
    expect(reading).toMatchObject({ ignored: 'No.', error: { code: 'timeout', details: bag } })
    expect(reading.residue).toBeUndefined()
    expect(reading.error.status).toBeUndefined()
  })

  it('gives the body its own code back where a detail is taken for a closer one', () => {
    const errlingua = { said: { code: 'transient' }, details: { code: 'not_found' } }
    const again = dialect('json', { retryable: true })
    expect(readBody(again, { code: 'LATER', bag: { code: 'not_found', errlingua } })).toMatchObject({
      error: { code: 'not_found' },
      residue: errlingua,
    })
  })
})

it('puts the members of an error in their fixed order, and leaves undefined ones out', () => {
  const error: CanonicalError = {
    origin: { dialect: 'x' },
    details: {},
    status: undefined,
    severity: 'error',
    retryable: false,
    message: 'm',
    code: 'timeout',
  }
  expect(Object.entries(inOrder(error))).toEqual([
    ['code', 'timeout'],
    ['message', 'm'],
    ['severity', 'error'],
    ['retryable', false],
    ['details', {}],
    ['origin', { dialect: 'x' }],
  ])
})
