import { createTranslator } from './core/translator'
import { dialects } from './dialects/built-in'

export { type Advice, advise } from './core/advise'
export { CanonicalError, type Issue, type Origin, type Severity } from './core/canonical-error'
export { type Classification, classify } from './core/classify'
export { type Action, type CanonicalCode, type CodeFacts, codes } from './core/codes'
export { DecodeError, type DecodeErrorCode, EncodeError } from './core/decode-error'
export { type CodeRow, type Dialect, defineDialect, type Reading, type TextForm } from './core/dialect'
export { JsonNumber, type JsonObject, type JsonValue } from './core/json'
export { defaultLimits, type Limits } from './core/limits'
export type { Loss } from './core/loss'
export {
  createTranslator,
  type DecodeOptions,
  type Detection,
  type EncodeOptions,
  type SafeDecodeResult,
  type TranslateOptions,
  type Translator,
} from './core/translator'
export { dialects }

const builtIn = /* @__PURE__ */ createTranslator({ dialects })

export const decode = builtIn.decode
export const safeDecode = builtIn.safeDecode
export const encode = builtIn.encode
export const stringify = builtIn.stringify
export const translate = builtIn.translate
export const detect = builtIn.detect
export const measureLoss = builtIn.measureLoss
