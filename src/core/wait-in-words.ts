import { amountOfTime, parseDuration } from './duration'
import { parseHttpDate } from './http-date'

const about = '(?:about |around |approximately |another |at least |roughly |~ ?)?'

// What is said before an amount of time.
const beforeAmount: readonly RegExp[] = /* @__PURE__ */ [
  // `Retry-After: 30`, `retry_after=30`, `Retry after 30s`, `retry after Wed, 21 Oct 2015 07:28:00 GMT`
  `\\bretry[-_ ]?after(?:[-_ ]?seconds)?["']?(?:\\s{0,2}[:=])?\\s{0,2}["']?${about}`,
  // `try again in 2 minutes`, `retry your request after 1 hour`, `Please retry in 20.5s`
  `\\b(?:re)?try(?: again)?(?: (?:it|this|the|your))?(?: (?:request|call|operation))?(?: again)?(?: later)?,? (?:(?:only )?after|in|within) ${about}`,
  // `you can only request this after 58 seconds`
  `\\b(?:request|call|do|use) (?:this|it) (?:again )?(?:only )?after ${about}`,
  // `please wait 5 seconds`, `you must wait for 1 minute`
  `(?:^|[.;:,!(] ?|\\b(?:please|must|should|to|and|then|can) )wait(?: for)? ${about}`,
  // `Expected available in 30 seconds`, `the limit resets in 45 s`, `back off for 10s`
  `\\b(?:available|resets?|renews?|refills?|lifted|unblocked)(?: again)? in ${about}`,
  `\\bback ?off (?:for )?${about}`,
].map((source) => new RegExp(source, 'gi'))

// As much of it as belongs together; behind the name of a header also a date, or a number of seconds.
const amount = /* @__PURE__ */ (() =>
  new RegExp(`${amountOfTime}(?:(?:,? and |, | |)${amountOfTime}){0,3}`, 'iy'))()
const date = /[a-z]{3,9}, \d\d?[ -][a-z]{3}[ -]\d{2,4} \d\d:\d\d:\d\d GMT/iy
const number = /\d{1,9}(?:\.\d{1,9})?(?![\w:/-]|[.,]\d)/y

// A wait is said in a sentence, not on the last of a thousand lines.
const longestLook = 4000

/** The seconds that a message asks to wait before the next try. A date counts from `now`; without it, dates are passed over. */
export function waitInWords(message: string, now?: Date): number | undefined {
  const text = message.slice(0, longestLook)
  for (const [i, before] of beforeAmount.entries()) {
    for (const { 0: words, index } of text.matchAll(before)) {
      const isHeader = i === 0
      const at = index + words.length
      const time = readAt(amount, text, at)
      if (time !== undefined) return parseDuration(time.replace(/-(?=[a-z])/gi, ' '))
      const until = isHeader ? readAt(date, text, at) : undefined
      const then = until === undefined || now === undefined ? undefined : parseHttpDate(until, now)
      if (then && now) return Math.max(0, Math.ceil((then.getTime() - now.getTime()) / 1000))
      const seconds = isHeader ? readAt(number, text, at) : undefined
      if (seconds !== undefined) return Number(seconds)
    }
  }
  return undefined
}

function readAt(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at
  return sticky.exec(text)?.[0]
}
