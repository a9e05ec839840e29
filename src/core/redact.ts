import type { CanonicalError } from './canonical-error'
import { isJsonObject, JsonNumber, type JsonObject, type JsonValue, setMember } from './json'
import { countMembers, documentEnd, readJsonQuietly } from './json-read'
import { writeJson } from './json-write'
import { defaultLimits, greatestDepth } from './limits'
import { isSecretArgument } from './redact/argument-lists'
import { redacted } from './redact/marks'
import { type Redaction, type RedactOptions, redactionFrom } from './redact/options'
import { isSaid, kindOfName, looksIssued, plainName } from './redact/secret-names'
import { type PathKind, pathKindOf } from './redact/server-paths'
import { withoutHidden } from './redact/text'
import { linesWithoutTraces } from './redact/traces'

export { redacted } from './redact/marks'
export type { RedactOptions } from './redact/options'

/**
 * An error without the secrets, stack traces and paths of the server in it: keys and tokens of the well-known issuers,
 * passwords wherever they are written, private keys, what stands under names such as `authorization`. The same reference
 * where there are none.
 */
export function redact(error: CanonicalError, options?: RedactOptions): CanonicalError {
  return redactJson(error as unknown as JsonValue, options) as unknown as CanonicalError
}

/** JSON data without secrets, traces and paths; the same reference where there are none. */
export function redactJson(value: JsonValue, options?: RedactOptions): JsonValue {
  return clean(value, outermost(redactionFrom(options), 0, new Map()))
}

/** A text without secrets, traces and paths. */
export function redactText(text: string, options?: RedactOptions): string {
  return cleanText(text, outermost(redactionFrom(options)))
}

/** Where a value stands. */
interface Place {
  readonly redaction: Redaction
  /** What the name of the member that it is in says of a path in it. */
  readonly kind: PathKind
  readonly depth: number
  /** Whether it is inside of what a secret's name names. */
  readonly isSecret: boolean
  /** The objects and lists that it is in. */
  readonly open: Set<JsonValue>
  /** How many values may still be looked at. */
  readonly room: { values: number }
  /** What is clean already, where an object may be referred to more often than anybody could look into it. */
  readonly done: Done | undefined
}

/** What objects and lists have become, by what their place says of them, and how deep they stood. */
type Done = Map<string, DoneAlike>
type DoneAlike = Map<JsonValue, { readonly depth: number; readonly shown: JsonValue }>

function outermost(redaction: Redaction, depth = 0, done?: Done): Place {
  return {
    redaction,
    kind: 'any',
    depth,
    isSecret: false,
    open: new Set(),
    room: { values: mostValues },
    done,
  }
}

// A list need not hold what it says that it has room for. A text that can be read has no more values.
const mostValues = defaultLimits.maxLength

// Nothing that can be read is deeper, with what it is wrapped into; and the stack has room for it.
const deepest = greatestDepth + 16

// Members that hold a trace by their name, in lower case and without - and _.
const traceNames =
  /^(?:(?:full|error|call|exception|js|server|native|remote|inner|component)?(?:stack|stacktraces?|traceback|backtrace|stackframes|callstack)(?:string|text|lines)?|excinfo|exctext|exctraceback)$/
const frameNames = /^(?:trace|frames|exception|exceptions|cause|debug|lines|stackinfo)$/
// Under the name of a secret these say something of it.
const aboutSecrets =
  /^(?:user|username|login|email|name|id|type|kind|code|message|msg|error|errors|reason|detail|details|description|title|path|field|loc|location|in|scheme|realm|length|format|pattern|required|optional|enabled|status|state|expires?|expires?(?:at|in|on)|created(?:at|on|by)?|updated(?:at|on|by)?|lastused|min\w*|max\w*|version|issuer|url|hint|policy|rules?)$/
// The members of a JSON web key that are private.
const privateMembers = /^(?:d|p|q|dp|dq|qi|k|oth)$/
const headerNames =
  /^(?:proxyauthorization|authorization|cookie|setcookie|xapikey|apikey|xauthtoken|privatetoken)$/

/** What is no data, because it is within itself, is too deep or throws when it is looked into, is hidden as a whole. */
function clean(value: JsonValue, place: Place): JsonValue {
  if (typeof value === 'string') return cleanText(value, place)
  if (typeof value === 'number') return place.isSecret ? redacted : value
  if (typeof value !== 'object' || value === null) return value
  const { open, depth, done, isSecret, kind } = place
  if (depth > deepest || open.has(value)) return redacted
  const alike = done && doneAt(done, `${kind} ${isSecret}`)
  const known = alike?.get(value)
  // What stood higher may go down further than there is room for here.
  if (known && known.depth >= depth) return known.shown
  open.add(value)
  const shown = cleanWithin(value, place)
  open.delete(value)
  alike?.set(value, { depth, shown })
  return shown
}

