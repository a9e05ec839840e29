import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
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
  const most = await mostMemoryOf(child)
  return { output, most, status: child.exitCode ?? -1 }
}

/** The most memory that a process takes until it ends. */
async function mostMemoryOf(child: ChildProcess): Promise<number> {
  let most = 0
  const watch = setInterval(() => {
    try {
      most = Math.max(most, memoryOf(child.pid ?? 0).most)
    } catch {
      // It has just ended.
    }
  }, 20)
  await once(child, 'exit')
  clearInterval(watch)
  return most
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

  it('comes out as it comes in, and not at its end', async () => {
    const child = spawn(process.execPath, [command, 'convert', '--to', 'pydantic', '--lean'])
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const line = '{"type":"NOT_FOUND","message":"gone","recoverable":false}\n'
    // What the first line is is known with the second.
    child.stdin.write(line + line)
    for (let n = 0; n < 3; n++) {
      expect((await lines.next()).value).toContain('"error": "not_found"')
      child.stdin.write(line)
    }
    child.stdin.end()
    await once(child, 'close')
  })
})

describe.runIf(isMeasurable)('millions of short lines', () => {
  const cases: [string, string][] = [
    ['blank', '\n'.repeat(5 * MB)],
    ['of one document', `{"type":"NOT_FOUND","message":"m","data":{"list":[\n${'1,\n'.repeat(25 * MB)}`],
    ['of a text', 'ab\n'.repeat(6 * MB)],
  ]
  it.each(cases)('that are %s take no more memory than what they say', async (_, text) => {
    const file = join(folder, 'lines')
    writeFileSync(file, text)
    const child = spawn(process.execPath, [command, 'detect', file])
    const most = await mostMemoryOf(child)
    // A piece of memory for each line would be more.
    expect(most).toBeLessThan(400 * MB)
  })
})

describe('a document that is too long', () => {
  const long = `{"content":[{"type":"text","text":"${'x'.repeat(70 * MB)}"}]}`
  const run = (input: string, ...args: string[]) =>
    spawnSync(process.execPath, [command, 'convert', '--to', 'interbase', '--lean', ...args], {
      input,
      maxBuffer: 1000 * MB,
      encoding: 'latin1',
    })

  it('passes when told so, alone and among others', () => {
    expect(run(long, '--on-error', 'pass').stdout === long).toBe(true)
    const small = '{"error": "not_found", "message": "gone", "details": null}'
    const { stdout, stderr, status } = run(`${small}\n${long}\n${small}\n`, '--on-error', 'pass')
    expect(status).toBe(0)
    const translated = '{"type":"NOT_FOUND","message":"gone","recoverable":false}'
    expect(stdout === `${translated}\n${long}\n${translated}\n`).toBe(true)
    expect(stderr).toBe(
      'errlingua: standard input, line 2: LIMIT_SIZE: It is longer than 67108864 bytes.\nerrlingua: 1 of 3 documents passed on as they are.\n',
    )
  })

  it('stops, or is left out, otherwise', () => {
    const { stdout, stderr, status } = run(long)
    expect({ stdout, stderr, status }).toEqual({
      stdout: '',
      stderr: 'errlingua: standard input, line 1: LIMIT_SIZE: It is longer than 67108864 bytes.\n',
      status: 1,
    })
    expect(
      run(`${long}\n{"error": "not_found", "message": "gone", "details": null}\n`, '--on-error', 'skip')
        .stdout,
    ).toContain('NOT_FOUND')
  })
})
