import { actionFor, reasons } from './advise'
import type { CanonicalError, Issue } from './canonical-error'
import { classify } from './classify'
import { type Action, type CanonicalCode, codeNames, codes } from './codes'
import type { Reading } from './dialect'
import { issuesInWords } from './issues-in-words'
import { isJsonObject, type JsonObject, sameJson } from './json'
import { readJsonQuietly } from './json-read'
import { codeOfRpc } from './json-rpc'
import { writeJson } from './json-write'
import { isSeconds } from './readable'
import { residueKey } from './residue'
import { splitTrace } from './stack-trace'
import { statusInWords } from './status-in-words'
import { waitInWords } from './wait-in-words'
import { toolIn, unwrap } from './wrapper'

/** A text taken apart; put together again in this order, it is the same text. */
export type TextBody = {
  /** What frameworks say before the message, and white space. */
  prefix?: string
  /** A stack trace before the message, as Python has it. */
  trace?: string
  message: string
  /** Which fields are invalid, what to do and when: each on a line of its own below the message. */
  issues?: { path: string; message: string }[]
  recovery?: string
  actions?: string[]
  advice?: string
  retryAfter?: number
  /** What stands behind: a stack trace, white space, what frameworks say. */
  rest?: string
  /** The seconds that a date in the message was away when it was read. */
  untilDate?: number
  /** What travels with the error. */
  errlingua?: JsonObject
}

const labels = {
  recovery: 'What to do: ',
  actions: 'Use instead: ',
  residue: /* @__PURE__ */ residueKey.concat(': '),
}

/** Takes a text apart. */
export function parseText(text: string, now = new Date()): TextBody {
  const { body: carried, residue } = withoutCarried(text)
  const trimmed = carried.trimStart()
  const { text: inner, start } = unwrap(trimmed) ?? { text: trimmed, start: 0 }
  const at = carried.length - trimmed.length + start
  const traced = splitTrace(inner)
  const spoken = traced?.message ?? inner
  const message = spoken.trimEnd()
  const lines = linesBelow(message)
  const body: TextBody = {
    ...(at > 0 && { prefix: carried.slice(0, at) }),
    ...(traced?.before && { trace: traced.before }),
    ...lines,
  }
  const rest = spoken.slice(message.length) + (traced?.after ?? '') + carried.slice(at + inner.length)
  if (rest !== '') body.rest = rest
  if (residue) body.errlingua = residue
  // What cannot be put together again is not taken apart.
  const result: TextBody = printText(body) === text ? body : { message: text }
  const wait = waitInWords(result.message, now)
  if (wait !== undefined && waitInWords(result.message) === undefined) result.untilDate = wait
  return result
}

/** Puts a text together. */
export function printText(body: TextBody): string {
  const { prefix = '', trace = '', message, rest = '', errlingua } = body
  const lines = [...(message === '' ? [] : [message]), ...linesOf(body)].join('\n')
  const carried = errlingua === undefined ? '' : `\n\n${labels.residue}${writeJson(errlingua)}`
  return prefix + trace + lines + rest + carried
}

function withoutCarried(text: string): { body: string; residue?: JsonObject } {
  const at = text.lastIndexOf(`\n\n${labels.residue}`)
  const carried = at === -1 ? undefined : readJsonQuietly(text.slice(at + 2 + labels.residue.length))
  return isJsonObject(carried) ? { body: text.slice(0, at), residue: carried } : { body: text }
}

/** Whether something of errlingua's own travels with a text. */
export function carriesResidue(text: string): boolean {
  return withoutCarried(text).residue !== undefined
}

/** Whether a text says below its message what to do, as it is written here: no other dialect ends like that. */
export function endsInAdvice(text: string): boolean {
  return sentences.some((each) => text.includes(each)) && parseText(text).advice !== undefined
}

