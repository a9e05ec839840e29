import { DecodeError } from './decode-error'
import type { Dialect } from './dialect'
import { isJsonObject, type JsonObject, type JsonValue } from './json'
import { isDocumentAndMore, readJson, readJsonQuietly } from './json-read'
import type { Limits } from './limits'
import { asBody } from './list-body'
import { residueKey } from './residue'
import { toolResultParts } from './tool-result'
import { unwrap } from './wrapper'

/** A body and the dialect that it is in. */
export interface Found {
  dialect: Dialect
  body: JsonObject
  confidence: number
  /** The tool that a framework named before the body. */
  tool?: string
}

/** What to look for, and how closely. */
export interface Search {
  dialects: readonly Dialect[]
  limits: Limits
  strict: boolean
  /** The caller named the dialect, so a likeness is enough. */
  isNamed: boolean
  /** Nothing but a dialect's own members may be there. */
  unmistakable: boolean
  /** Somebody says that it is an error, so a likeness is enough. */
  failed: boolean
  /** The words of frameworks have been taken off the text: those in it are its own. */
  isUnwrapped?: boolean
  /** The text stood in quotes: quotes in it are not opened again. */
  isQuoted?: boolean
  /** A text by itself is not the error: it is one of several, or nobody says that it is one. */
  isPart?: boolean
  /** Is told of every text and body that is looked at. */
  onLook?: (at: string | JsonObject) => void
}

/** How sure a dialect is of a body that has its members and no others. */
export const leastCertain = 0.7
/** How sure it is of what may be something else. */
export const leastLikely = 0.5

function isEnough(confidence: number, { unmistakable, isNamed, failed }: Search): boolean {
  if (unmistakable) return confidence >= leastCertain
  return isNamed || failed ? confidence > 0 : confidence >= leastLikely
}

/** The body in a text or a value, and the dialect that it is in; undefined where it is in none. */
export function findBody(data: string | JsonValue, search: Search): Found | undefined {
  return typeof data === 'string' ? findInText(data, search) : findInValue(data, search)
}

