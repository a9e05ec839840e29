import { describe, expect, it } from 'vitest'
import { completeCut } from '../../../src/dialects/fusion/cut'
import { decode, safeDecode } from '../../../src/index'

const notice =
  '[SYSTEM INTERVENTION: Payload truncated at 1KB to prevent memory crash. You MUST use pagination.]'
const whole = `<tool_error code="CONFLICT" severity="critical">
<message>held by &lt;bob&gt; &amp; others</message>
<recovery>wait</recovery>
<available_actions>
  <action>a</action>
  <action>b</action>
</available_actions>
<details>
  <detail key="who">bob</detail>
</details>
<retry_after>30 seconds</retry_after>
</tool_error>`

describe('a document that the payload limiter cut', () => {
  it('is read at whatever place it was cut, as far as it goes', () => {
    const head = whole.indexOf('\n')
    for (let at = head; at < whole.length; at++) {
      const result = safeDecode(`${whole.slice(0, at)}\n\n${notice}`)
      expect(result.data).toMatchObject({
        severity: 'critical',
        origin: { dialect: 'fusion', code: 'CONFLICT' },
      })
      expect('held by <bob> & others'.startsWith(result.data?.message ?? '?')).toBe(true)
    }
  })

  it('keeps what the limiter says', () => {
    expect(JSON.stringify(decode(`${whole.slice(0, 100)}\n\n${notice}`).origin)).toContain(
      'You MUST use pagination.',
    )
  })

  it('is not read when not even its first tag is whole', () => {
    expect(safeDecode(`<tool_error code="CONF\n\n${notice}`).success).toBe(false)
  })

  it('is none without the notice of the limiter', () => {
    expect(completeCut(whole.slice(0, 100))).toBeUndefined()
    expect(safeDecode(whole.slice(0, 100)).success).toBe(false)
  })

  it('is looked at in one pass, however many tags are open', () => {
    const opened = '<a>'.repeat(200_000)
    expect(completeCut(`<tool_error>${opened}\n\n${notice}`)?.endsWith('</tool_error>')).toBe(true)
    expect(completeCut(`<tool_error>${'<a '.repeat(200_000)}\n\n${notice}`)).toBe(
      `<tool_error>\n${notice}\n</tool_error>`,
    )
  })
})