function linesOf({ issues = [], recovery, actions, advice, retryAfter }: TextBody): string[] {
  return [
    ...issues.map(({ path, message }) => (path === '' ? `- ${message}` : `- ${path}: ${message}`)),
    ...(recovery === undefined ? [] : [labels.recovery + recovery]),
    ...(actions === undefined ? [] : [labels.actions + actions.join(', ')]),
    ...(advice === undefined ? [] : [advice]),
    ...(retryAfter === undefined ? [] : [`Retry after ${retryAfter} seconds.`]),
  ]
}

const sentences: readonly string[] = /* @__PURE__ */ Object.values(reasons)

/** What a text says on lines of their own, from the last one upwards. */
function linesBelow(text: string): TextBody {
  const below: Omit<TextBody, 'message'> = {}
  let above: string | undefined = text
  const takeLast = (isIt: (line: string) => boolean, mayBeAlone = true): string | undefined => {
    if (above === undefined) return undefined
    const end = above.lastIndexOf('\n')
    const last = above.slice(end + 1)
    if ((end === -1 && !mayBeAlone) || !isIt(last)) return undefined
    above = end === -1 ? undefined : above.slice(0, end)
    return last
  }
  // Alone it is the message.
  const wait = takeLast((line) => isSeconds(secondsIn(line)), false)
  if (wait !== undefined) below.retryAfter = secondsIn(wait)
  const advice = takeLast((line) => sentences.includes(line))
  if (advice !== undefined) below.advice = advice
  const actions = takeLast((line) => line.startsWith(labels.actions))
  if (actions !== undefined) below.actions = actions.slice(labels.actions.length).split(', ')
  const recovery = takeLast((line) => line.startsWith(labels.recovery))
  if (recovery !== undefined) below.recovery = recovery.slice(labels.recovery.length)
  const issues: Issue[] = []
  for (;;) {
    const line = takeLast((each) => listed.test(each), false)
    if (line === undefined) break
    const [, path = '', message = ''] = listed.exec(line) ?? []
    issues.push({ path, message })
  }
  if (issues.length > 0) below.issues = issues.reverse()
  return { message: above ?? '', ...below }
}

function secondsIn(line: string): number {
  return Number(/^Retry after (\S+) seconds\.$/.exec(line)?.[1])
}

// A path that is empty is not written.
const listed = /^- (?:([^:\n]+): )?(.*)$/

