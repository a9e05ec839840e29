import { createTranslator } from './core/translator'
import { dialects } from './dialects/built-in'

/** The translator of the built-in dialects. */
export const builtIn = /* @__PURE__ */ createTranslator({ dialects })
