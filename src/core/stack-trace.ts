// Lines that only traces have: JavaScript, Java and C#; Python; Ruby; PHP; Go; Rust.
const frames: readonly RegExp[] = [
  /^[ \t]+at \S.* \((?:<anonymous>|native|index \d+|Native Method|Unknown Source)\)$/,
  /^[ \t]+at [\w$<>`+]+[.:][\w.:$<>`+[\]]+\(.*\)$/,
  /^[ \t]+at [\w$<>`+]+[.:][\w.:$<>`+[\]]+\([^)]*\) in .*:line \d+$/,
  /^[ \t]*File ".*", line \d+(?:$|, in )/,
  /^[ \t]+from .*:\d+:in [`']/,
  /^#\d+ .*\(\d+\): /,
  /^goroutine \d+ \[.*\]:$/,
  /^\t\S.*\.go:\d+(?: \+0x[0-9a-f]+)?$/,
  /^[ \t]+\d+: .*$/,
  /^[ \t]*\.\.\. \d+ (?:more|common frames omitted|lines matching .* \.\.\.)$/,
]
// The last ones mean something else outside of a trace.
const onlyWithin = 2
const python = /^[ \t]*(?:[+|] +)?(?:Exception Group )?Traceback \(most recent call last\):$/
const begins =
  /^[ \t]*(?:[+|] +(?:Exception Group )?)?(?:Traceback \(most recent call last\):|stack backtrace:|Stack trace:)$/i

const lastTags = /(?:<\/?[a-z]{1,10}>){1,5}$/i
// What every line of a trace begins with; all others are passed over quickly.
const mayBegin = /^(?:[ \t]|at |File |#\d|goroutine |Traceback|stack)/i

// No line of a trace is longer.
const longestLine = 1000

/** Lines of a text that belong together: of a stack trace, or between two. */
interface Stretch {
  readonly isTrace: boolean
  readonly lines: string[]
}

/** The lines of a text, as stretches of traces and of what stands between them. */
function stretchesOf(text: string): Stretch[] {
  const stretches: Stretch[] = []
  let state: 'text' | 'trace' | 'python' | 'go' = 'text'
  const all = text.split('\n')
  for (const [at, line] of all.entries()) {
    const ended = line.endsWith('\r') ? line.slice(0, -1) : line
    const bare = ended.endsWith('>') && ended.length <= longestLine ? ended.replace(lastTags, '') : ended
    // Node shows the members of an error behind its trace, in braces that begin in the last line of it.
    const isOpen = bare.endsWith(' {')
    const isTrace =
      bare.length <= longestLine &&
      (isOfTrace(isOpen ? bare.slice(0, -2) : bare, state) || isGoCall(bare, all[at + 1]))
    if (!isTrace) state = 'text'
    else if (begins.test(bare)) state = 'python'
    else if (bare.startsWith('goroutine ')) state = 'go'
    else if (state === 'text') state = 'trace'
    const last = stretches.at(-1)
    if (last?.isTrace === isTrace) last.lines.push(line)
    else stretches.push({ isTrace, lines: [line] })
  }
  return stretches
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
  const stretches = stretchesOf(text)
  const last = stretches.findLastIndex(({ isTrace }) => isTrace)
  if (last === -1) return undefined
  const join = (some: readonly Stretch[]) => some.flatMap(({ lines }) => lines).join('\n')
  const isPython = stretches.some(({ isTrace, lines }) => isTrace && lines.some((line) => python.test(line)))
  const behind = join(stretches.slice(last + 1))
  if (isPython && behind.trim() !== '') {
    return { before: `${join(stretches.slice(0, last + 1))}\n`, message: behind, after: '' }
  }
  const first = stretches.findIndex(({ isTrace }) => isTrace)
  const ahead = join(stretches.slice(0, first))
  if (ahead.trim() === '') return undefined
  return { before: '', message: ahead, after: `\n${join(stretches.slice(first))}` }
}

/** A line such as `at read (/srv/app.js:10:5)`: where it begins and where it ends tell. */
function isPlaceInCode(line: string): boolean {
  return /^[ \t]*at \S/.test(line) && /:\d+\)?$/.test(line) && /[/\\(.]/.test(line)
}

/** Go names a function above its place. */
function isGoCall(line: string, next = ''): boolean {
  return (
    /^(?:[\w.*-]+\/)*[\w*-]+\.[\w.()*]+$/.test(line) &&
    next.length <= longestLine &&
    /^\t\S.*\.go:\d+$/.test(next)
  )
}

function isOfTrace(line: string, state: 'text' | 'trace' | 'python' | 'go'): boolean {
  if (state === 'text' && !mayBegin.test(line)) return false
  if (begins.test(line)) return true
  // Under its heading, Python indents every line but the last; Go calls functions until an empty line.
  if (state === 'python' && /^[ \t]+\S/.test(line)) return true
  if (state === 'go' && line !== '') return true
  if (isPlaceInCode(line)) return true
  const ofTrace = state === 'text' ? frames.slice(0, -onlyWithin) : frames
  return ofTrace.some((frame) => frame.test(line))
}
