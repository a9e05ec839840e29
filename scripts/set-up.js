// Installs the packages of the lock file when they are not there, or not those.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const lock = new URL('package-lock.json', root)
const installed = new URL('node_modules/.package-lock.json', root)

export function setUp() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  if (existsSync(installed) && sameVersions()) return
  // Not `npm ci`: it refuses a lock file written where the optional packages of other platforms were not to be had.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
}

function sameVersions() {
  const versions = (file) => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8'))
    return new Map(Object.entries(packages).map(([path, { version }]) => [path, version]))
  }
  const here = versions(installed)
  return [...versions(lock)].every(
    ([path, version]) => path === '' || !here.has(path) || here.get(path) === version,
  )
}

/** Runs a program in the project; its failure ends this one. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

if (process.argv[1] === new URL(import.meta.url).pathname) setUp()
