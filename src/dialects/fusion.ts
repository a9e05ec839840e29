import * as z from 'zod'
import type { CanonicalError, Issue, Severity } from '../core/canonical-error'
import { classify } from '../core/classify'
import { DecodeError } from '../core/decode-error'
import { defineDialect } from '../core/dialect'
import { parseDuration } from '../core/duration'
import { summaryOf } from '../core/issues'
import { type JsonObject, type JsonValue, setMember } from '../core/json'
import { asText } from '../core/json-write'
import { defaultLimits } from '../core/limits'
import { withoutRetryAfter } from '../core/retry-after'
import { legalText, rootName } from '../core/xml'
import { xmlParts } from '../core/xml-parts'
import {
  type FusionBody,
  type FusionChild,
  type FusionField,
  isFusionBody,
  parseFusion,
  printFusion,
  readChild,
  roots,
  validation,
} from './fusion/body'
import { completeCut } from './fusion/cut'

export type { FusionBody, FusionChild, FusionField }

/** Without a severity, as `error()` and `required()` write. */
const plain = 'plain'
/** Without a severity, and with comma-joined actions before the recovery, as the router writes. */
const routing = 'routing'

/** A document as its reference producer writes it, as data: its attributes and its child elements by name. */
export const schema = /* @__PURE__ */ z.lazy(() => {
  const text = z.strictObject({ text: z.string() })
  const texts = z.record(z.string(), z.string())
  return z.strictObject({
    root: z.enum(['tool_error', validation]),
    attributes: z.strictObject({
      code: z.string().optional(),
      severity: z.enum(['warning', 'error', 'critical']).optional(),
      action: z.string().optional(),
    }),
    children: z.strictObject({
      message: text.optional(),
      field: z
        .strictObject({ fields: z.array(z.strictObject({ name: z.string(), text: z.string() })) })
        .optional(),
      recovery: text.optional(),
      available_actions: z.union([text, z.strictObject({ actions: z.array(z.string()) })]).optional(),
      details: z.strictObject({ details: texts }).optional(),
      retry_after: text.optional(),
      contract_awareness: z.strictObject({ xml: z.string() }).optional(),
    }),
  })
})

/** `<tool_error>` and `<validation_error>`: the XML of MCP Fusion. */
export const fusion = /* @__PURE__ */ defineDialect({
  id: 'fusion',
  title: 'MCP Fusion <tool_error> and <validation_error> XML',
  codes: [
    ['NOT_FOUND', 'not_found'],
    ['VALIDATION_ERROR', 'invalid_input'],
    ['UNAUTHORIZED', 'unauthenticated'],
    ['FORBIDDEN', 'permission_denied'],
    ['CONFLICT', 'conflict'],
    ['RATE_LIMITED', 'rate_limited'],
    ['TIMEOUT', 'timeout'],
    ['INTERNAL_ERROR', 'internal'],
    ['DEPRECATED', 'deprecated'],
    ['DEPRECATED', 'advisory'],
    ['SERVER_BUSY', 'busy'],
    ['SERVER_BUSY', 'unavailable'],
    ['SERVER_BUSY', 'transient'],
    ['MISSING_REQUIRED_FIELD', 'missing_field'],
    ['MISSING_DISCRIMINATOR', 'missing_discriminator'],
    ['UNKNOWN_ACTION', 'unknown_action'],
    ['UNKNOWN_TOOL', 'tool_not_found'],
    // Sent by the framework, not in its list of codes.
    ['INVALID_PARAMS', 'invalid_arguments'],
    ['INVALID_DISCRIMINATOR', 'invalid_arguments'],
    ['INPUT_REJECTED', 'invalid_input'],
    ['AUTH_REQUIRED', 'unauthenticated'],
    ['JWT_INVALID', 'auth_invalid'],
    ['APIKEY_INVALID', 'auth_invalid'],
  ],
  signature: 'the root element is tool_error or validation_error',
  hasRetryFlag: false,
  bag: 'text',
  mediaType: 'application/xml; charset=utf-8',
  schema,
  shape: {
    message: 'message',
    messageWithout: 'code',
    inside: ['tool_error', validation, 'available_actions', 'details'],
    byValue: ['retry_after'],
    items: ['action', 'detail'],
    summed: ['field'],
  },

  text: {
    isMarkup: true,
    detect: (text) => (text.startsWith('<') && roots.includes(rootName(text) ?? '') ? 1 : 0),
    parse: parseFusion,
    printable: (body) => everyText(body as FusionBody, legalText),
    print: (body) => printFusion(body as FusionBody),
    parts: xmlParts,
  },

  detect: () => 0,

  read(body) {
    if (!isFusionBody(body)) throw new DecodeError('INVALID_XML', '', 'The XML is not a Fusion document.')
    const { root, attributes, children } = body
    const { code, severity, action } = attributes
    const issues = root === validation ? readIssues(children.field) : undefined
    const message = readChild(children.message).text ?? (issues && summaryOf(issues)) ?? ''
    return {
      nativeCode: code,
      variant: variantOf(body),
      ...(code === undefined && { code: issues ? 'invalid_arguments' : classify(message).code }),
      message,
      severity: isSeverity(severity) ? severity : undefined,
      retryAfter: readSeconds(readChild(children.retry_after).text),
      recovery: readChild(children.recovery).text,
      actions: readActions(readChild(children.available_actions)),
      issues,
      operation: root === validation ? action : undefined,
      details: readChild(children.details).details,
    }
  },

  write(error, code, variant): JsonObject {
    const body = error.issues ? validationError(error, code, error.issues) : toolError(error, code, variant)
    return everyText(body, legalText)
  },

  recover(text) {
    const whole = completeCut(text)
    return whole === undefined ? undefined : parseFusion(whole, defaultLimits, false)
  },
})

