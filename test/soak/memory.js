import { readFileSync } from 'node:fs'

/** Whether a process's memory can be measured here. */
export const isMeasurable = process.platform === 'linux'

/** The memory of a process, looked at as often as it is asked for. */
export class Memory {
  #pid
  #samples = []

  constructor(pid) {
    this.#pid = pid
  }

  look() {
    if (!isMeasurable) return
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#pid}/status`, 'utf8'))?.[1]
    if (kilobytes !== undefined) this.#samples.push(Number(kilobytes) / 1024)
  }

  /** The median of a tenth of the time, from 0 to 9, in MiB. */
  ofTenth(tenth) {
    const { length } = this.#samples
    const part = this.#samples.slice((length * tenth) / 10, (length * (tenth + 1)) / 10).sort((a, b) => a - b)
    return part[Math.floor(part.length / 2)] ?? 0
  }
}
