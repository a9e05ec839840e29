import { describe, expect, it } from 'vitest'
import { type CanonicalCode, codes } from '../../src/core/codes'
import { codeOfStatus } from '../../src/core/http-status'
import { codeByStatus, statusFrom, statusRows } from '../../src/core/status-rows'

describe('the rows of statuses', () => {
  it.each(statusRows)('have %s for %s: it is its status, or stands for nothing else', (status, code) => {
    expect(codes[code].status === Number(status) || codeOfStatus(Number(status)) === code).toBe(true)
  })

  it.each<[string, number | undefined]>([
    ['404', 404],
    ['100', 100],
    ['599', 599],
    ['600', undefined],
    ['99', undefined],
    ['4040', undefined],
    ['', undefined],
    ['NOT_FOUND', undefined],
    [' 404', undefined],
  ])('read the native code %j as the status %j', (native, status) => {
    expect(statusFrom(native)).toBe(status)
  })
})

describe('the code of a status', () => {
  it.each<[what: string, number | undefined, names: string[], words: string[], CanonicalCode]>([
    ['the status alone', 404, [], [], 'not_found'],
    ['a status of its class', 418, [], [], 'invalid_input'],
    ['a status of a server', 599, [], [], 'internal'],
    ['a closer name', 404, ['ResourceNotFound'], [], 'resource_not_found'],
    ['closer words', 409, [], ['name already taken'], 'already_exists'],
    ['the name before the words', 409, ['ResourceLocked'], ['name already taken'], 'resource_locked'],
    ['a name of another kind', 404, ['Forbidden'], [], 'not_found'],
    ['words of another kind', 503, [], ['not found'], 'unavailable'],
    ['a name at a vague status', 400, ['Forbidden'], [], 'permission_denied'],
    ['a name at another', 500, ['RateLimited'], ['not found'], 'rate_limited'],
    ['words at a vague status', 400, [], ['rate limit exceeded'], 'invalid_input'],
    ['closer words at a vague status', 400, [], ['Missing required name'], 'missing_field'],
    ['who one is, not what one may do', 403, [], ['authentication failed'], 'permission_denied'],
    ['what one may do, not who one is', 401, [], ['permission denied'], 'unauthenticated'],
    ['who one is, as broadly as the status has it', 401, [], ['token expired'], 'unauthenticated'],
    ['a status that is no failure', 200, ['NotFound'], [], 'not_found'],
    ['no status, a name', undefined, ['NotFound'], ['timed out'], 'not_found'],
    ['no status, a name that says nothing', undefined, ['E_7'], ['timed out'], 'timeout'],
    ['nothing at all', undefined, [], [], 'unknown'],
    ['nothing that is known', undefined, ['E_7'], ['hm'], 'unknown'],
  ])('is by %s', (_, status, names, words, code) => {
    expect(codeByStatus(status, names, words)).toBe(code)
  })

  it('passes over names and words that are none', () => {
    expect(codeByStatus(undefined, [undefined, 5, null], [undefined, 'timed out'])).toBe('timeout')
  })
})
