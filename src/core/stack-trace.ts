import { anyOf } from './any-of'

// Lines that only traces have: JavaScript, Java and C#; Python; Ruby; PHP; Go.
const frame = /* @__PURE__ */ anyOf(
  [
    /^[ \t]+at \S.* \((?:<anonymous>|native|index \d+|Native Method|Unknown Source)\)$/,
    /^[ \t]+at [\w$<>`+]+[.:][\w.:$<>`+[\]]+\(.*\)$/,
    /^[ \t]+at [\w$<>`+]+[.:][\w.:$<>`+[\]]+\([^)]*\) in .*:line \d+$/,
    /^[ \t]*File ".*", line \d+(?:$|, in )/,
    /^[ \t]+from .*:\d+:in [`']/,
    /^#\d+ .*\(\d+\): /,
    /^goroutine \d+ \[.*\]:$/,
    /^\t\S.*\.go:\d+(?: \+0x[0-9a-f]+)?$/,
  ],
  '',
)
// These mean something else outside of one: Rust; what is left out.
const frameWithin = /* @__PURE__ */ anyOf(
  [/^[ \t]+\d+: .*$/, /^[ \t]*\.\.\. \d+ (?:more|common frames omitted|lines matching .* \.\.\.)$/],
  '',
)
const python = /^[ \t]*(?:[+|] +)?(?:Exception Group )?Traceback \(most recent call last\):$/
const begins =
  /^[ \t]*(?:[+|] +(?:Exception Group )?)?(?:Traceback \(most recent call last\):|stack backtrace:|Stack trace:)$/i

const lastTags = /(?:<\/?[a-z]{1,10}>){1,5}$/i
// What every line of a trace begins with; all others are passed over quickly.
const mayBegin = /^(?:[ \t]|at |File |#\d|goroutine |Traceback|stack)/i

// No line of a trace is longer, and none that begins one is shorter.
const longestLine = 1000
const shortestLine = 6

type State = 'text' | 'trace' | 'python' | 'go'

/** Where the traces of a text are: from the first line of the first to the end of the last. */
interface Traced {
  readonly start: number
  readonly end: number
  readonly isPython: boolean
}

function tracesIn(text: string): Traced | undefined {
  let found: Traced | undefined
  let state: State = 'text'
  for (let at = 0, end = 0; at <= text.length; at = end + 1) {
    end = endOfLine(text, at)
    if (state === 'text' && end - at < shortestLine && text[end + 1] !== '\t') continue
    const line = text.slice(at, end)
    const ended = line.endsWith('\r') ? line.slice(0, -1) : line
    const bare = ended.endsWith('>') && ended.length <= longestLine ? ended.replace(lastTags, '') : ended
    // Node shows the members of an error behind its trace, in braces that begin in the last line of it.
    const isOpen = bare.endsWith(' {')
    const isTrace =
      bare.length <= longestLine &&
      (isOfTrace(isOpen ? bare.slice(0, -2) : bare, state) ||
        (text[end + 1] === '\t' && isGoCall(bare, text.slice(end + 1, endOfLine(text, end + 1)))))
    if (!isTrace) {
      state = 'text'
      continue
    }
    if (begins.test(bare)) state = 'python'
    else if (bare.startsWith('goroutine ')) state = 'go'
    else if (state === 'text') state = 'trace'
    found = { start: found?.start ?? at, end, isPython: found?.isPython === true || python.test(line) }
  }
  return found
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** A text taken apart: what went wrong, and the trace that stands before or behind it. */
export interface TracedMessage {
  before: string
  message: string
  after: string
}

/**
 * The message of a text with a stack trace, or undefined where there is none. Python puts it last, behind the trace; all
 * others put it first.
 */
export function splitTrace(text: string): TracedMessage | undefined {
  if (!text.includes('\n')) return undefined
  const traced = tracesIn(text)
  if (!traced) return undefined
  const { start, end, isPython } = traced
  const behind = text.slice(end + 1)
  if (isPython && behind.trim() !== '') return { before: text.slice(0, end + 1), message: behind, after: '' }
  // Without the end of its last line.
  const ahead = text.slice(0, Math.max(0, start - 1))
  return ahead.trim() === '' ? undefined : { before: '', message: ahead, after: text.slice(start - 1) }
}

/** A line such as `at read (/srv/app.js:10:5)`: where it begins and where it ends tell. */
function isPlaceInCode(line: string): boolean {
  return /^[ \t]*at \S/.test(line) && /:\d+\)?$/.test(line) && /[/\\(.]/.test(line)
}

/** Go names a function above its place. */
function isGoCall(line: string, next: string): boolean {
  return (
    /^(?:[\w.*-]+\/)*[\w*-]+\.[\w.()*]+$/.test(line) &&
    next.length <= longestLine &&
    /^\t\S.*\.go:\d+$/.test(next)
  )
}

function isOfTrace(line: string, state: State): boolean {
  if (state === 'text' && !mayBegin.test(line)) return false
  if (begins.test(line)) return true
  // Under its heading, Python indents every line but the last; Go calls functions until an empty line.
  if (state === 'python' && /^[ \t]+\S/.test(line)) return true
  if (state === 'go' && line !== '') return true
  if (isPlaceInCode(line)) return true
  return frame.test(line) || (state !== 'text' && frameWithin.test(line))
}
