import type { CanonicalError } from './canonical-error'
import { type Dialect, isWritable, type WritableDialect } from './dialect'
import { type ErrorMatcher, errorMatcher } from './error-matcher'
import { errorPattern } from './error-pattern'
import { type Looks, looksOf } from './looks'
import { remember } from './recipes'
import { writtenTemplate } from './written-template'

// Errors that come once are of many kinds, those that come again of few.
const mostKeys = 1000
const mostRecipesOfCode = 32
const longestKept = 4096

/** What a dialect writes for errors that are like a pattern. */
interface Recipe {
  readonly matches: ErrorMatcher
  fill(values: readonly unknown[]): string | undefined
}

/** The texts of errors in a dialect, by recipes where it allows it. */
class ErrorRecipes {
  readonly #make: (error: CanonicalError) => string
  readonly #dialect: WritableDialect
  readonly #looks: Looks
  readonly #seen = new Set<string>()
  readonly #refused = new Set<string>()
  readonly #byCode = new Map<string, Recipe[]>()
  /** What the last error was like: errors of a kind often come in a row. */
  #recent: Recipe | undefined

  constructor(make: (error: CanonicalError) => string, dialect: WritableDialect, looks: Looks) {
    this.#make = make
    this.#dialect = dialect
    this.#looks = looks
  }

  /** The text of an error, by a recipe; undefined where there is none. */
  quickly(error: CanonicalError): string | undefined {
    try {
      const values: unknown[] = []
      if (this.#recent?.matches(error, values)) return this.#recent.fill(values)
      for (const recipe of this.#byCode.get(error.code) ?? []) {
        const slots: unknown[] = []
        if (!recipe.matches(error, slots)) continue
        this.#recent = recipe
        return recipe.fill(slots)
      }
    } catch {
      // What cannot be looked at is for the engine to refuse.
    }
    return undefined
  }

  /** Notes what the engine made of an error. A recipe is worked out when such an error comes for the second time. */
  note(error: CanonicalError, made: string): void {
    const pattern = made.length > longestKept ? undefined : errorPattern(error, this.#looks)
    if (!pattern) return
    const key = JSON.stringify(pattern)
    if (this.#refused.has(key)) return
    if (!this.#seen.has(key)) {
      remember(this.#seen, key, mostKeys)
      return
    }
    const fill = writtenTemplate(pattern, this.#dialect, this.#make)
    const matches = errorMatcher(pattern)
    const slots: unknown[] = []
    if (!fill || !matches(error, slots) || fill(slots) !== made) {
      remember(this.#refused, key, mostKeys)
      return
    }
    const others = this.#byCode.get(error.code) ?? []
    this.#byCode.set(error.code, [{ matches, fill }, ...others.slice(0, mostRecipesOfCode - 1)])
  }
}

/** Writes errors as texts in the dialect with an id. */
export type Stringify = (error: CanonicalError, id: string, preserve: boolean) => string

/** The same as an engine does, by recipes where the dialects of an error allow it. */
export function quickErrors(
  engine: Stringify,
  dialects: readonly Dialect[],
  byId: (id: string) => Dialect | undefined,
): Stringify {
  const looks = looksOf(dialects)
  const [whole, lean] = [new Map<string, ErrorRecipes>(), new Map<string, ErrorRecipes>()]

  const recipesFor = (id: string, preserve: boolean): ErrorRecipes | undefined => {
    const dialect = byId(id)
    if (!dialect?.shape || !isWritable(dialect)) return undefined
    const recipes = new ErrorRecipes((each) => engine(each, id, preserve), dialect, looks)
    const books = preserve ? whole : lean
    books.set(id, recipes)
    return recipes
  }

  return (error, id, preserve) => {
    const known = (preserve ? whole : lean).get(id)
    const quick = known?.quickly(error)
    if (quick !== undefined) return quick
    const made = engine(error, id, preserve)
    const source = error.origin?.dialect
    // What travels depends on the dialect that the error came from.
    if (source === undefined || byId(source)?.shape) (known ?? recipesFor(id, preserve))?.note(error, made)
    return made
  }
}
