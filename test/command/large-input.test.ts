import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, it } from 'vitest'
import { isMeasurable, memoryOf } from '../proxy/memory'
import { command } from '../proxy/proxies'

const folder = mkdtempSync(join(tmpdir(), 'errlingua-large-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MB = 1_000_000
// 1 GB with `npm run test:deep`.
const large = (process.env.DEEP ? 1000 : 40) * MB
const small = 8 * MB

/** A file of numbered errors. */
async function fileOf(size: number): Promise<{ file: string; lines: number }> {
  const file = join(folder, `${size}.ndjson`)
  const out = createWriteStream(file)
  let lines = 0
  for (let written = 0; written < size; lines++) {
    const line = `{"type":"NOT_FOUND","message":"agent ${lines} is gone ${'.'.repeat(lines % 700)}","recoverable":false,"data":{"n":${lines}}}\n`
    written += line.length
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'close')
  return { file, lines }
}

/** Converts a file into another, watching the memory. */
async function converted(input: string): Promise<{ output: string; most: number; status: number }> {
  const output = `${input}.out`
  const child = spawn(process.execPath, [command, 'convert', input, '--to', 'pydantic', '--lean'], {
    stdio: ['ignore', openSync(output, 'w'), 'inherit'],
  })
  let most = 0
  const watch = setInterval(() => {
    try {
      most = Math.max(most, memoryOf(child.pid ?? 0).most)
    } catch {
      // It has just ended.
    }
  }, 20)
  const [status] = await once(child, 'exit')
  clearInterval(watch)
  return { output, most, status }
}

describe.runIf(isMeasurable)('a long file of NDJSON', () => {
  it('is converted in order, in memory that does not grow with it', { timeout: 7_200_000 }, async () => {
    const few = await fileOf(small)
    const many = await fileOf(large)
    const first = await converted(few.file)
    const second = await converted(many.file)
    expect([first.status, second.status]).toEqual([0, 0])
    expect(second.most).toBeLessThan(first.most + 50 * MB)
    expect(second.most).toBeLessThan(300 * MB)
    let n = 0
    for await (const line of createInterface(createReadStream(second.output))) {
      if (!line.includes(`"details": {"n": ${n}, `)) expect(line).toContain(`"n": ${n}`)
      n++
    }
    expect(n).toBe(many.lines)
  })

  it('is held up by a reader that does not read', async () => {
    const { file } = await fileOf(large)
    const child = spawn(process.execPath, [command, 'convert', file, '--to', 'pydantic', '--lean'])
    await once(child.stdout, 'readable')
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const { most } = memoryOf(child.pid ?? 0)
    expect(most).toBeLessThan(300 * MB)
    child.stdout.destroy()
    const [status] = await once(child, 'close')
    // Whoever has seen enough may go.
    expect(status).toBe(0)
  })
})
