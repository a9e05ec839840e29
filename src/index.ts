import { ofBuiltIn } from './built-in'

export type { DialectId } from './built-in'

export { type Advice, advise } from './core/advise'
export {
  CanonicalError,
  type Issue,
  type Origin,
  type ResultForm,
  type Severity,
} from './core/canonical-error'
export { type Classification, classify } from './core/classify'
export { type CodeFacts, codes } from './core/code-facts'
export type { Action, CanonicalCode } from './core/codes'
export { DecodeError, type DecodeErrorCode, EncodeError, type EncodeErrorCode } from './core/decode-error'
export type { Candidate, Detection, ExplainedDetection } from './core/detection'
export {
  type CodeRow,
  type Dialect,
  type DialectNamed,
  defineDialect,
  type ErrorToPut,
  type Reading,
  type ResultParts,
  type ResultWriter,
  type TextForm,
  type WritableDialect,
} from './core/dialect'
export { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from './core/json'
export { defaultLimits, type Limits } from './core/limits'
export type { Body } from './core/list-body'
export type { Loss } from './core/loss'
export { type RedactOptions, redact } from './core/redact'
export {
  createTranslator,
  type DecodeOptions,
  type EncodedApart,
  type EncodeOptions,
  type SafeDecodeResult,
  type TranslateOptions,
  type Translator,
} from './core/translator'
export { dialects } from './dialects/built-in'

/**
 * Reads an error in any of the built-in dialects: text, a parsed value, an MCP tool result, or an Error whose
 * message is one of those.
 * @throws {DecodeError} when it is none
 */
export const decode = /* @__PURE__ */ ofBuiltIn('decode')
/** Like {@link decode}, with the DecodeError in the result instead of thrown. */
export const safeDecode = /* @__PURE__ */ ofBuiltIn('safeDecode')
/** The body of an error in a dialect: an object (a list, where its errors are lists) for a JSON dialect, a string for the others. */
export const encode = /* @__PURE__ */ ofBuiltIn('encode')
/** The text of an error in a dialect, laid out as its own producers do. */
export const stringify = /* @__PURE__ */ ofBuiltIn('stringify')
/** Like {@link encode}, with what the body cannot say beside it instead of in its bag. */
export const encodeApart = /* @__PURE__ */ ofBuiltIn('encodeApart')
/** The error that was thrown, whatever it is: one of an MCP SDK, of Node, a canonical one or your own. It never throws itself. */
export const readThrown = /* @__PURE__ */ ofBuiltIn('readThrown')
/** From one dialect into another: text gives text, anything else gives a body. */
export const translate = /* @__PURE__ */ ofBuiltIn('translate')
/** Which dialect an input is in, or undefined when it is in none. With `explain`, also why, and why no other. */
export const detect = /* @__PURE__ */ ofBuiltIn('detect')
/** What an error says that would be lost in a dialect without `preserve`, measured. */
export const measureLoss = /* @__PURE__ */ ofBuiltIn('measureLoss')
