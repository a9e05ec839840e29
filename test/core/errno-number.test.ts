import { describe, expect, it } from 'vitest'
import { classify } from '../../src/core/classify'
import type { CanonicalCode } from '../../src/core/codes'
import { codeOfErrnoNumber } from '../../src/core/errno-number'

describe('the number of an errno', () => {
  it.each<[string, CanonicalCode]>([
    ["[Errno 2] No such file or directory: 'x'", 'resource_not_found'],
    ["PermissionError: [Errno 13] Permission denied: 'x'", 'permission_denied'],
    ['[Errno 111] Connection refused', 'connection_refused'],
    ['<urlopen error [Errno -2] Name or service not known>', 'dns_failure'],
    ["[WinError 2] The system cannot find the file specified: 'x'", 'resource_not_found'],
    ["[WinError 5] Access is denied: 'x'", 'permission_denied'],
    ['[WinError 32] The process cannot access the file', 'resource_locked'],
    ['[WinError 10061] No connection could be made', 'connection_refused'],
  ])('is known where Python prints it: %s', (text, code) => {
    expect(codeOfErrnoNumber(text)).toBe(code)
  })

  it('says less than a name', () => {
    expect(classify('[Errno 2] ENOSPC').code).toBe('quota_exceeded')
  })

  it.each([
    '',
    'errno 2',
    'ENOENT',
    '[Errno 9999]',
    '[Errno 123456]',
    '[WinError -2]',
    '[WinError 4]',
    // It means another thing on every system.
    '[Errno 61]',
  ])('is not in %j', (text) => {
    expect(codeOfErrnoNumber(text)).toBeUndefined()
  })
})
