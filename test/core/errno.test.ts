import { constants } from 'node:os'
import { describe, expect, it } from 'vitest'
import type { CanonicalCode } from '../../src/core/codes'
import { codeOfErrno } from '../../src/core/errno'

describe('an errno', () => {
  it.each<[string, CanonicalCode]>([
    ["ENOENT: no such file or directory, open '/a'", 'resource_not_found'],
    ["EACCES: permission denied, open '/a'", 'permission_denied'],
    ['connect ECONNREFUSED 127.0.0.1:3000', 'connection_refused'],
    ['connect ETIMEDOUT 10.0.0.1:443', 'timeout'],
    ['getaddrinfo ENOTFOUND api.example.com', 'dns_failure'],
    ['getaddrinfo EAI_AGAIN api.example.com', 'dns_failure'],
    ['queryA ESERVFAIL x', 'dns_failure'],
    ['queryA EFORMERR x', 'dns_failure'],
    ['queryA ECANCELLED x', 'cancelled'],
    ['read ECONNRESET', 'network'],
    ['write EPIPE', 'network'],
    ['ENOSPC', 'quota_exceeded'],
    ['(EBUSY)', 'resource_locked'],
    ['EEXIST', 'already_exists'],
    ['ENOMEM', 'resource_exhausted'],
    ['listen EADDRINUSE: address already in use :::80', 'conflict'],
    ['E2BIG', 'invalid_input'],
    ['ECANCELED', 'cancelled'],
  ])('is known by its name: %s', (text, code) => {
    expect(codeOfErrno(text)).toBe(code)
  })

  it.each([
    'EACCES',
    'EEXIST',
    'EISDIR',
    'EMFILE',
    'ENOENT',
    'ENOTEMPTY',
    'EPERM',
    'EPIPE',
    'EROFS',
    'EXDEV',
  ])('%s is known, as this system has it', (name) => {
    expect(Object.keys(constants.errno)).toContain(name)
    expect(codeOfErrno(`${name}: x`)).toBeDefined()
  })

  it('is the first that is known', () => {
    expect(codeOfErrno('EVERYTHING failed: EPIPE, then ENOENT')).toBe('network')
  })

  it.each(['', 'enoent', 'ENOENTS', 'GENOENT', 'ENOENT_X', 'ERROR: EXIT', 'EAI_WHAT'])(
    'is not in %j',
    (text) => {
      expect(codeOfErrno(text)).toBeUndefined()
    },
  )
})
