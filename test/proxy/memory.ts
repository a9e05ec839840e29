import { readFileSync } from 'node:fs'

/** Whether a process's memory can be measured here. */
export const isMeasurable = process.platform === 'linux'

/** The memory of a process that runs, now and at its most, in bytes. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
    if (found === undefined) throw new Error(`The process ${pid} has ended.`)
    return Number(found) * 1024
  }
  return { now: read('VmRSS'), most: read('VmHWM') }
}
