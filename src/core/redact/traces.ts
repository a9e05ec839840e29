import { withoutJoinedTraces } from './joined-traces'
import { redactedTrace } from './marks'
import { frames, framesWithin, isHeading, isLikeOne, lead, mayBegin } from './trace-lines'

// No line of a trace is longer.
const longestLine = 1000

// A trace on a page, as Express and others show it.
const onPage = /(?:<br ?\/?>(?:&nbsp;|\s){0,20}at [^<>\n]{1,400}:\d{1,9}\)?(?=<|[ \t]{0,20}$))+/gim
const lastTags = /(?:<\/?[a-z]{1,10}>){1,5}$/i
const firstTags = /^(?:<\/?[a-z]{1,10}(?: [^<>]{0,100})?>){1,5}/i
// Ends of lines that are written out, as often as they are quoted.
const writtenEnd = /((?<!\\)\\+(?:r\\+)?n|<br ?\/?>\r?\n?)/
const writtenSpace = /^(?:&nbsp;|&#160;|\\+t|[ \t])+/

/** A text without the lines of stack traces; what they are of stays. */
export function withoutTraces(given: string): string {
  const text = given.includes('<br') ? given.replace(onPage, ` ${redactedTrace}`) : given
  const lines = text.split('\n')
  return linesWithoutTraces(lines).map(withoutJoined).join('\n')
}

type State = 'text' | 'frames' | 'indented' | 'go'

/** Lines, with a mark in place of those of each trace; the same reference where there is none. */
export function linesWithoutTraces(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  let state: State = 'text'
  let isChanged = false
  lines.forEach((line, at) => {
    const next = lines[at + 1]
    const bare = bareOf(line)
    if (bare.length > longestLine || !isOfTrace(bare, state, next)) {
      state = 'text'
      const [said, first] = bare.length <= longestLine ? atLead(bare) : [bare]
      const isLead = first !== undefined && isOfTrace(first, state, next)
      kept.push(isLead ? `${said} ${redactedTrace}` : line)
      if (!isLead) return
      state = stateAfter(first, state)
      isChanged = true
      return
    }
    const isFirst = state === 'text'
    state = stateAfter(bare, state)
    isChanged = true
    // Node shows the members of an error behind its trace, in braces that begin in the last line of it.
    const brace = /\S \{\r?$/.test(line) ? ' {' : ''
    const opened = isFirst ? (firstTags.exec(line)?.[0] ?? '') : ''
    if (isFirst) kept.push(opened + redactedTrace + brace)
    else if (brace !== '') kept[kept.length - 1] += brace
  })
  return isChanged ? kept : lines
}

/** What a trace is of and the first line of it, where both stand on one line. */
function atLead(line: string): [said: string, first?: string] {
  const space = lead.exec(line)
  if (space === null) return [line]
  return [line.slice(0, space.index), line.slice(space.index + space[0].length)]
}

/** A line without what ends it and without the tags around it. */
function bareOf(line: string): string {
  const ended = line.endsWith('\r') ? line.slice(0, -1) : line
  if (ended.length > longestLine) return ended
  const untagged = ended.endsWith('>') ? ended.replace(lastTags, '') : ended
  const bare = untagged.startsWith('<') ? untagged.replace(firstTags, '') : untagged
  return bare.endsWith(' {') ? bare.slice(0, -2) : bare
}

function stateAfter(line: string, state: State): State {
  if (isHeading(line) || /^[ \t]*(?:[|+][ \t]+)*File /.test(line)) return 'indented'
  if (/^goroutine /.test(line)) return 'go'
  if (/^(?:\/|[A-Za-z]:[\\/]|file:|node:)/.test(line)) return 'indented'
  return state === 'text' ? 'frames' : state
}

function isOfTrace(line: string, state: State, next: string | undefined): boolean {
  if (state === 'indented') {
    // Groups of Python draw a tree; what stands in it without indentation is what went wrong.
    const inner = line.replace(/^[ \t]*(?:\|[ \t]?)+/, '')
    if (/^[ \t]+\S/.test(inner) || (inner !== line && inner.trim() === '')) return true
  }
  // Go calls functions until an empty line; without a heading, the name of each stands above its place.
  if (state === 'go' && line.trim() !== '') return true
  if (
    next !== undefined &&
    next.length <= longestLine &&
    goPlace.test(next) &&
    /^[^\s:]+$|^[^\s:][^\s:(]*\(.*\)$/.test(line)
  )
    return true
  if (state === 'text' && !mayBegin.test(line)) return false
  if (isHeading(line)) return isFollowed(next)
  if (isLikeOne(line, frames)) return true
  return state !== 'text' && isLikeOne(line, framesWithin)
}

const goPlace = /^\t\S.*\.go:\d+(?: \+0x[0-9a-f]+)?\r?$/

/** A heading is one only where something stands below it. */
function isFollowed(next: string | undefined): boolean {
  return next !== undefined && next.trim() !== ''
}

/** A line without the traces that somebody has put on it, with the ends of their lines written out or taken away. */
function withoutJoined(line: string): string {
  const split = writtenEnd.test(line) ? withoutWritten(line) : line
  return withoutJoinedTraces(split)
}

function withoutWritten(line: string): string {
  // Every second part is an end.
  const parts = line.split(writtenEnd)
  const lines = parts
    .filter((_, i) => i % 2 === 0)
    .map((part) => part.replace(writtenSpace, (space) => space.replace(/&nbsp;|&#160;|(?<!\\)\\+t/g, '  ')))
  const kept = linesWithoutTraces(lines)
  if (kept === lines) return line
  const end = parts[1] ?? ''
  return kept.join(end)
}
