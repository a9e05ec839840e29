import { idKey, keyAnswered } from './message-id'
import type { Pending } from './pending-requests'

type Requests = Map<string, Pending>

/**
 * Requests that nobody waits for any more, by their ids. The server may answer them all the same, or once more. The last so
 * many are remembered, and no more than twice as many: all that have aged are forgotten at once, which takes a third of what
 * it takes to forget the oldest one for each that comes.
 */
export class RecentRequests {
  readonly #most: number
  #young: Requests = new Map()
  #aged: Requests = new Map()

  constructor(most: number) {
    this.#most = most
  }

  add(request: Pending): void {
    if (this.#young.size === this.#most) {
      this.#aged = this.#young
      this.#young = new Map()
    }
    this.#young.set(idKey(request.id), request)
  }

  /** The request that an answer is to; there may be others to it. */
  find(id: string): Pending | undefined {
    return foundIn(this.#young, id) ?? foundIn(this.#aged, id)
  }

  /** Takes out the request that an answer is to. */
  take(id: string): Pending | undefined {
    const found = this.find(id)
    if (found) this.forget(found.id)
    return found
  }

  /** The id is of another request now. */
  forget(id: string): void {
    const key = idKey(id)
    for (const requests of [this.#young, this.#aged]) if (requests.has(key)) requests.delete(key)
  }
}

function foundIn(requests: Requests, id: string): Pending | undefined {
  const key = keyAnswered(requests, id)
  return key === undefined ? undefined : requests.get(key)
}
