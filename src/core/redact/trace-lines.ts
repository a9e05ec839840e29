// What the lines of stack traces look like. Every expression is of a whole line of at most a thousand characters, without
// what ends it.

/** Lines that only traces have, whatever stands around them. */
export const frames: readonly RegExp[] = [
  // JavaScript in Node, Deno and Bun; and Java, Kotlin, Scala, with modules and archives.
  /^[ \t]+at \S.* \((?:<anonymous>|native|native code|index \d+|Native Method|Unknown Source|ext:[^()]*|evalmachine\.[^()]*)\)$/,
  /^[ \t]*at (?!https?:\/\/[^\s/]*:\d+$)(?=.*[/\\]|.*\.\w{1,6}:\d|.*<anonymous>|.*:\d+:\d).*\S:\d+(?::\d+)?\){0,3},?$/,
  /^[ \t]*at (?=[^\s(]*[.:/])[\w.:$<>`+[\]/@-]+\([^()]*(?:\.\w{1,8}:\d+|Native Method|Unknown Source|SourceFile(?::\d+)?|<generated>|Compiled Code)\)(?: ~?\[.*\])?$/,
  /^[ \t]*(?:\.\.\.|…) \d+ (?:more|common frames omitted|frames? (?:omitted|elided|truncated)|frames?|lines matching .* \.\.\.)$/,
  // C#, also where it speaks another language.
  /^[ \t]*at (?=[\w$<>`+]+[.:])[\w.:$<>`+[\],]+\([^()]*\)(?: in .*:line \d+)?$/,
  /^ {2,4}\S{1,10} (?=[\w$<>`+]+\.)[\w.$<>`+[\],|]+\([^()]*\)(?: \S{1,6} .*:\S{1,10} \d+\.?)?$/,
  /^[ \t]*--- (?:End of|Ende der|Fin de|Fine|Конец|Koniec|Fim).{3,120} ---$/,
  // Browsers.
  /^[ \t]*[^\s@]{0,200}@(?:\S{1,800}:\d+:\d+|\[native code\]|<anonymous>)$/,
  // Python, also in groups, and where quotes are escaped for a page.
  /^[ \t]*(?:[|+][ \t]+)*File (?:\\{0,16}["']|&quot;|&#34;)[^"&\n]*(?:["']|&quot;|&#34;), line \d+(?:, in .*)?$/,
  /^[ \t]*\+(?:-\+)?-{8,}(?: (?:\d+|\.\.\.) -{8,})?$/,
  /^[ \t]*(?:\|[ \t]+)*\[Previous line repeated \d+ more times?\]$/,
  // Ruby and Crystal.
  /^[ \t]*(?:\d+: )?from (?:[A-Za-z]:)?[^:]*:\d+(?::\d+)?(?::in | ?in )[`'].*$/,
  /^[ \t]*(?:\d+: |=> )?(?:[A-Za-z]:)?[^\s:][^:]*\.(?:rb|erb|rake|ru|cr|haml|slim):\d+(?::\d+)?:in [`'][^`']*'?$/,
  // PHP.
  /^[ \t]*#\d+ (?:[^()]*\(\d+\): .*|\{main\}.*|\[internal function\].*)$/,
  /^[ \t]*thrown in .* on line \d+$/,
  /^[ \t]*(?:PHP[ \t]+)?(?:[\d.]+[ \t]+\d+[ \t]+)?\d+\. [^()]*\([^()]*\) [^/\\]*[/\\].*:\d+$/,
  // Go.
  /^goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[.*\]:$/,
  /^[ \t]+\S.*\.go:\d+(?: \+0x[0-9a-f]+)?$/,
  /^created by \S.*$/,
  /^\[signal SIG[A-Z]{1,10}[ :].*\]$/,
  // Rust, and what else numbers its frames and names them with ::.
  /^[ \t]*\d+:[ \t]+(?:0x[0-9a-f]+ - )?[\w<&*([][^\s:]*::.*$/,
  // C, C++, Swift, and everything with addresses.
  /^[ \t]*#\d+[ \t]+(?:0x[0-9a-f]+\b.*|\S[^()]* \([^()]*\)(?: at .*:\d+| from .*)?)$/,
  /^[ \t]*[^\s()]*\((?:[^()]*\+0x[0-9a-f]+)?\)[ \t]?\[0x[0-9a-f]+\]$/,
  /^[ \t]*(?:at )?\d+[ \t]+(?:\[\w+\] )*(?:\S+[ \t]+)?0x[0-9a-f]{6,}(?:[ \t].*)?$/,
  /^[ \t]*(?:[A-Za-z]:)?[^\s:][^:]*:\d+:\d+: 0x[0-9a-f]+ in .*$/,
  // Elixir and Erlang.
  /^[ \t]+(?:\([\w .:-]+\) )?\S+\.(?:exs?|erl|hrl|eex|heex):\d+: .*$/,
  /^[ \t]*(?:\*\* |in )?(?:in )?(?:function|call from)[ \t]+\S+\/\d+(?: \(.*, line \d+\))?$/,
  // Perl.
  /^[ \t]+\S.*? called at \S+ line \d+\.?$/,
  // Dart.
  /^[ \t]*#\d+[ \t]+\S[^()]* \([^\s()]+:\d+(?::\d+)?\)$/,
  /^[ \t]*\S+\.dart \d+:\d+[ \t]+\S.*$/,
  /^<asynchronous suspension>$/,
  // Lua.
  /^[ \t]*(?:\[C\]|\[string ".*"\]:\d+|[^\s:][^:]*\.luau?:\d+): in .*$/,
  // PowerShell.
  /^[ \t]*at [^,]*, .*: line \d+$/i,
  /^[ \t]*At .*:\d+ char:\d+$/,
  // Haskell, OCaml, Julia, Clojure.
  /^[ \t]+[^\s,]+, called at [^:]*:\d+:\d+ in .*$/,
  /^[ \t]*(?:Raised|Re-raised|Called|Raised by primitive operation) (?:at|from) .*, characters \d+-\d+$/,
  /^[ \t]*\[\d+\] \S.*? (?:@|at) \S*:\d+$/,
  /^[ \t]*\[{1,2}[\w.$]+ [\w$]+ "?[\w/.]+\.cljc?"? \d+\]{1,2}$/,
  // Procedures of databases.
  /^[ \t]*ORA-06512: at .*line \d/,
  /^[ \t]*(?:CONTEXT:[ \t]+)?PL\/pgSQL function .* line \d+ at /,
  // The place that Node and others put above the line that failed.
  /^(?:\/|[A-Za-z]:[\\/]|file:|node:)\S*:\d+(?::\d+)?$/,
]

/** Lines that go on in a trace, and mean something else elsewhere. */
export const framesWithin: readonly RegExp[] = [
  /^[ \t]+\d+: .*$/,
  /^[ \t]*\d+\.[ \t]+[├└│▆ ─]+.*$/,
  /^[ \t]*--- .{3,120} ---$/,
  /^[ \t]*[~^]+[ \t~^]*$/,
  /^[ \t]+at .*$/,
  /^[ \t]+[^/\\]*[/\\].*:\d+(?::\d+)?\)?$/,
  /^[ \t]*\+ .*$/,
]

/** A trace may begin on the line of what it is of. */
export const lead = /^(.{0,400}?\S)[ \t]{1,8}((?:File ["'\\&]|Traceback \().*)$/

/** What stands above a trace whose lines are all indented. */
export const heading =
  /^[ \t]*(?:[|+][ \t]+)*(?:Exception Group )?(?:Traceback(?: \(most recent call (?:last|first)\))?|stack backtrace|(?:full |call |error )?stack ?trace(?:back)?|backtrace|call ?stack(?: \(.*\))?|calls|frames):$/i

/** What only the lines of traces begin with; all others are passed over quickly. */
export const mayBegin =
  /^(?:[ \t]|at |At |File |#|goroutine |created by |from |\d+[.:]? |\[|---|\+|Traceback|stack|backtrace|call|full |error stack|frames|thrown in |PHP |in |Raised |Called |Re-raised |ORA-|CONTEXT|PL\/|<async|\/|[A-Za-z]:[\\/]|file:|node:|\S{0,400}@|\S{1,400}(?:\[0x|\.rb:|\.erb:|\.cr:|\.rake:|\.dart |\.lua:)|=> )/i

/** Traces that somebody has put on one line; each takes as many frames as there are. */
export const joined: readonly RegExp[] = [
  /(?:(?:\s{1,8}|^)(?:[|,;>→-]{1,2}\s{1,4})?at (?:[^\s()]{1,200} ){0,3}\(?(?:eval at [^()\n]{0,100}\()?(?:[^\s()]{0,300}[/\\.<][^\s()]{0,300}:\d{1,9}|<anonymous>|native|native code|index \d{1,9})(?:\), [^\s()]{1,100})?\))+/g,
  /(?:(?:\s{1,8}|^)(?:[|,;>→-]{1,2}\s{1,4})?at (?:async )?(?:\/|file:\/\/|node:|[A-Za-z]:[\\/]|webpack)[^\s()]{1,300}:\d{1,9}(?=$|[\s,;|<"]))+/g,
  /(?:(?:\s{1,8}|^)(?:[|,;>→-]{1,2}\s{1,4})?at [\w$<>.:/`+@-]{1,300}\((?:[\w$ .-]{1,200}\.\w{1,8}:\d{1,9}|Native Method|Unknown Source)\)(?: ~?\[[^\]\n]{0,200}\])?(?:\s{1,8}\.\.\. \d{1,9} more)?)+/g,
  /(?:\s{1,8}at [\w$<>.`+[\],]{1,300}\([^()\n]{0,300}\) in [^\n]{1,300}?:line \d{1,9})+/g,
  /(?:Traceback \(most recent call last\):\s{1,8})?File "[^"\n]{1,300}", line \d{1,9}, in \S{1,200}(?:[^\n]{0,400}?File "[^"\n]{1,300}", line \d{1,9}, in \S{1,200})*/g,
  /(?:\s{1,8}|^)(?:Stack trace:\s{1,4})?#\d{1,4} (?:[^\n#]{0,400}\(\d{1,9}\): [^\n#]{0,300}|\{main\}|\[internal function\]: [^\n#]{0,300})(?:#\d{1,4} (?:[^\n#]{0,400}\(\d{1,9}\): [^\n#]{0,300}|\{main\}|\[internal function\]: [^\n#]{0,300}))*/g,
  /(?:\s{1,8}from [^\s:]{1,300}:\d{1,9}:in [`'][^`'\n]{0,200}')+/g,
  /goroutine \d{1,9} \[[^\]\n]{0,80}\]:(?:[^\n]{0,600}?\.go:\d{1,9}(?: \+0x[0-9a-f]{1,16})?)+/g,
  /(?:\s{1,8}\d{1,4}: (?:0x[0-9a-f]{1,16} - )?[^\s]{1,300}::[^\s]{1,300}(?:\s{1,20}at [^\s]{1,300}:\d{1,9}(?::\d{1,9})?)?)+/g,
  /(?:(?:\s{1,8}|(?<![^\s"'(]))[^\s@"']{0,200}@(?:https?|file|webpack|app|resource|moz-extension|safari-extension):\/\/[^\s]{1,300}:\d{1,9}:\d{1,9})+/g,
  /(?:\[?,?\{[\w']{1,100},'?[\w/<>-]{1,100}'?,(?:\d{1,3}|\[[^\]\n]{0,300}\]),\[\{file,"[^"\n]{0,300}"\},\{line,\d{1,9}\}\]\}\]?)+/g,
  /(?:\s{1,8}\([\w.]{1,60} [\w.-]{1,30}\) \S{1,200}\.(?:exs?|erl):\d{1,9}: \S{1,200})+/g,
  /(?:\s{1,8}#\d{1,4}\s{1,8}0x[0-9a-f]{1,16} (?:in [^#\n]{1,400}|\([^#\n]{1,300}\)))+/g,
]
