/**
 * Whether what was given has been taken: undefined where it has, as nearly always, or what settles when more is taken. A
 * promise for each piece would cost more than passing it on.
 */
export type Taken = Promise<void> | undefined

/** Goes on when something has been taken: at once, if it has. */
export function afterwards(taken: Taken, next: () => Taken): Taken {
  return taken ? taken.then(next) : next()
}
