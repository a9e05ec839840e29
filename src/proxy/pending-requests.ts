import type { Asked } from '../mcp/answers'

/** A request that has not been answered. */
export interface Pending extends Asked {
  /** The text of its id, as it stood. */
  id: string
}

/** The requests that have not been answered, by the text of their ids. */
export class PendingRequests {
  // A client that uses an id again before it is answered gets the answers in order.
  readonly #byId = new Map<string, Pending[]>()

  add(request: Pending): void {
    const key = keyOf(request.id)
    const waiting = this.#byId.get(key)
    if (waiting) waiting.push(request)
    else this.#byId.set(key, [request])
  }

  /** Takes out the request that an answer is to. */
  take(id: string): Pending | undefined {
    const found = this.#find(id)
    const waiting = found === undefined ? undefined : this.#byId.get(found)
    if (found === undefined || !waiting) return undefined
    const request = waiting.shift()
    if (waiting.length === 0) this.#byId.delete(found)
    return request
  }

  /** The request that an answer would be to. */
  first(id: string): Pending | undefined {
    const found = this.#find(id)
    return found === undefined ? undefined : this.#byId.get(found)?.[0]
  }

  #find(id: string): string | undefined {
    const key = keyOf(id)
    // Some servers make a text of an id that was a number, and clients take it.
    return [key, key.replace(/^"(-?\d+)"$/, '$1')].find((each) => this.#byId.has(each))
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

/** One text for each id, however its characters are escaped. */
function keyOf(id: string): string {
  if (!id.includes('\\')) return id
  try {
    return JSON.stringify(JSON.parse(id))
  } catch {
    return id
  }
}