function doneAt(done: Done, place: string): DoneAlike {
  const alike: DoneAlike = done.get(place) ?? new Map()
  done.set(place, alike)
  return alike
}

function cleanWithin(value: JsonObject | JsonValue[] | JsonNumber, place: Place): JsonValue {
  try {
    if (value instanceof JsonNumber) return place.isSecret ? redacted : value
    const count = Array.isArray(value) ? value.length : Object.keys(value).length
    if (count > place.room.values) return redacted
    place.room.values -= count
    return Array.isArray(value) ? cleanList(value, place) : cleanObject(value, place)
  } catch {
    return redacted
  }
}

function cleanObject(object: JsonObject, place: Place): JsonObject {
  const { redaction } = place
  const keys = Object.keys(object)
  const isNamed = redaction.secrets && isNamedInIt(object, keys, redaction.names)
  const isAboutSecret = redaction.secrets && isAboutSecretField(object, redaction.names)
  const isKey = redaction.secrets && typeof valueIn(object, 'kty') === 'string'
  const members: [string, JsonValue][] = []
  let isSame = true
  for (const key of keys) {
    const value = valueIn(object, key)
    const isHere =
      (isNamed && valueKey.test(key)) ||
      (isAboutSecret && isScalar(value) && /^(?:received|input|value|data|given|actual)$/i.test(key)) ||
      (isKey && privateMembers.test(key))
    const isSecret = isHere || (place.isSecret && !aboutSecrets.test(plainName(key)))
    const inner = value === unreadable ? redacted : cleanMember(value, key, { ...place, isSecret })
    const shown = cleanKey(key, place)
    if (inner !== value || shown !== key) isSame = false
    members.push([shown, inner])
  }
  return isSame ? object : withKeysApart(members, keys)
}

// In place of a member that throws when it is asked for.
const unreadable: JsonValue = /* @__PURE__ */ Object.freeze({})

function valueIn(object: JsonObject, key: string): JsonValue {
  try {
    return object[key] as JsonValue
  } catch {
    return unreadable
  }
}

// Members that name what stands in the one beside them, the surest first; and the one beside them.
const nameKeys: readonly RegExp[] = [
  /^(?:parameter|option|variable|header|attribute|setting|env)?_?name$/i,
  /^(?:parameter|option|variable|header|attribute|setting|env)?_?key$/i,
  /^header$/i,
  /^field$/i,
  /^variable$/i,
  /^k$/i,
]
const valueKey =
  /^(?:(?:parameter|option|variable|header|attribute|setting|env)?_?(?:value|val|content|values)|v)$/i

/** Whether an object gives the name of a secret to its member `value`. */
function isNamedInIt(object: JsonObject, keys: readonly string[], names: ReadonlySet<string>): boolean {
  if (!keys.some((key) => valueKey.test(key))) return false
  const given = nameKeys
    .flatMap((pattern) => keys.filter((key) => pattern.test(key)))
    .map((key) => valueIn(object, key))
    .find(isText)
  return given !== undefined && given.length <= 100 && kindOfName(given, names) === 'secret'
}

/** Whether an object is about an invalid field whose name is that of a secret. */
function isAboutSecretField(object: JsonObject, names: ReadonlySet<string>): boolean {
  return ['path', 'loc', 'instancePath', 'property', 'param', 'parameter', 'field'].some((each) => {
    const given = valueIn(object, each)
    const field = Array.isArray(given) ? given.slice(-longestPath).findLast(isText) : given
    if (typeof field !== 'string' || field.length > 100) return false
    // With a slash it is the path of a request.
    return (each === 'instancePath' || !field.includes('/')) && kindOfName(field, names) === 'secret'
  })
}

// Of the path to a field, so many names are looked at.
const longestPath = 1000

function isText(value: JsonValue): value is string {
  return typeof value === 'string'
}

