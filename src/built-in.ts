import { createTranslator } from './core/translator'
import { dialects } from './dialects/built-in'

/** The translator of the built-in dialects. */
export const builtIn = /* @__PURE__ */ createTranslator({ dialects })

/** The id of a dialect: of a built-in one, which the editor offers, or of one of your own. */
export type DialectId = (typeof dialects)[number]['id'] | (string & {})

/** One of its functions: as a call, which a bundler may leave out, and not as a member, at which it might not. */
export function ofBuiltIn<Name extends keyof typeof builtIn>(name: Name): (typeof builtIn)[Name] {
  return builtIn[name]
}
