import { anyOf } from '../any-of'

// What the lines of stack traces look like. Every expression is of a whole line of at most a thousand characters, without
// what ends it.

/** All of these are in a line: often one tells how it begins, another how it ends. */
type Look = readonly RegExp[]

/** Several looks: those of one expression as one, because many lines are held against all of them. */
interface Looks {
  readonly whole: RegExp
  readonly others: readonly Look[]
}

function looksOf(looks: readonly Look[]): Looks {
  const isWhole = ([{ flags } = /x/, ...others]: Look) => flags === '' && others.length === 0
  return {
    whole: anyOf(looks.filter(isWhole).flat(), ''),
    others: looks.filter((look) => !isWhole(look)),
  }
}

/** Lines that only traces have, whatever stands around them. */
export const frames: Looks = /* @__PURE__ */ looksOf([
  // JavaScript in Node, Deno and Bun; and Java, Kotlin, Scala, with modules and archives.
  [
    /^[ \t]+at \S.* \((?:<anonymous>|native|native code|index \d+|Native Method|Unknown Source|ext:[^()]*|evalmachine\.[^()]*)\)$/,
  ],
  [/^[ \t]*at (?!https?:\/\/[^\s/]*:\d+$)/, /[/\\]|\.\w{1,6}:\d|<anonymous>|:\d+:\d/, /\S:\d+\){0,3},?$/],
  [
    /^[ \t]*at [^\s(.:/]*[.:/][\w.:$<>`+[\]/@-]*\([^()]*\)(?:$| ~?\[.*\]$)/,
    /^[^()]*\([^()]*(?:\.\w{1,8}:\d+|Native Method|Unknown Source|SourceFile(?::\d+)?|<generated>|Compiled Code)\)/,
  ],
  [
    /^[ \t]*(?:\.\.\.|…) \d+ (?:more|common frames omitted|frames? (?:omitted|elided|truncated)|frames?|lines matching .* \.\.\.)$/,
  ],
  // C#, also where it speaks another language.
  [/^[ \t]*at (?=[\w$<>`+]+[.:])[\w.:$<>`+[\],]+\([^()]*\)(?: in .*:line \d+)?$/],
  [/^ {2,4}\S{1,10} [\w$<>`+]+\.[\w.$<>`+[\],|]*\([^()]*\)$/],
  [/^ {2,4}\S{1,10} [\w$<>`+]+\.[\w.$<>`+[\],|]*\(/, /^[^()]*\([^()]*\) \S{1,6} /, /:\S{1,10} \d+\.?$/],
  [/^[ \t]*--- (?:End of|Ende der|Fin de|Fine|Конец|Koniec|Fim).{3,120} ---$/],
  // Browsers.
  [/^[ \t]*[^\s@]{0,200}@(?:\S{1,800}:\d+:\d+|\[native code\]|<anonymous>)$/],
  // Python, also in groups, and where quotes are escaped for a page.
  [/^[ \t]*(?:[|+][ \t]+)*File \\*["'][^"&]*["'], line \d+(?:$|, in )/],
  [/^[ \t]*(?:[|+][ \t]+)*File &(?:quot|#34);[^"&]*&(?:quot|#34);, line \d+(?:$|, in )/],
  [/^[ \t]*\+(?:-\+)?-{8,}(?: (?:\d+|\.\.\.) -{8,})?$/],
  [/^[ \t]*(?:\|[ \t]+)*\[Previous line repeated \d+ more times?\]$/],
  // Ruby and Crystal.
  [/^[ \t]*(?:\d+: )?from (?:[A-Za-z]:)?[^:]*:\d+(?::\d+)?(?::in | ?in )[`'].*$/],
  [
    /^[ \t]*(?:\d+: |=> )?(?:[A-Za-z]:)?[^\s:][^:]*\.(?:rb|erb|rake|ru|cr|haml|slim):\d+(?::\d+)?:in [`'][^`']*'?$/,
  ],
  // PHP.
  [/^[ \t]*#\d+ (?:[^()]*\(\d+\): .*|\{main\}.*|\[internal function\].*)$/],
  [/^[ \t]*thrown in .* on line \d+$/],
  [/^[ \t]*(?:PHP[ \t]+)?(?:[\d.]+[ \t]+\d+[ \t]+)?\d+\. [^()]*\([^()]*\) [^/\\]*[/\\].*:\d+$/],
  // Go.
  [/^goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[.*\]:$/],
  [/^[ \t]+\S.*\.go:\d+(?: \+0x[0-9a-f]+)?$/],
  [/^created by \S.*$/],
  [/^\[signal SIG[A-Z]{1,10}[ :].*\]$/],
  // Rust, and what else numbers its frames and names them with ::.
  [/^[ \t]*\d+:[ \t]+(?:0x[0-9a-f]+ - )?[\w<&*([][^\s:]*::.*$/],
  // C, C++, Swift, and everything with addresses.
  [/^[ \t]*#\d+[ \t]+0x[0-9a-f]+\b/],
  [/^[ \t]*#\d+[ \t]+\S[^()]* \([^()]*\)(?:$| from )/],
  [/^[ \t]*#\d+[ \t]+\S[^()]* \([^()]*\) at /, /:\d+$/],
  [/^[ \t]*[^\s()]*\((?:[^()]*\+0x[0-9a-f]+)?\)[ \t]?\[0x[0-9a-f]+\]$/],
  [/^[ \t]*(?:PC: )?@[ \t]+0x[0-9a-f]+(?:[ \t].*)?$/],
  [/^[ \t]*(?:at )?\d+[ \t]+(?:\[\w+\] )*(?:\S+[ \t]+)?0x[0-9a-f]{6,}(?:[ \t].*)?$/],
  [/^[ \t]*(?:[A-Za-z]:)?[^\s:][^:]*:\d+:\d+: 0x[0-9a-f]+ in .*$/],
  // Elixir and Erlang.
  [/^[ \t]+(?:\([\w .:-]+\) )?\S+\.(?:exs?|erl|hrl|eex|heex):\d+: .*$/],
  [/^[ \t]*(?:\*\* |in )?(?:in )?(?:function|call from)[ \t]+\S+\/\d+(?: \(.*, line \d+\))?$/],
  // Perl.
  [/^[ \t]+\S.*? called at \S+ line \d+\.?$/],
  // Dart.
  [/^[ \t]*#\d+[ \t]+\S[^()]* \([^\s()]+:\d+(?::\d+)?\)$/],
  [/^[ \t]*\S+\.dart \d+:\d+[ \t]+\S.*$/],
  [/^<asynchronous suspension>$/],
  // Lua.
  [/^[ \t]*(?:\[C\]|\[string ".*"\]:\d+|[^\s:][^:]*\.luau?:\d+): in /],
  // PowerShell.
  [/^[ \t]*at [^,]*, .*: line \d+$/i],
  [/^[ \t]*At .*:\d+ char:\d+$/],
  // R.
  [/^Calls: \S+ -> \S.*$/],
  [/^[ \t]*\d+: .* at \S+\.[Rr]#\d+$/],
  // Haskell, OCaml, Julia, Clojure.
  [/^[ \t]+[^\s,]+, called at [^:]*:\d+:\d+ in .*$/],
  [/^[ \t]*(?:Raised|Re-raised|Called|Raised by primitive operation) (?:at|from) .*, characters \d+-\d+$/],
  [/^[ \t]*\[\d+\] \S.*? (?:@|at) \S*:\d+$/],
  [/^[ \t]*\[{1,2}[\w.$]+ [\w$]+ "?[\w/.]+\.cljc?"? \d+\]{1,2}$/],
  // Procedures of databases.
  [/^[ \t]*ORA-06512: at .*line \d/],
  [/^[ \t]*(?:CONTEXT:[ \t]+)?PL\/pgSQL function .* line \d+ at /],
  // The place that Node and others put above the line that failed.
  [/^(?:\/|[A-Za-z]:[\\/]|file:|node:)\S*:\d+(?::\d+)?$/],
])

/** Lines that go on in a trace, and mean something else elsewhere. */
export const framesWithin: Looks = /* @__PURE__ */ looksOf([
  [/^[ \t]+\d+: .*$/],
  [/^[ \t]*\d+[ \t]+\S+[ \t]+0x[0-9a-f]+[ \t].*$/],
  [/^[ \t]*\d+\.[ \t]\t*[├└│▆ ─]/],
  [/^[ \t]*--- .{3,120} ---$/],
  [/^[ \t]*[~^][ \t~^]*$/],
  [/^[ \t]+at .*$/],
  [/^[ \t][^/\\]*[/\\].*:\d+\)?$/],
  [/^[\w.@-]+[/\\]\S*\.\w{1,8}:\d+(?::\d+)?$/],
  [/^[ \t]*\+ .*$/],
])

/** A trace may begin on the line of what it is of: behind this space. */
export const lead = /(?<=\S)[ \t]+(?=File ["'\\&]|Traceback \()/

/** What Python draws around the traces of a group. */
const tree = /^[ \t]*(?:[|+][ \t]+)*/

const headings: readonly RegExp[] = [
  /^(?:Exception Group )?Traceback(?: \(most recent call (?:last|first)\))?:$/i,
  /^(?:full |call |error )?stack ?trace(?:back)?:$/i,
  /^(?:stack )?backtrace:$/i,
  /^call ?stack(?: \(.*\))?:$/i,
  /^(?:calls|frames):$/i,
]

/** Whether a line is what stands above a trace whose lines are all indented. */
export function isHeading(line: string): boolean {
  if (!line.endsWith(':')) return false
  const said = line.replace(tree, '')
  return headings.some((heading) => heading.test(said))
}

/** Whether a line looks like one of these. */
export function isLikeOne(line: string, { whole, others }: Looks): boolean {
  return whole.test(line) || others.some((look) => look.every((part) => part.test(line)))
}

/** What only the lines of traces begin with; all others are passed over quickly. */
export const mayBegin =
  /^[ \t]|^at |^File |^#|^goroutine |^created by |^from |^\d+[.:]? |^\[|^---|^\+|^Traceback|^stack|^backtrace|^call|^full |^error stack|^frames|^thrown in |^PHP |^in |^Raised |^Called from |^Re-raised |^ORA-|^CONTEXT|^PL\/|^<async|^\/|^[A-Za-z]:[\\/]|^file:|^node:|^[^\s@]*@|^\S+(?:\[0x|\.rb:|\.erb:|\.cr:|\.rake:|\.dart |\.lua:)|^=> |^PC: @/i
