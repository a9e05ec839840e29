import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json'

/** A request of which the answer has not been seen yet. */
interface Asked {
  readonly isOfTool: boolean
  readonly tool?: string
}

// A recording that ends before its answers must not fill the memory.
const mostWaiting = 10_000

const toolMethods: readonly string[] = ['tools/call', 'tasks/result']

/** Remembers the JSON-RPC requests of a recording, to know which tool an answer is of. */
export class AskedCalls {
  readonly #waiting = new Map<string, Asked>()

  /** Takes note of a request. */
  ask({ id, method, params }: JsonObject): void {
    if (id === undefined || typeof method !== 'string') return
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size >= mostWaiting && oldest !== undefined) this.#waiting.delete(oldest)
    const name = isJsonObject(params) && params.name
    const isOfTool = toolMethods.includes(method)
    this.#waiting.set(keyOf(id), { isOfTool, ...(isOfTool && typeof name === 'string' && { tool: name }) })
  }

  /** What was asked with this id; from then on it is answered. */
  answered(id: JsonValue | undefined): Asked | undefined {
    if (id === undefined) return undefined
    const asked = this.#waiting.get(keyOf(id))
    this.#waiting.delete(keyOf(id))
    return asked
  }
}

/** Some servers make a text of an id that was a number. */
function keyOf(id: JsonValue): string {
  return String(id)
}
