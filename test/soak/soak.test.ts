import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('soak.js', import.meta.url))
const calls = process.env.DEEP ? 200_000 : 3000

it(`of ${calls} calls with faults among them, every one is answered once, and the memory stays what it was`, () => {
  const { status, stdout } = spawnSync(process.execPath, [program, String(calls)], { encoding: 'utf8' })
  if (status !== 0 || process.env.DEEP) console.log(stdout)
  expect(status).toBe(0)
})
