// Builds dist anew, without what earlier builds left.
import { rmSync } from 'node:fs'
import { run } from './set-up.js'

export function build() {
  rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true })
  run(process.execPath, ['scripts/bundle.js'])
  run('npx', ['tsup', '--silent'])
}

if (process.argv[1] === new URL(import.meta.url).pathname) build()
