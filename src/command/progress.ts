/** A line that says how far a long piece of work is, for a person at a terminal. */
export class Progress {
  readonly #stream: NodeJS.WriteStream | undefined
  readonly #began = Date.now()
  #shown = 0

  /** @param stream where it is shown, if a person sees that */
  constructor(stream: NodeJS.WriteStream | undefined) {
    this.#stream = stream?.isTTY && process.env.TERM !== 'dumb' ? stream : undefined
  }

  /** Shows how far it is, not before it has taken a second and not more than five times a second. */
  show(say: () => string): void {
    if (!this.#stream) return
    const now = Date.now()
    if (now - this.#began < 1000 || now - this.#shown < 200) return
    this.#shown = now
    this.#stream.write(`\r\u001b[K${say()}`)
  }

  /** Takes the line away. */
  clear(): void {
    if (this.#shown > 0) this.#stream?.write('\r\u001b[K')
    this.#shown = 0
  }
}

/** A number of bytes for people. */
export function inBytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let at = 0
  let value = count
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000
    at++
  }
  return `${at === 0 ? value : value.toFixed(1)} ${units[at]}`
}
