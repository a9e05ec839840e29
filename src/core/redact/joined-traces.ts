import { redactedTrace } from './marks'

/** A trace that somebody has put on one line. */
interface Joined {
  /** What stands ahead of the first frame, or the place where one may begin. */
  readonly begins: RegExp
  /** One frame, with what sets it apart from the one ahead of it. */
  readonly frame: RegExp
  /** What the group of the frame has to be. */
  readonly place?: RegExp
}

// No frame is longer: whatever follows a place where one may begin, it is looked at no further.
const longestFrame = 1000

// Often with an arrow or a bar ahead of it.
const at = /(?<!\S)(?=at |[|,;>→-]{1,2}\s+at )/g

const joined: readonly Joined[] = [
  // JavaScript, with and without a name.
  {
    begins: at,
    frame:
      /^\s*(?:[|,;>→-]{1,2}\s+)?at ((?:[^\s()]+ ){0,3}[^\s()]*(?:\([^()]*(?:\([^()]*)?(?:\), [^\s()]+)?)?)\)/,
    place:
      /^(?:[^\s()]+ ){0,3}\(?[^\s()/\\.<]*[/\\.<][^\s()]*:\d+(?:\), [^\s()]+)?$|^(?:[^\s()]+ ){0,3}\(?(?:<anonymous>|native|native code|index \d+)$|^(?:[^\s()]+ ){0,3}\(?eval at [^()]*\((?:[^\s()]+:\d+|<anonymous>)(?:\), [^\s()]+)?$/,
  },
  {
    begins: at,
    frame:
      /^\s*(?:[|,;>→-]{1,2}\s+)?at (?:async )?(?:\/|file:\/\/|node:|[A-Za-z]:[\\/]|webpack)[^\s()]+:\d+(?=$|[\s,;|<"])/,
  },
  // Java.
  {
    begins: at,
    frame: /^\s*(?:[|,;>→-]{1,2}\s+)?at [\w$<>.:/`+@-]+\(([^()]+)\)(?: ~?\[[^\]]*\])?(?:\s+\.\.\. \d+ more)?/,
    place: /^[\w$ .-]+\.\w{1,8}:\d+$|^Native Method$|^Unknown Source$/,
  },
  // C#.
  { begins: /(?<=\s)(?=at )/g, frame: /^\s*at [\w$<>.`+[\],]+\([^()]*\) in .+?:line \d+/ },
  // Python, with its lines of code.
  {
    begins: /(?:Traceback \(most recent call last\):\s+)?(?=File "[^"]+", line \d)/g,
    frame: /^.*?File "[^"]+", line \d+, in \S+/,
  },
  // PHP.
  {
    begins: /(?<!\S)(?:Stack trace:\s+)?(?=#\d)/g,
    frame: /^#\d+ (?:[^#]*\(\d+\): [^#]{0,300}|\{main\}|\[internal function\]: [^#]{0,300})/,
  },
  // Ruby.
  { begins: /(?<=\s)(?=from )/g, frame: /^\s*from [^\s:]+:\d+:in [`'][^`']*'/ },
  // Go.
  {
    begins: /goroutine \d+ \[[^[\]]*\]:/g,
    frame: /^.*?\.go:\d+(?: \+0x[0-9a-f]+)?/,
  },
  // Rust.
  {
    begins: /(?<=\s)(?=\d{1,4}: )/g,
    frame: /^\s*\d+: (?:0x[0-9a-f]+ - )?\S+::\S+(?:\s+at \S+:\d+)?/,
  },
  // Browsers.
  {
    begins: /(?<![^\s"'(])(?=[^\s@"'(]*@[a-z-]+:\/\/)/g,
    frame: /^\s*[^\s@"'(]*@([a-z-]+):\/\/\S+:\d+:\d+/,
    place: /^(?:https?|file|webpack|app|resource|moz-extension|safari-extension)$/,
  },
  // Erlang.
  {
    begins: /\[?(?=,?\{[\w']+,)/g,
    frame: /^,?\{[\w']+,'?[\w/<>-]+'?,(?:\d+|\[[^\]]*\]),\[\{file,"[^"]*"\},\{line,\d+\}\]\}\]?/,
  },
  // Elixir.
  {
    begins: /(?<=\s)(?=\([\w.]+ [\w.-]+\) )/g,
    frame: /^\s*\([\w.]+ [\w.-]+\) \S+\.(?:exs?|erl):\d+: \S+/,
  },
  // C, C++ and Swift.
  {
    begins: /(?<=\s)(?=#\d+\s+0x)/g,
    frame: /^\s*#\d+\s+0x[0-9a-f]+ (?:in [^#]{1,400}|\([^#]+\))/,
  },
]

/** A line without the traces in it. */
export function withoutJoinedTraces(line: string): string {
  if (!/:\d|\(\d|line[ ,]\d|\{main\}|0x/.test(line)) return line
  return joined.reduce(withoutFrames, line)
}

function withoutFrames(text: string, look: Joined): string {
  let clean = ''
  let end = 0
  for (const { index, 0: ahead } of text.matchAll(look.begins)) {
    const first = index + ahead.length
    const last = index < end ? first : endOfFrames(text, first, look)
    if (last === first) continue
    const before = text.slice(end, index)
    const kept = before.trimEnd()
    clean += kept === before ? before + redactedTrace : `${kept} ${redactedTrace}`
    end = last
  }
  return clean + text.slice(end)
}

/** Where the frames end that begin at a place; the place itself where none does. */
function endOfFrames(text: string, begin: number, { frame, place }: Joined): number {
  let end = begin
  for (;;) {
    const [all, named = ''] = frame.exec(text.slice(end, end + longestFrame)) ?? []
    if (all === undefined || place?.test(named) === false) return end
    end += all.length
  }
}
