import type { Issue } from './canonical-error'
import { isKeys, pathFrom } from './issues'
import { isJsonObject, type JsonValue } from './json'
import { readJsonQuietly } from './json-read'

// Nobody reads further; the rest is payload.
const longestLook = 20_000

type Reader = (message: string) => Issue[] | undefined

/** The invalid fields that a validator's text names: those of zod, pydantic, ajv, jsonschema, serde and the MCP SDKs. */
export function issuesInWords(message: string): Issue[] | undefined {
  const text = message.slice(0, longestLook)
  return readers.map((read) => read(text)).find((issues) => issues !== undefined && issues.length > 0)
}

/** zod's message is its list of issues, as JSON. */
const zodList: Reader = (text) => {
  const [start, end] = [text.indexOf('['), text.lastIndexOf(']')]
  if (start === -1 || !/^\[\s*\{/.test(text.slice(start, start + 20))) return undefined
  const list = readJsonQuietly(text.slice(start, end + 1))
  return Array.isArray(list) && list.every(isZodIssue)
    ? list.map(({ path, message }) => ({ path: pathFrom(path), message }))
    : undefined
}

function isZodIssue(value: JsonValue): value is { path: (string | number)[]; message: string } {
  return isJsonObject(value) && isKeys(value.path) && typeof value.message === 'string'
}

/** `prettifyError` of zod: the message, and below it the place. */
const zodPretty: Reader = (text) => {
  if (!text.includes('✖ ')) return undefined
  return [...text.matchAll(/✖ ([^\n]+)(?:\n\s*→ at ([^\n]+))?/g)].map(([, message = '', path = '']) => ({
    path,
    message,
  }))
}

const invalidArguments = /\bInvalid arguments for tool [^\s:]+: |\bparameter validation failed: /

/** What a text says behind the first place that looks like this. */
function behind(place: RegExp, text: string): string | undefined {
  const found = place.exec(text)
  return found ? text.slice(found.index + found[0].length) : undefined
}

/** Version 1 of the SDK: one issue a line, `Required at amount`. */
const sdkLines: Reader = (text) => {
  const lines = behind(invalidArguments, text)?.split('\n') ?? []
  const issues = lines.map((line) => {
    const [, message = line, path = ''] = /^(.+) at ([\w.$[\]"'-]+)$/.exec(line) ?? []
    return { path, message }
  })
  return issues.some(({ path }) => path !== '') ? issues : undefined
}

/** Version 2 of the SDK, and fastmcp: issues one after the other, `amount: Required, email: Invalid`. */
const sdkList: Reader = (text) => {
  const list = behind(invalidArguments, text)?.split('. Please check the parameter types', 1)[0]
  if (list === undefined || list.includes('\n')) return undefined
  const parts = list.split(/, (?=[\w$][\w.$[\]-]*: )/)
  const issues = parts.map((part) => /^([\w$][\w.$[\]-]*): (.+)$/.exec(part))
  return issues.every((issue) => issue !== null)
    ? issues.map(([, path = '', message = '']) => ({ path, message }))
    : undefined
}

/** pydantic: the place on a line, and below it, indented, the message; its type in brackets. */
const pydantic: Reader = (text) => {
  const [, ...lines] = behind(/\b\d+ validation errors? for /, text)?.split(/\r?\n/) ?? []
  return lines.flatMap((path, i) => {
    const below = lines[i + 1] ?? ''
    if (!/^\S/.test(path) || !/^ {2}\S/.test(below)) return []
    return [{ path: path.replaceAll(' -> ', '.'), message: withoutType(below.slice(2)) }]
  })
}

function withoutType(message: string): string {
  const type = message.endsWith(']') ? ' [type=' : message.endsWith(')') ? ' (type=' : '\n'
  return message.split(type, 1)[0] ?? message
}

// ajv calls what it checks `data`; Fastify, which checks with it, calls it by its part of the request.
const checked = '(?:data|body|querystring|params|headers)'
const place = "(?:[/.[][\\w/.[\\]'-]*)?"
const ofAjv = /* @__PURE__ */ (() => new RegExp(`^${checked}${place} must `))()
const betweenIssues = /* @__PURE__ */ (() => new RegExp(`, (?=${checked}${place} must )`))()

/** ajv's `errorsText`: `data/age must be integer, data must have required property 'name'`. */
const ajv: Reader = (text) => {
  if (!ofAjv.test(text)) return undefined
  return text.split(betweenIssues).map((part) => {
    const end = part.indexOf(' must ')
    const message = part.slice(end + 1)
    const missing = /^must have required property '([^']+)'$/.exec(message)?.[1]
    const path = part
      .slice(0, end)
      .replace(/^[a-z]+[/.]?/, '')
      .replaceAll('/', '.')
    return { path: [path, missing].filter((each) => each).join('.'), message }
  })
}

// One field, named in a sentence: what is said before its name, and behind it.
const sentences: readonly (readonly [before: RegExp, behind: RegExp])[] = [
  [/\bmissing field `/g, /`/y],
  [/\bunknown field `/g, /`/y],
  [/^(?:[\w ]{0,40}: )?['"`]/g, /['"`] is a required property/y],
  [
    /\b[Mm]issing (?:a )?(?:required )?(?:parameters?|arguments?|fields?|propert(?:y|ies)|params?)(?: named)?:? ['"`]?/g,
    /['"`]?(?=$|[\s,.;)])/y,
  ],
  [
    /\b[Rr]equired (?:parameter|argument|field|property|param)(?: named)?:? ['"`]?/g,
    /['"`]? (?:is missing|not found|was not provided|is required|missing)/y,
  ],
  [
    /^(?:[Tt]he )?(?:[Pp]arameter|[Aa]rgument|[Ff]ield|[Pp]roperty) ['"`]?/g,
    /['"`]? (?:is|must|should|cannot|can't)\b/y,
  ],
  [/^The ['"`]/g, /['"`] (?:parameter|argument|field|property) (?:is|must|should|cannot|can't)\b/y],
  [/\b[Ii]nvalid (?:value|type) for (?:parameter|argument|field|property)?:? ?['"`]?/g, /(?:)/y],
]
const fieldName = /[\w.-]+/y

const sentence: Reader = (text) => {
  const line = text.slice(0, `${text}\n`.indexOf('\n'))
  for (const [before, behind] of sentences) {
    for (const { 0: words, index } of line.matchAll(before)) {
      fieldName.lastIndex = index + words.length
      const path = fieldName.exec(line)?.[0]
      behind.lastIndex = fieldName.lastIndex
      if (path !== undefined && behind.test(line)) return [{ path, message: line }]
    }
  }
  return undefined
}

const readers: readonly Reader[] = [zodList, zodPretty, sdkLines, sdkList, pydantic, ajv, sentence]
