/** What stands in place of a member. */
export interface Replacement {
  get: () => unknown
  set?: (value: unknown) => void
}

/**
 * An object with every member of another, some of them replaced. Methods run on the other object itself, so that
 * private fields work, and it is an `instanceof` the same classes.
 */
export function forwarding<T extends object>(
  object: T,
  replacements: Readonly<Record<string, Replacement>>,
): T {
  const bound = new WeakMap<object, unknown>()
  const replaced = (key: PropertyKey): Replacement | undefined =>
    typeof key === 'string' && Object.hasOwn(replacements, key) ? replacements[key] : undefined
  return new Proxy(object, {
    get(target, key) {
      const replacement = replaced(key)
      if (replacement) return replacement.get()
      const value: unknown = Reflect.get(target, key, target)
      // Callbacks are the caller's own functions, not methods.
      if (typeof value !== 'function' || key === 'constructor' || String(key).startsWith('on')) return value
      if (!bound.has(value)) bound.set(value, value.bind(target))
      return bound.get(value)
    },
    set(target, key, value) {
      const replacement = replaced(key)
      if (!replacement) return Reflect.set(target, key, value, target)
      replacement.set?.(value)
      return true
    },
  })
}
