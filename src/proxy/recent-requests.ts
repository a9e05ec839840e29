import { idKey, keyAnswered } from './message-id'
import type { Pending } from './pending-requests'

/**
 * Requests that nobody waits for any more, by their ids. The server may answer them all the same, or once more. Beyond so
 * many, the oldest are forgotten.
 */
export class RecentRequests {
  readonly #most: number
  readonly #byId = new Map<string, Pending>()
  /**
   * Goes on from one that is forgotten for its age to the next: a new one has to pass the gaps that all of them have left. It
   * is let go of when another is taken out, as it keeps all that the map has been since it last went on.
   */
  #oldestFirst: IterableIterator<string> | undefined

  constructor(most: number) {
    this.#most = most
  }

  add(request: Pending): void {
    const key = idKey(request.id)
    this.#delete(key)
    this.#byId.set(key, request)
    if (this.#byId.size <= this.#most) return
    this.#oldestFirst ??= this.#byId.keys()
    const { value: oldest, done } = this.#oldestFirst.next()
    if (!done) this.#byId.delete(oldest)
  }

  /** The request that an answer is to; there may be others to it. */
  find(id: string): Pending | undefined {
    const key = keyAnswered(this.#byId, id)
    return key === undefined ? undefined : this.#byId.get(key)
  }

  /** Takes out the request that an answer is to. */
  take(id: string): Pending | undefined {
    const found = this.find(id)
    if (found) this.forget(found.id)
    return found
  }

  /** The id is of another request now. */
  forget(id: string): void {
    if (this.#byId.size > 0) this.#delete(idKey(id))
  }

  #delete(key: string): void {
    if (this.#byId.delete(key)) this.#oldestFirst = undefined
  }
}
