import { addresses } from './addresses'
import { isUserAndPassword } from './basic-credentials'
import {
  replaceEncoded,
  withEscapesApart,
  withEscapesTogether,
  withoutColours,
  withoutEntities,
  withoutEscapes,
} from './encodings'
import { headers } from './headers'
import { hideBehind } from './hide-behind'
import { webToken, withoutIssued } from './issued-secrets'
import { redacted, redactedPath } from './marks'
import { withoutNamedValues } from './named-values'
import type { Redaction } from './options'
import { phrases } from './phrases'
import { withoutPrivateKeys } from './private-keys'
import { type PathKind, withoutPaths } from './server-paths'
import { withoutTraces } from './traces'

// Taking one thing out may lay another one bare, though not often twice.
const mostRounds = 4

/** A text, as it stands, without what is to be taken out of it; `kind` is what its name says of a path in it. */
export function withoutHidden(text: string, redaction: Redaction, kind: PathKind): string {
  let clean = text
  for (let round = 0; round < mostRounds; round++) {
    const before = clean
    clean = inEveryWriting(clean, redaction, kind)
    if (clean === before) break
  }
  return clean
}

/** Colours, escapes, entities and percent signs are undone only where that shows something. */
function inEveryWriting(text: string, redaction: Redaction, kind: PathKind): string {
  const hide = (each: string) => hidden(each, redaction, kind)
  let clean = hide(text)
  for (const undo of [withoutColours, withoutEscapes, withoutEntities, withEscapesApart]) {
    const seen = undo(clean)
    const hiddenInIt = seen === clean ? seen : hide(seen)
    if (hiddenInIt !== seen) clean = withEscapesTogether(hiddenInIt)
  }
  return replaceEncoded(clean, hide)
}

function hidden(text: string, { secrets, traces, paths, names, known }: Redaction, kind: PathKind): string {
  let clean = text
  if (secrets) clean = withoutSecrets(clean, names)
  if (traces) clean = withoutTraces(clean)
  if (traces && paths) clean = withoutRemains(clean)
  return paths ? withoutPaths(clean, known, kind) : clean
}

function withoutSecrets(text: string, names: ReadonlySet<string>): string {
  let clean = withoutPrivateKeys(text).replace(webToken, redacted)
  clean = hideBehind(hideBehind(clean, addresses), headers)
  clean = clean.replace(basic, (all, before: string, code: string) =>
    isUserAndPassword(code) ? before + redacted : all,
  )
  clean = withoutNamedValues(withoutIssued(clean), names)
  return hideBehind(clean, phrases)
}

const basic = /\b(basic(?:\s{1,4}|%20|\+))([A-Za-z0-9+/_-]{6,2000}={0,2})/gi

// What is left of a trace names a file of the project in a way that no other sentence does.
const remains: readonly RegExp[] = [
  /(\bpanicked at (?:'[^'\n]{0,300}', )?)[^\s:/\\]{0,300}[/\\][^\s:]{1,300}(?::\d{1,9}){1,2}/g,
  /(\bat )[^\s:/\\]{0,300}[/\\][^\s:]{1,300}(?= line \d{1,9}\b)/g,
  /(\bfile )[^\s:/\\]{0,300}[/\\][^\s:,]{1,300}(?=, line \d{1,9}\b)/g,
  /(\bin )[^\s:/\\]{0,300}[/\\][^\s:]{1,300}\.php\d?(?= on line \d{1,9}\b|:\d{1,9}\b)/g,
  /((?:^|\s))[^\s:/\\]{0,300}[/\\][^\s:]{1,300}\.(?:rb|erb|rake|lua|ex|exs|erl|swift)(?::\d{1,9}){1,2}(?=: |:in )/gm,
]

function withoutRemains(text: string): string {
  if (!/[/\\]/.test(text)) return text
  return remains.reduce((clean, pattern) => clean.replace(pattern, `$1${redactedPath}`), text)
}