// Words that settle it, whatever the rest is about.
const doNotRetry =
  /\b(?:do not|don't|never|must not|should not|cannot be) (?:be )?retr(?:y|ied)\b|\bnot retr(?:y|i)able\b|\bnon-?retr(?:y|i)able\b/i

/** Whether a message says that the same call is not to be made again. */
function forbidsRetry(message: string): boolean {
  return doNotRetry.test(message)
}

/** What a text says. */
export function readText(body: TextBody): Reading {
  const { prefix = '', trace = '', message, advice, rest = '', errlingua } = body
  const { tool, rpcCode } = unwrap(`${prefix.trimStart()}x`) ?? {}
  const issues = body.issues ?? issuesInWords(message)
  const byWords = classify(message).code
  const byCode = rpcCode === undefined ? undefined : codeOfRpc(Number(rpcCode))
  const retryAfter = body.retryAfter ?? body.untilDate ?? waitInWords(message)
  // Who says when to try again says that it will pass.
  const hinted = issues ? 'invalid_arguments' : retryAfter === undefined ? 'unknown' : 'transient'
  const words = byWords === 'unknown' ? (byCode ?? hinted) : byWords
  const said = forbidsRetry(message) ? { code: words, retryable: false } : { code: words }
  const decided = advice === undefined ? said : advised(words, advice)
  const stack = [trace, rest]
    .map((each) => each.trim())
    .filter((each) => each !== '' && splitTrace(`x\n${each}`))
  const details = {
    ...(stack.length > 0 && { stack: stack.join('\n') }),
    ...(errlingua && { [residueKey]: errlingua }),
  }
  const operation = tool ?? toolIn(message)
  return {
    nativeCode: rpcCode,
    message,
    ...decided,
    code: 'unknown',
    impliedCode: decided.code,
    retryAfter,
    ...(body.recovery !== undefined && { recovery: body.recovery }),
    ...(body.actions && { actions: body.actions }),
    ...(issues && { issues }),
    ...(operation !== undefined && { operation }),
    ...statusOf(message),
    details: Object.keys(details).length > 0 ? details : undefined,
  }
}

function statusOf(message: string): { status?: number } {
  const { status, isSure } = statusInWords(message) ?? {}
  return isSure ? { status } : {}
}

type Decision = Pick<CanonicalError, 'code'> & Partial<Pick<CanonicalError, 'severity' | 'retryable'>>

/** What the words say, made to agree with the advice that is given below them. */
function advised(words: CanonicalCode, advice: string): Decision {
  const action = (Object.keys(reasons) as Action[]).find((each) => reasons[each] === advice)
  if (action === 'go_on') return { code: words, severity: 'warning' }
  const ofAction = codeNames.find((code) => codes[code].action === action) ?? 'unknown'
  const flag = action === 'retry' ? { retryable: true } : action === 'wait' ? {} : { retryable: false }
  const isIt = (decision: Decision) => actionFor({ message: '', severity: 'error', ...decision }) === action
  return [{ code: words, ...flag }, { code: words }].find(isIt) ?? { code: ofAction, ...flag }
}

/** The text that a model reads best: what happened, what to do, when to try again. */
export function writeText(error: CanonicalError): TextBody {
  const { message, issues = [], recovery, actions = [], retryAfter, details } = error
  // Everything is said, even where it cannot be read back to the letter.
  const onOneLine = (text: string) =>
    text.includes('\n')
      ? text
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
          .join(' ')
      : text
  const alone = readText({ message })
  const isListed = issues.length > 0 && !sameJson(alone.issues as never, issues as never)
  const lines = issues.map(({ path, message }) => ({ path: onOneLine(path), message: onOneLine(message) }))
  const body: TextBody = {
    message,
    ...(isListed && { issues: lines }),
    ...(recovery !== undefined && { recovery: onOneLine(recovery) }),
    ...(actions.length > 0 && { actions: actions.map(onOneLine) }),
    ...(retryAfter !== undefined && alone.retryAfter !== retryAfter && { retryAfter }),
  }
  const action = actionFor(error)
  const printed = printText(body)
  const isSaid = error.retryable !== undefined || error.recoverable !== undefined
  // Advice tells the text from a body of another dialect that may stand in it.
  const mayHoldBody = /[{<]/.test(printed)
  if (isSaid || mayHoldBody || message.trim() === '' || actionOf(readText(parseText(printed))) !== action)
    body.advice = reasons[action]
  const carried = details && Object.hasOwn(details, residueKey) ? details[residueKey] : undefined
  return isJsonObject(carried) ? { ...body, errlingua: carried } : body
}

function actionOf({ code, impliedCode, severity = 'error', retryable, message }: Reading): Action {
  const known = code === undefined || code === 'unknown' ? (impliedCode ?? 'unknown') : code
  return actionFor({ code: known, severity, message, ...(retryable !== undefined && { retryable }) })
}

/** Whether a text says that it is an error: by a framework's words, a trace, an error's name. */
export function confidenceInText(text: string): number {
  if (carriesResidue(text)) return 0.9
  const wrapped = unwrap(text)
  if (wrapped?.tool !== undefined || wrapped?.rpcCode !== undefined || text.startsWith('### Error\n'))
    return 0.65
  const traced = splitTrace(text)
  // Python ends a trace with the name of the exception, whatever that is.
  const last = traced?.before ? pythonLast : startsLikeError
  if (traced && last.test(traced.message.trimStart())) return 0.6
  if (startsLikeError.test(text) && !text.includes('\n')) return 0.55
  return 0.1
}

const pythonLast = /^[A-Za-z_][\w.]{0,120}(?:: |$)/m
const startsLikeError =
  /^(?:[A-Za-z_$][\w$]*\.)*[A-Z]\w*(?:Error|Exception): \S|^E[A-Z]{3,14}: \S|^panic: |^\[Errno -?\d+\] |^[45]\d\d [A-Z][a-z]+(?: [A-Z][a-z]+){0,3}$|^Error: \S/
