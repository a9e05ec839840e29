import { type Field, fields, fieldValue } from '../core/canonical-error'
import { codeNames } from '../core/codes'
import { sameJson } from '../core/json'
import { asBody } from '../core/list-body'
import { nativeCode } from '../core/native-code'
import {
  type Action,
  advise,
  type CanonicalCode,
  type CanonicalError,
  type Dialect,
  decode,
  defaultLimits,
  dialects,
  measureLoss,
  stringify,
} from '../index'

const writable: readonly Dialect[] = dialects.filter((dialect: Dialect) => dialect.write !== undefined)

// One of everything that an error can say, and details of every JSON type.
const everything: CanonicalError = {
  code: 'operation_timeout',
  message: 'It took too long.',
  severity: 'critical',
  retryable: true,
  recoverable: true,
  temporary: true,
  retryAfter: 30,
  recovery: 'Try a smaller range.',
  actions: ['ranges.list'],
  issues: [{ path: 'range', message: 'too large' }],
  operation: 'ranges.read',
  resource: 'range-7',
  requestId: 'req-1',
  timestamp: '2025-10-23T12:34:56Z',
  status: 504,
  details: { text: 'a', number: 1, flag: true, nothing: null, list: [1], object: { a: 1 } },
}

/** What each dialect's errors can say that each other dialect cannot, without `preserve`. */
export function lossesByPair(): { from: string; to: string; lost: string[] }[] {
  return writable.flatMap(({ id: from }) => {
    const error = decode(stringify(everything, from, { preserve: false }), { dialect: from })
    const others = writable.filter(({ id }) => id !== from)
    return others.map(({ id: to }) => ({ from, to, lost: measureLoss(error, to).map(({ path }) => path) }))
  })
}

/** How a dialect says a member: itself, in plain words among its details, as text only, or not at all. */
export type Saying = 'member' | 'detail' | 'text' | 'lost'

/** How each dialect says each member. */
export function fieldsByDialect(): { field: Field; dialects: { [id: string]: Saying } }[] {
  return fields.map((field) => ({
    field,
    dialects: Object.fromEntries(writable.map((dialect) => [dialect.id, saying(field, dialect)])),
  }))
}

function saying(field: Field, dialect: Dialect): Saying {
  if (field === 'code') return 'member'
  if (field === 'details' && dialect.bag === 'text') return 'text'
  const error: CanonicalError = {
    code: 'not_found',
    message: 'm',
    severity: 'error',
    [field]: everything[field],
  }
  const text = stringify(error, dialect.id, { preserve: false })
  const read = decode(text, { dialect: dialect.id })
  if (!sameJson(fieldValue(error, field), fieldValue(read, field))) return 'lost'
  const body = dialect.text
    ? dialect.text.parse(text, defaultLimits, false)
    : (asBody(JSON.parse(text)) ?? {})
  return dialect.read(body)[field] === undefined ? 'detail' : 'member'
}

// Dialects without codes of their own say the canonical one in plain words, or leave it to the message.
const coded = writable.filter(({ codes }) => codes.length > 0)

/** The native code for each canonical one, and whether that alone says it. */
export function codesByDialect(): {
  code: CanonicalCode
  dialects: { [id: string]: { native: string; exact: boolean } }
}[] {
  return codeNames.map((code) => ({
    code,
    dialects: Object.fromEntries(
      coded.map((dialect) => [
        dialect.id,
        {
          native: nativeCode(dialect, { code, message: '', severity: 'error' }),
          exact: dialect.codes.some(([, canonical]) => canonical === code),
        },
      ]),
    ),
  }))
}

/** The errors that a dialect's reader would act on otherwise, without `preserve`. */
export function unsayableDecisions(): {
  dialect: string
  error: Partial<CanonicalError>
  action: Action
  becomes: Action
}[] {
  const errors = codeNames.flatMap((code) =>
    (['warning', 'error', 'critical'] as const).flatMap((severity) =>
      [undefined, true, false].map(
        (retryable): CanonicalError => ({ code, message: '', severity, retryable }),
      ),
    ),
  )
  return writable.flatMap(({ id: dialect }) =>
    errors.flatMap((error) => {
      const { action } = advise(error)
      const becomes = advise(decode(stringify(error, dialect, { preserve: false }), { dialect })).action
      return action === becomes ? [] : [{ dialect, error, action, becomes }]
    }),
  )
}
