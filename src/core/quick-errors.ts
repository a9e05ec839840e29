import type { CanonicalError } from './canonical-error'
import type { Dialect, WritableDialect } from './dialect'
import { errorPattern } from './error-pattern'
import { type Looks, looksOf } from './looks'
import { isLike, type ValuePattern } from './value-pattern'
import { writtenTemplate } from './written-template'

const mostSeen = 1000
const mostRecipes = 250

interface Recipe {
  readonly pattern: ValuePattern
  fill(values: readonly unknown[]): string | undefined
}

/** The texts of errors in a dialect, by recipes where it allows it. */
class ErrorRecipes {
  readonly #make: (error: CanonicalError) => string
  readonly #dialect: WritableDialect
  readonly #looks: Looks
  readonly #seen = new Set<string>()
  readonly #byCode = new Map<string, Recipe[]>()
  #count = 0

  constructor(make: (error: CanonicalError) => string, dialect: WritableDialect, looks: Looks) {
    this.#make = make
    this.#dialect = dialect
    this.#looks = looks
  }

  make(error: CanonicalError): string {
    return this.#quickly(error) ?? this.#slowly(error)
  }

  #quickly(error: CanonicalError): string | undefined {
    try {
      for (const { pattern, fill } of this.#byCode.get(error.code) ?? []) {
        const slots: unknown[] = []
        if (isLike(error, pattern, slots)) return fill(slots)
      }
    } catch {
      // What cannot be looked at is for the engine to refuse.
    }
    return undefined
  }

  #slowly(error: CanonicalError): string {
    const made = this.#make(error)
    const pattern = errorPattern(error, this.#looks)
    const key = pattern && JSON.stringify(pattern)
    if (!pattern || key === undefined || made.length > longestKept) return made
    if (!this.#seen.has(key)) {
      if (this.#seen.size === mostSeen) this.#seen.clear()
      this.#seen.add(key)
      return made
    }
    const fill = writtenTemplate(pattern, this.#dialect, this.#make)
    const slots: unknown[] = []
    if (!fill || !isLike(error, pattern, slots) || fill(slots) !== made) return made
    if (this.#count++ === mostRecipes) {
      this.#byCode.clear()
      this.#count = 1
    }
    const recipes = this.#byCode.get(error.code) ?? []
    this.#byCode.set(error.code, [{ pattern, fill }, ...recipes])
    return made
  }
}

const longestKept = 4096

/** Writes errors as texts. */
export type Stringify = (error: CanonicalError, dialect: WritableDialect, preserve: boolean) => string

/** The same as an engine does, by recipes where the dialects of an error allow it. */
export function quickErrors(
  engine: Stringify,
  dialects: readonly Dialect[],
  byId: (id: string) => Dialect | undefined,
): Stringify {
  const looks = looksOf(dialects)
  const [whole, lean] = [new Map<string, ErrorRecipes>(), new Map<string, ErrorRecipes>()]
  return (error, dialect, preserve) => {
    const source = error?.origin?.dialect
    // What travels depends on the dialect that the error came from.
    const isQuick = dialect.shape && (source === undefined || byId(source)?.shape)
    if (!isQuick) return engine(error, dialect, preserve)
    const books = preserve ? whole : lean
    let recipes = books.get(dialect.id)
    if (!recipes) {
      recipes = new ErrorRecipes((each) => engine(each, dialect, preserve), dialect, looks)
      books.set(dialect.id, recipes)
    }
    return recipes.make(error)
  }
}
