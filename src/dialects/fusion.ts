import type { CanonicalError, Issue, Severity } from '../core/canonical-error'
import { classify } from '../core/classify'
import { defineDialect } from '../core/dialect'
import { isJsonObject, type JsonObject, type JsonValue, setMember } from '../core/json'
import { asText } from '../core/json-write'
import { withoutRetryAfter } from '../core/retry-after'
import { legalText } from '../core/xml'
import { type FusionBody, type FusionChild, type FusionField, isXml, parseFusion, printFusion, readOddChild } from './fusion-body'

export type { FusionBody, FusionChild, FusionField }

const validation = 'validation_error'
/** Without a severity, as `error()` and `required()` write. */
const plain = 'plain'
/** Without a severity, and with comma-joined actions before the recovery, as the router writes. */
const routing = 'routing'

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
  hasRetryFlag: false,
  bag: 'text',

  text: {
    begins: (text) => /^(?:<\?xml[^>]*\?>\s*)?<(?:tool_error|validation_error)[\s/>]/.test(text),
    parse: parseFusion,
    printable: (body) => everyText(body as FusionBody, legalText),
    print: (body) => printFusion(body as FusionBody),
  },

  detect: () => 0,

  read(body) {
    const { root, attributes, children } = body as FusionBody
    const { code, severity, action } = attributes
    const issues = root === validation ? readIssues(children.field) : undefined
    const message = readText(children.message) ?? (issues && summary(issues)) ?? ''
    const impliedCode = issues ? ('invalid_arguments' as const) : classify(message).code
    return {
      nativeCode: code,
      variant: variantOf(body as FusionBody),
      ...(code === undefined && { code: impliedCode }),
      message,
      severity: isSeverity(severity) ? severity : undefined,
      retryAfter: readSeconds(readText(children.retry_after)),
      recovery: readText(children.recovery),
      actions: readActions(children.available_actions),
      issues,
      operation: root === validation ? action : undefined,
      details: readDetails(children.details),
    }
  },

  write(error, code, variant): JsonObject {
    const body = error.issues ? validationError(error, code, error.issues) : toolError(error, code, variant)
    return everyText(body, legalText)
  },
})

function toolError(error: CanonicalError, code: string, variant: string | undefined): FusionBody {
  const { severity, actions, message } = error
  const attributes: FusionBody['attributes'] = { code }
  if (variant === undefined || severity !== 'error') attributes.severity = severity
  const common = commonChildren(error)
  if (variant !== routing || !actions?.length) return { root: 'tool_error', attributes, children: { message, ...common } }
  return {
    root: 'tool_error',
    attributes,
    children: { message, available_actions: actions.join(', '), ...without(common, 'available_actions') },
  }
}

function validationError(error: CanonicalError, code: string, issues: Issue[]): FusionBody {
  const { severity, operation, message } = error
  const attributes: { [name: string]: string } = {}
  if (operation !== undefined) attributes.action = operation
  if (error.code !== 'invalid_arguments') attributes.code = code
  if (severity !== 'error') attributes.severity = severity
  const field = issues.map(({ path, message }) => ({ name: path, text: message }))
  return {
    root: validation,
    attributes,
    children: {
      ...(message !== summary(issues) && { message }),
      ...(field.length > 0 && { field }),
      ...commonChildren(error),
    },
  }
}

function commonChildren({ recovery, actions, details, retryAfter }: CanonicalError): FusionBody['children'] {
  const texts: { [key: string]: string } = {}
  for (const [key, value] of Object.entries(withoutRetryAfter(details ?? {}, retryAfter))) {
    setMember(texts, key, value === null ? 'null' : asText(value))
  }
  return {
    ...(recovery && { recovery }),
    ...(actions && actions.length > 0 && { available_actions: actions }),
    ...(Object.keys(texts).length > 0 && { details: texts }),
    ...(retryAfter !== undefined && retryAfter > 0 && { retry_after: `${retryAfter} seconds` }),
  }
}

function without<T extends object>(object: T, key: keyof T): T {
  const { [key]: _, ...rest } = object
  return rest as T
}

function variantOf({ root, attributes, children }: FusionBody): string | undefined {
  if (root === validation || attributes.severity !== undefined) return undefined
  return typeof children.available_actions === 'string' ? routing : plain
}

function isSeverity(value: string | undefined): value is Severity {
  return value === 'warning' || value === 'error' || value === 'critical'
}

/** A validation error has no message of its own. */
function summary(issues: readonly Issue[]): string {
  if (issues.length === 0) return 'Validation failed.'
  return issues.map(({ path, message }) => `${path}: ${message}`).join('\n')
}

function readText(child: FusionChild | undefined): string | undefined {
  if (typeof child === 'string') return child
  return isXml(child as JsonValue) ? readOddChild(child as { xml: string }).text : undefined
}

function readSeconds(text: string | undefined): number | undefined {
  const [, amount] = /^(\d+(?:\.\d+)?(?:e[+-]?\d+)?) seconds?$/.exec(text ?? '') ?? []
  const seconds = Number(amount)
  return amount !== undefined && Number.isFinite(seconds) ? seconds : undefined
}

function readActions(child: FusionChild | undefined): string[] | undefined {
  if (typeof child === 'string') return child.split(', ')
  if (Array.isArray(child)) return child as string[]
  return isXml(child as JsonValue) ? readOddChild(child as { xml: string }).actions : undefined
}

function readDetails(child: FusionChild | undefined): JsonObject | undefined {
  if (isXml(child as JsonValue)) return readOddChild(child as { xml: string }).details
  return isJsonObject(child) ? child : undefined
}

function readIssues(child: FusionChild | undefined): Issue[] {
  if (!Array.isArray(child)) return []
  return (child as FusionField[]).map(({ name, text }) => ({ path: name, message: text }))
}

/** The same data with every text changed, or the same reference when none is. */
function everyText<T extends JsonValue>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [change(key), everyText(inner as JsonValue, change)] as const)
  const isSame = Object.keys(value).every((key, i) => entries[i]?.[0] === key && entries[i]?.[1] === (value as JsonObject)[key])
  if (isSame) return value
  return (Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)) as T
}

export default fusion
