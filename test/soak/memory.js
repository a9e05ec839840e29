import { once } from 'node:events'

/** The memory of a proxy that was started with `tells-memory.js`, looked at as often as it is asked for. */
export class Memory {
  #proxy
  #looks = []

  constructor(proxy) {
    this.#proxy = proxy
  }

  /** Asks the proxy what it holds at the moment. */
  async look() {
    if (!this.#proxy.connected) return
    const told = once(this.#proxy, 'message')
    this.#proxy.send('look')
    const [look] = await told
    this.#looks.push(look)
  }

  /** What it held at each look, in MiB, without garbage. */
  get held() {
    return this.#looks.map(({ held }) => held / 2 ** 20)
  }

  /** The most that it had of the system's memory at any look, in MiB. */
  get mostResident() {
    return Math.max(...this.#looks.map(({ resident }) => resident / 2 ** 20))
  }
}
