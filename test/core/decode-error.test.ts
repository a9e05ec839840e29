import { expect, it } from 'vitest'
import { DecodeError, EncodeError } from '../../src/core/decode-error'

it.each([
  ['DecodeError', new DecodeError('SCHEMA', 'error.metadata', 'Refused.'), 'SCHEMA'],
  ['EncodeError', new EncodeError('NOT_CANONICAL', 'error.metadata', 'Refused.'), 'NOT_CANONICAL'],
])('a %s is an Error with a name, a code, a path and a message', (name, error, code) => {
  expect(error).toBeInstanceOf(Error)
  expect(error.name).toBe(name)
  expect(error.code).toBe(code)
  expect(error.path).toBe('error.metadata')
  expect(error.message).toBe('Refused.')
  expect(String(error)).toBe(`${name}: Refused.`)
})
