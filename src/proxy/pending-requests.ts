import type { Asked } from '../mcp/answers'
import { idKey, keyAnswered } from './message-id'

/** A request that has not been answered. */
export interface Pending extends Asked {
  /** The text of its id, as it stood. */
  id: string
}

/** The requests that have not been answered, by their ids. */
export class PendingRequests {
  // A client that uses an id again before it is answered gets the answers in order.
  readonly #byId = new Map<string, Pending[]>()

  add(request: Pending): void {
    const key = idKey(request.id)
    const waiting = this.#byId.get(key)
    if (waiting) waiting.push(request)
    else this.#byId.set(key, [request])
  }

  /** Takes out the request that an answer is to. */
  take(id: string): Pending | undefined {
    const key = keyAnswered(this.#byId, id)
    const waiting = key === undefined ? undefined : this.#byId.get(key)
    const request = waiting?.shift()
    if (key !== undefined && waiting?.length === 0) this.#byId.delete(key)
    return request
  }

  /** The request that an answer would be to. */
  first(id: string): Pending | undefined {
    const key = keyAnswered(this.#byId, id)
    return key === undefined ? undefined : this.#byId.get(key)?.[0]
  }

  /** Takes out all of them. */
  takeAll(): Pending[] {
    const all = [...this.#byId.values()].flat()
    this.#byId.clear()
    return all
  }

  get isEmpty(): boolean {
    return this.#byId.size === 0
  }
}
