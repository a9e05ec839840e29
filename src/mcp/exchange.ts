import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { type AnswerOptions, Answers, type Asked } from './answers'

type Requests = Map<JsonValue, Asked>

/** Keeps track of the requests between two sides and normalizes the answers to tool calls. */
export class Exchange {
  readonly #answers: Answers
  readonly #asked = { here: new Map() as Requests, there: new Map() as Requests }

  /** @param report is told when a caller's `onError` throws */
  constructor(options: AnswerOptions, report: (error: Error) => void) {
    this.#answers = new Answers(options, report)
  }

  /** What to pass on instead of a message that this side sends. */
  sent(message: unknown): unknown {
    return this.#pass(message, this.#asked.here, this.#asked.there, true)
  }

  /** What to pass on instead of a message that this side receives. */
  received(message: unknown): unknown {
    return this.#pass(message, this.#asked.there, this.#asked.here, false)
  }

  /** Expects no answer any more to what this side sent. */
  forget(message: unknown): void {
    for (const each of [message].flat()) if (isJsonObject(each)) this.#asked.here.delete(each.id as JsonValue)
  }

  /** Expects no answer to anything any more. */
  clear(): void {
    this.#asked.here.clear()
    this.#asked.there.clear()
  }

  #pass(message: unknown, own: Requests, others: Requests, isServing: boolean): unknown {
    if (Array.isArray(message)) {
      const passed = message.map((each) => this.#pass(each, own, others, isServing))
      return passed.every((each, i) => each === message[i]) ? message : passed
    }
    if (!isJsonObject(message)) return message
    const { id, method } = message as JsonObject
    if (typeof method === 'string') {
      const params = isJsonObject(message.params) ? message.params : {}
      if (id !== undefined) own.set(id, { method, params })
      else if (method === 'notifications/cancelled') own.delete(params.requestId as JsonValue)
      return message
    }
    // Some servers make a text of an id that was a number, and SDKs take it.
    const key = [id, Number(id)].find((each) => each !== undefined && others.has(each))
    const asked = key === undefined ? undefined : others.get(key)
    if (key === undefined || asked === undefined) return message
    others.delete(key)
    return this.#answers.normalized(message, asked, isServing)
  }
}
