import { it, expect } from 'vitest'
import { seeds } from '/tmp/wt/redact/test/redaction/seeds'
import { redactText, redactJson } from '/tmp/wt/redact/src/core/redact'
it('x', () => {
  let bad = 0
  for (const { kind, text, hidden } of seeds) {
    const out = redactText(text)
    const left = hidden.filter((h) => out.includes(h))
    if (left.length || hidden.some(h=>!text.includes(h)&&h!=='Ledger'&&h!=='ledger')) { bad++; console.log('LEFT', kind, left, '\n   ', JSON.stringify(out)) }
    else if (process.env.ALL) console.log(kind, '\n   ', JSON.stringify(out))
    if (redactText(out) !== out) console.log('NOT IDEMPOTENT', kind, JSON.stringify(out), JSON.stringify(redactText(out)))
  }
  console.log(seeds.length, bad)
})
