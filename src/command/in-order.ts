/** Takes results in the order in which they were asked for, whichever comes first, and not too many of them at a time. */
export class InOrder<Result> {
  readonly #take: (result: Result) => Promise<void>
  readonly #most: number
  readonly #onFailure: () => void
  readonly #open: Promise<void>[] = []
  #last: Promise<void> = Promise.resolve()

  /** @param onFailure is told when a result, or the taking of one, has failed: nothing is taken behind that */
  constructor(take: (result: Result) => Promise<void>, most: number, onFailure: () => void) {
    this.#take = take
    this.#most = most
    this.#onFailure = onFailure
  }

  add(result: Result | Promise<Result>): void {
    const taken = this.#last.then(async () => this.#take(await result))
    taken.catch(this.#onFailure)
    this.#last = taken
    this.#open.push(taken)
  }

  /** Waits until there is room for one more. */
  async room(): Promise<void> {
    while (this.#open.length >= this.#most) await this.#open.shift()
  }

  /** Waits until all are taken; throws what failed first. */
  async end(): Promise<void> {
    await this.#last
  }
}