function toolError(error: CanonicalError, code: string, variant: string | undefined): FusionBody {
  const { severity, actions } = error
  const attributes: FusionBody['attributes'] = { code }
  if (variant === undefined || severity !== 'error') attributes.severity = severity
  const children = { message: { text: error.message }, ...commonChildren(error) }
  if (variant !== routing || !actions?.length) return { root: 'tool_error', attributes, children }
  const available_actions = { text: actions.join(', ') }
  // The first mention puts the actions before the recovery, the last one keeps them joined.
  const routed = Object.assign({ message: children.message, available_actions }, children, {
    available_actions,
  })
  return { root: 'tool_error', attributes, children: routed }
}

function validationError(error: CanonicalError, code: string, issues: Issue[]): FusionBody {
  const { severity, operation, message } = error
  const attributes: FusionBody['attributes'] = {}
  if (operation !== undefined) attributes.action = operation
  if (error.code !== 'invalid_arguments') attributes.code = code
  if (severity !== 'error') attributes.severity = severity
  const fields = issues.map(({ path, message }) => ({ name: path, text: message }))
  return {
    root: validation,
    attributes,
    children: {
      ...(message !== summaryOf(issues) && { message: { text: message } }),
      ...(fields.length > 0 && { field: { fields } }),
      ...commonChildren(error),
    },
  }
}

function commonChildren({
  recovery,
  actions,
  details = {},
  retryAfter,
}: CanonicalError): FusionBody['children'] {
  const texts: { [key: string]: string } = {}
  const waits = retryAfter !== undefined && retryAfter > 0
  const others = retryAfter === undefined ? details : withoutRetryAfter(details, retryAfter)
  const owners = keysByName(others)
  for (const [key, value] of Object.entries(others)) {
    if (owners.get(legalText(key)) === key) setMember(texts, key, value === null ? 'null' : asText(value))
  }
  // The element is for waiting; not to wait is only a detail.
  if (retryAfter === 0) texts.retry_after = '0'
  return {
    ...(recovery && { recovery: { text: recovery } }),
    ...(actions && actions.length > 0 && { available_actions: { actions } }),
    ...(Object.keys(texts).length > 0 && { details: { details: texts } }),
    ...(waits && { retry_after: { text: `${retryAfter} seconds` } }),
  }
}

/** Of several keys that XML can only hold as the same name, one has it: the legal one, or the first by order. */
function keysByName(details: JsonObject): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const key of Object.keys(details)) {
    const name = legalText(key)
    const owner = owners.get(name)
    if (owner === undefined || key === name || (owner !== name && key < owner)) owners.set(name, key)
  }
  return owners
}

function variantOf({ root, attributes, children }: FusionBody): string | undefined {
  if (root === validation || attributes.severity !== undefined) return undefined
  return children.available_actions?.text !== undefined ? routing : plain
}

function isSeverity(value: string | undefined): value is Severity {
  return value === 'warning' || value === 'error' || value === 'critical'
}

function readSeconds(text: string | undefined): number | undefined {
  return text === undefined || /^-?[\d.]+$/.test(text) ? undefined : parseDuration(text)
}

function readActions({ text, actions }: FusionChild): string[] | undefined {
  return actions ?? text?.split(', ')
}

function readIssues(child: FusionChild | undefined): Issue[] {
  return (child?.fields ?? []).map(({ name, text }) => ({ path: name, message: text }))
}

/** The same data with every text changed, or the same reference when none is. */
function everyText<T extends JsonValue>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (typeof value !== 'object' || value === null) return value
  let isSame = true
  const entries = Object.entries(value).map(([key, inner]: [string, JsonValue]) => {
    const changed = [change(key), everyText(inner, change)] as const
    if (changed[0] !== key || changed[1] !== inner) isSame = false
    return changed
  })
  if (isSame) return value
  return (Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)) as T
}

export default fusion