function findInText(source: string, search: Search): Found | undefined {
  const text = search.strict ? strictlyBare(source) : bare(source)
  search.onLook?.(text)
  const isJson = (search.isQuoted ? /^[{[]/ : /^[{["]/).test(text)
  const certain = isJson ? undefined : search.dialects.find((dialect) => dialect.text?.detect(text) === 1)
  if (certain?.text) {
    try {
      return { dialect: certain, body: certain.text.parse(text, search.limits, search.strict), confidence: 1 }
    } catch (error) {
      const found = search.strict ? undefined : recovered(text, { ...search, dialects: [certain] })
      if (found) return found
      throw error
    }
  }
  if (!isJson) {
    return findBehindPrefix(text, search) ?? findAsText(source, text, search)
  }
  let value: JsonValue
  try {
    value = readJson(
      text,
      text.includes(residueMark) ? limitsWithResidue(search.limits) : search.limits,
      !search.strict,
    )
  } catch (error) {
    const found = search.strict ? undefined : recovered(text, search)
    // A bracket or a quote may begin a sentence, too.
    const mayBeText = !text.startsWith('{') || search.failed
    const other = found ?? (mayBeText ? findAsText(source, text, search) : undefined)
    if (other || text.startsWith('"')) return other
    throw error
  }
  // Text in quotes is text once more.
  const found =
    typeof value === 'string'
      ? findInText(value, { ...search, isQuoted: true, isPart: true })
      : findInValue(value, search)
  return found ?? (search.failed ? findAsText(source, text, search) : undefined)
}

/** Text without a byte order mark and without white space around it. */
export function bare(text: string): string {
  return text.replace(/^\uFEFF/, '').trim()
}

const spaces = ' \t\r\n'

/** The same, but only what JSON and XML take for white space. */
function strictlyBare(source: string): string {
  let start = source.startsWith('\uFEFF') ? 1 : 0
  let end = source.length
  while (start < end && spaces.includes(source.charAt(start))) start++
  while (end > start && spaces.includes(source.charAt(end - 1))) end--
  return source.slice(start, end)
}

/** A framework may have put its own words before the body. */
function findBehindPrefix(text: string, search: Search): Found | undefined {
  const inner = search.strict || search.isUnwrapped ? undefined : unwrap(text)
  const found = inner && findQuietly(inner.text, { ...search, isUnwrapped: true, isPart: true })
  return found && inner?.tool !== undefined ? { tool: inner.tool, ...found } : found
}

/** A dialect may take a text that is nothing but words. */
function findAsText(source: string, text: string, search: Search): Found | undefined {
  if (search.isPart) return undefined
  let best: { dialect: Dialect; confidence: number } | undefined
  for (const dialect of search.dialects) {
    const confidence = dialect.text?.detect(text) ?? 0
    if (confidence > (best?.confidence ?? 0)) best = { dialect, confidence }
  }
  if (!best?.dialect.text || !isEnough(best.confidence, search)) return undefined
  return { ...best, body: best.dialect.text.parse(source, search.limits, search.strict) }
}

const residueMark = `"${residueKey}"`

/** Whether something may travel with an error in this text. */
export function mayCarry(text: string): boolean {
  return text.includes(residueMark)
}

/** What travels with an error makes it a few levels deeper than the text that it came from. */
export function limitsWithResidue(limits: Limits): Limits {
  return { ...limits, maxDepth: limits.maxDepth + 16 }
}

function recovered(text: string, { dialects }: Search): Found | undefined {
  // Two documents are not one that its encoder failed at.
  if (isDocumentAndMore(text)) return undefined
  for (const dialect of dialects) {
    const body = dialect.recover?.(text)
    if (body) return { dialect, body, confidence: 0.9 }
  }
  return undefined
}

function findInValue(value: JsonValue, search: Search): Found | undefined {
  const parts = toolResultParts(value, search.limits)
  const isSaidToFail = parts?.errorText !== undefined && !parts.hasOthers
  // Others have content, too: only a tool result has nothing else, or says that it failed.
  const isResult = parts && (parts.errorText !== undefined || !parts.hasOthers)
  if (parts && isResult && (isSaidToFail || !search.unmistakable)) {
    const failed = search.failed || isSaidToFail
    for (const candidate of parts.candidates) {
      const found = findQuietly(candidate, { ...search, failed, isPart: true })
      if (found) return found
    }
  }
  const body = asBody(value)
  return body && findInObject(body, search)
}

/** In a tool result a text that cannot be read is just not the one. */
function findQuietly(candidate: string | JsonObject, search: Search): Found | undefined {
  if (typeof candidate !== 'string') return findInObject(candidate, search)
  checkLength(candidate, search.limits)
  try {
    return findInText(candidate, search)
  } catch (error) {
    if (error instanceof DecodeError) return undefined
    throw error
  }
}

/** Throws a DecodeError for a text that is too long. */
export function checkLength(text: string, { maxLength }: Limits): void {
  if (text.length > maxLength) {
    throw new DecodeError('LIMIT_SIZE', '', `The text is longer than ${maxLength} characters.`)
  }
}

function findInObject(body: JsonObject, search: Search): Found | undefined {
  search.onLook?.(body)
  let best: Found | undefined
  for (const dialect of search.dialects) {
    if (dialect.text) continue
    const confidence = dialect.detect(body)
    if (confidence > (best?.confidence ?? 0)) best = { dialect, body, confidence }
    // Nobody can be surer.
    if (confidence >= 1) break
  }
  if (best && isEnough(best.confidence, search)) return best
  const [named] = search.dialects
  if (!search.isNamed || !named || named.text) return undefined
  const { nativeCode, message } = named.read(body)
  return nativeCode !== undefined || message !== '' ? { dialect: named, body, confidence: 0 } : undefined
}

/** All the text of a tool result that says it is an error. */
export function errorTextIn(
  data: string | JsonValue,
  limits: Limits,
  unmistakable = false,
): string | undefined {
  const value = typeof data === 'string' ? readJsonQuietly(bare(data)) : data
  const parts = isJsonObject(value) ? toolResultParts(value, limits) : undefined
  return unmistakable && parts?.hasOthers ? undefined : parts?.errorText
}
