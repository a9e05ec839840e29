import type { JsonValue } from '../core/json'
import type { RedactOptions } from '../core/redact'
import { checkRedactOptions } from '../core/redact/options'

// What is kept of the arguments of a call until it is answered.
const most = { texts: 32, length: 1024, lengthOfAll: 4096, values: 10_000 } as const

/** The texts in the arguments of a call that may be paths: what a caller has sent itself need not be hidden from it. */
export function sentPaths(sent: unknown): string[] {
  const paths: string[] = []
  const open = [sent]
  let left: number = most.lengthOfAll
  for (let count = 0; count < most.values && open.length > 0 && paths.length < most.texts; count++) {
    const value = open.pop()
    if (typeof value === 'string') {
      if (value.length > Math.min(most.length, left) || !/[/\\]/.test(value)) continue
      paths.push(value)
      left -= value.length
    } else if (typeof value === 'object' && value !== null) {
      open.push(...Object.values(value).slice(0, most.values))
    }
  }
  return paths
}

/** What to redact in the answer to a call, where anything is to be. */
export function redactionFor(
  redaction: boolean | RedactOptions | undefined,
  sent: JsonValue | undefined,
): RedactOptions | undefined {
  if (redaction === undefined || redaction === false) return undefined
  const options = redaction === true ? {} : redaction
  checkRedactOptions(options)
  return { ...options, known: [...(options.known ?? []), ...sentPaths(sent)] }
}
