import { amountOfTime, parseDuration } from './duration'
import { parseHttpDate } from './http-date'

const amount = `(?<amount>${amountOfTime}(?:(?:,? and |, | |)${amountOfTime}){0,3})`
const about = '(?:about |around |approximately |another |at least |roughly |~ ?)?'
const after = `(?:(?:,? (?:only )?after|,? in|,? within) )`

// Each with the seconds as a number, an amount of time or a date.
const patterns: readonly RegExp[] = /* @__PURE__ */ [
  // `Retry-After: 30`, `retry_after=30`, `Retry after 30s`, `retry after Wed, 21 Oct 2015 07:28:00 GMT`
  `\\bretry[-_ ]?after(?:[-_ ]?seconds)?["']?(?:\\s{0,2}[:=])?\\s{0,2}["']?${about}(?:${amount}|(?<date>[a-z]{3,9}, \\d\\d?[ -][a-z]{3}[ -]\\d{2,4} \\d\\d:\\d\\d:\\d\\d GMT)|(?<seconds>\\d{1,9}(?:\\.\\d{1,9})?)(?![\\w:/-]|[.,]\\d))`,
  // `try again in 2 minutes`, `retry your request after 1 hour`, `Please retry in 20.5s`
  `\\b(?:re)?try(?: again)?(?: (?:it|this|the|your))?(?: (?:request|call|operation))?(?: again)?(?: later)?${after}${about}${amount}`,
  // `you can only request this after 58 seconds`
  `\\b(?:request|call|do|use) (?:this|it) (?:again )?(?:only )?after ${about}${amount}`,
  // `please wait 5 seconds`, `you must wait for 1 minute`
  `(?:^|[.;:,!(] ?|\\b(?:please|must|should|to|and|then|can) )wait(?: for)? ${about}${amount}`,
  // `Expected available in 30 seconds`, `the limit resets in 45 s`, `back off for 10s`
  `\\b(?:available|resets?|renews?|refills?|lifted|unblocked)(?: again)? in ${about}${amount}`,
  `\\bback ?off (?:for )?${about}${amount}`,
].map((source) => new RegExp(source, 'i'))

// A wait is said in a sentence, not on the last of a thousand lines.
const longestLook = 4000

/** The seconds that a message asks to wait before the next try. A date counts from `now`; without it, dates are passed over. */
export function waitInWords(message: string, now?: Date): number | undefined {
  const text = message.slice(0, longestLook)
  for (const pattern of patterns) {
    const { amount, seconds, date } = pattern.exec(text)?.groups ?? {}
    if (amount !== undefined) return parseDuration(amount.replace(/-(?=[a-z])/gi, ' '))
    if (seconds !== undefined) return Number(seconds)
    const until = date === undefined || now === undefined ? undefined : parseHttpDate(date, now)
    if (until && now) return Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000))
  }
  return undefined
}
