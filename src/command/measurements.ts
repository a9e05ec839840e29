import { type Field, fields, fieldValue } from '../core/canonical-error'
import { codeNames } from '../core/codes'
import { sameJson } from '../core/json'
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
  return dialects.flatMap(({ id: from }) =>
    dialects
      .filter(({ id }) => id !== from)
      .map(({ id: to }) => {
        const error = decode(stringify(everything, from, { preserve: false }))
        return { from, to, lost: measureLoss(error, to).map(({ path }) => path) }
      }),
  )
}

/** How a dialect says a member: itself, in plain words among its details, as text only, or not at all. */
export type Saying = 'member' | 'detail' | 'text' | 'lost'

/** How each dialect says each member. */
export function fieldsByDialect(): { field: Field; dialects: { [id: string]: Saying } }[] {
  return fields.map((field) => ({
    field,
    dialects: Object.fromEntries(dialects.map((dialect) => [dialect.id, saying(field, dialect)])),
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
  if (!sameJson(fieldValue(error, field), fieldValue(decode(text), field))) return 'lost'
  const body = dialect.text ? dialect.text.parse(text, defaultLimits, false) : JSON.parse(text)
  return dialect.read(body)[field] === undefined ? 'detail' : 'member'
}

/** The native code for each canonical one, and whether that alone says it. */
export function codesByDialect(): {
  code: CanonicalCode
  dialects: { [id: string]: { native: string; exact: boolean } }
}[] {
  return codeNames.map((code) => ({
    code,
    dialects: Object.fromEntries(
      dialects.map((dialect) => [
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
  return dialects.flatMap(({ id: dialect }) =>
    errors.flatMap((error) => {
      const { action } = advise(error)
      const becomes = advise(decode(stringify(error, dialect, { preserve: false }))).action
      return action === becomes ? [] : [{ dialect, error, action, becomes }]
    }),
  )
}
