import { describe, expect, it } from 'vitest'
import { redactUnread } from '../../src/proxy/unread-answer'

const redacted = (bytes: Buffer) => redactUnread(bytes, {}).toString('latin1')

describe('an answer that cannot be read', () => {
  it.each([
    ['not UTF-8', '"text":"password=hunter2 \xff"'],
    ['no JSON', '"text":"password=hunter2","n":NaN'],
    ['too deep', `"text":"password=hunter2","deep":${'['.repeat(5000)}${']'.repeat(5000)}`],
  ])('hides nothing where it is %s', (_, members) => {
    const line = `{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text",${members}}]}}`
    const clean = redacted(Buffer.from(line, 'latin1'))
    expect(clean).not.toContain('hunter2')
    expect(clean).not.toContain('\n')
    expect(clean).toContain('[redacted]')
    expect(clean.includes('\xff')).toBe(line.includes('\xff'))
  })

  it('stays the same bytes where there is nothing to hide, or where it is no error', () => {
    for (const line of [
      '{"id":1,"result":{"isError":true,"text":"gone \xff"}}',
      '{"id":1,"result":{"text":"password=hunter2 \xff"}}',
      '{"id":1,"result":{"text":"password=hunter2","structuredContent":{"error": null,"score":NaN}}}',
    ]) {
      const bytes = Buffer.from(line, 'latin1')
      expect(redactUnread(bytes, {})).toBe(bytes)
    }
  })
})
