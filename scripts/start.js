// `npm start`: the example fleet; `npm start -- <arguments>`: the command.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { build } from './build.js'
import { run, setUp } from './set-up.js'

setUp()
const built = new URL('../dist/command.js', import.meta.url)
const sources = new URL('../src/', import.meta.url)
const newest = Math.max(
  ...readdirSync(sources, { recursive: true }).map((file) => statSync(new URL(file, sources)).mtimeMs),
)
if (!existsSync(built) || statSync(built).mtimeMs < newest) build()

const args = process.argv.slice(2)
run(process.execPath, args.length > 0 ? ['dist/command.js', ...args] : ['examples/fleet.js'])
