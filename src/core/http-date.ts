// The three forms of RFC 9110, section 5.6.7; only the first may be written, all are to be read.
const forms: readonly RegExp[] = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  /^\w+, (?<day>\d\d?) (?<month>\w{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/i,
  // Sunday, 06-Nov-94 08:49:37 GMT
  /^\w+, (?<day>\d\d?)-(?<month>\w{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/i,
  // Sun Nov  6 08:49:37 1994
  /^\w+ (?<month>\w{3}) {1,2}(?<day>\d\d?) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/i,
]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The time that an HTTP date names, or undefined where it is none. `now` tells the century of a two-digit year. */
export function parseHttpDate(text: string, now: Date): Date | undefined {
  const found = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (!found) return undefined
  const { day = '', month = '', year = '', time = '' } = found
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const fullYear = year.length === 2 ? withCentury(Number(year), now) : Number(year)
  const midnight = Date.UTC(fullYear, months.indexOf(month.toLowerCase()), Number(day))
  const isDay = months.includes(month.toLowerCase()) && new Date(midnight).getUTCDate() === Number(day)
  // A leap second is second 60.
  if (!isDay || hours > 23 || minutes > 59 || seconds > 60) return undefined
  return new Date(midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000)
}

/** RFC 9110: a year that seems to be more than 50 years ahead is one of the past. */
function withCentury(twoDigits: number, now: Date): number {
  const thisYear = now.getUTCFullYear()
  const nextCentury = thisYear - (thisYear % 100) + 100
  const ahead = [nextCentury, nextCentury - 100].find((century) => century + twoDigits - thisYear <= 50)
  return (ahead ?? nextCentury - 200) + twoDigits
}