function isScalar(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

function cleanMember(value: JsonValue, name: string, place: Place): JsonValue {
  const { redaction, depth } = place
  const plain = plainName(name.slice(0, 100))
  if (redaction.traces && isTrace(value, plain)) return redacted
  const kind = redaction.secrets ? kindOfName(name, redaction.names) : undefined
  const isDoubtful = kind === 'doubtful' && typeof value === 'string' && looksIssued(value) && !isSaid(value)
  return clean(value, {
    ...place,
    kind: pathKindOf(name),
    depth: depth + 1,
    isSecret: place.isSecret || kind === 'secret' || isDoubtful,
  })
}

/** Whether a member is a trace by its name, and by what it holds. */
function isTrace(value: JsonValue, plain: string): boolean {
  try {
    if (traceNames.test(plain))
      return (typeof value === 'string' || Array.isArray(value)) && value.length > 0 && value !== redacted
    if (!frameNames.test(plain) || !Array.isArray(value) || value.length > mostValues) return false
    return value.length > 0 && value.every(isFrame)
  } catch {
    return true
  }
}

/** Whether an object says where in a source something was. */
function isFrame(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false
  const keys = Object.keys(value).map(plainName)
  return (
    keys.some((key) =>
      /^(?:file|filename|abspath|path|source|module|url|classname|declaringclass)$/.test(key),
    ) &&
    keys.some((key) =>
      /^(?:line|lineno|linenumber|column|columnnumber|function|functionname|method|methodname)$/.test(key),
    )
  )
}

/** A key may be a secret itself. */
function cleanKey(key: string, { redaction, depth }: Place): string {
  return /^[\w -]{0,15}$/.test(key) ? key : cleanText(key, outermost(redaction, depth))
}

/** Members, each under a key of its own though some of those have become the same. */
function withKeysApart(
  members: readonly (readonly [string, JsonValue])[],
  given: readonly string[],
): JsonObject {
  const taken = new Set(members.map(([key]) => key).filter((key, i) => key === given[i]))
  const next = new Map<string, number>()
  const object: JsonObject = {}
  members.forEach(([key, value], i) => {
    let free = key
    if (key !== given[i]) {
      let count = next.get(key) ?? 1
      while (taken.has(free)) free = `${key} ${++count}`
      next.set(key, count)
      taken.add(free)
    }
    setMember(object, free, value)
  })
  return object
}

function cleanList(list: JsonValue[], place: Place): JsonValue[] {
  const { redaction } = place
  const lines =
    redaction.traces && list.every(isLine) ? (linesWithoutTraces(list as string[]) as JsonValue[]) : list
  const inner: Place = { ...place, depth: place.depth + 1 }
  let isSame = lines === list
  const cleaned = lines.map((item, i) => {
    const before = lines[i - 1]
    const isNamed =
      redaction.secrets &&
      typeof item === 'string' &&
      ((typeof before === 'string' && isHeaderName(before, item)) ||
        isSecretArgument(lines, i, redaction.names))
    const one = clean(item, isNamed ? { ...inner, isSecret: true } : inner)
    if (one !== item) isSame = false
    return one
  })
  return isSame ? list : cleaned
}

function isLine(value: JsonValue): boolean {
  return typeof value === 'string' && !value.includes('\n')
}

/** Whether the first is the name of a header, and the second its value and not the next name. */
function isHeaderName(name: string, value: string): boolean {
  const plain = plainName(name.slice(0, 40))
  if (!headerNames.test(plain)) return false
  if (looksIssued(value) || /[\s=]/.test(value)) return true
  // Fields are called so, too, and the next one may be `line2`.
  return plain !== 'apikey' && /\d/.test(value) && !/[.-]/.test(value)
}

function cleanText(text: string, place: Place): string {
  if (place.isSecret && !isSaid(text)) return redacted
  const { redaction, kind, depth } = place
  const whole = /^\s*[{["]/.test(text) ? cleanDocument(text, depth, redaction) : undefined
  const shown = whole ?? withoutHidden(withoutHiddenInside(text, depth, redaction), redaction, kind)
  // What said something of the secret may be gone.
  return place.isSecret && shown !== text && !isSaid(shown) ? redacted : shown
}

/** JSON that stands in a text is read, so that the names in it count and what is left is JSON again. */
function cleanDocument(text: string, depth: number, redaction: Redaction): string | undefined {
  const value = readJsonQuietly(text, greatestDepth - depth)
  if (value === undefined) return undefined
  const cleaned = clean(value, outermost(redaction, depth + 1))
  // Of two equal keys the first one is not read, and must not stay.
  const isWhole = cleaned === value && countMembers(text) === membersOf(value)
  return isWhole ? text : writeJson(cleaned)
}

// So many times something may look like JSON and be none.
const mostFailures = 16

/** The same for the documents within a text. */
function withoutHiddenInside(text: string, depth: number, redaction: Redaction): string {
  const opening = /[{[](?=\s{0,20}["{[])/g
  let shown = ''
  let at = 0
  let failures = 0
  for (
    let found = opening.exec(text);
    found !== null && failures < mostFailures;
    found = opening.exec(text)
  ) {
    const end = documentEnd(text, found.index)
    const document = end === -1 ? undefined : cleanDocument(text.slice(found.index, end), depth, redaction)
    if (document === undefined) {
      failures++
      continue
    }
    shown += text.slice(at, found.index) + document
    at = end
    opening.lastIndex = end
  }
  return at === 0 ? text : shown + text.slice(at)
}

function membersOf(value: JsonValue): number {
  let count = 0
  const open = [value]
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (isJsonObject(each)) count += Object.keys(each).length
    if (Array.isArray(each) || isJsonObject(each)) for (const inner of Object.values(each)) open.push(inner)
  }
  return count
}
