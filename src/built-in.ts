import { createTranslator } from './core/translator'
import { dialects } from './dialects/built-in'

/** The translator of the built-in dialects. */
export const builtIn = /* @__PURE__ */ createTranslator({ dialects })

/** The id of a dialect: of a built-in one, which the editor offers, or of one of your own. */
export type DialectId = (typeof dialects)[number]['id'] | (string & {})
