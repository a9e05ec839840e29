import { describe, expect, it } from 'vitest'
import { nameOfStatus } from '../../src/core/http-phrase'
import { codeOfStatus } from '../../src/core/http-status'
import { codes } from '../../src/index'

describe('a status', () => {
  it.each([
    [404, 'HTTP 404 Not Found', 'not_found'],
    [405, 'HTTP 405 Method Not Allowed', undefined],
    [503, 'HTTP 503 Service Unavailable', 'unavailable'],
    [524, 'HTTP 524 A Timeout Occurred', 'timeout'],
    [529, 'HTTP 529 Site Is Overloaded', 'busy'],
    [555, 'HTTP 555', undefined],
  ])('%s is called %s and stands for %s', (status, name, code) => {
    expect(nameOfStatus(status)).toBe(name)
    expect(codeOfStatus(status)).toBe(code)
  })

  it.each([...new Set(Object.values(codes).map(({ status }) => status))].filter((status) => status >= 400))(
    '%s of a canonical code has a name',
    (status) => {
      expect(nameOfStatus(status)).toMatch(/^HTTP \d{3} \w/)
    },
  )
})
