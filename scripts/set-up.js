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
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const here = packages(installed)
  // Optional packages are those of other platforms, too.
  return Object.entries(packages(lock)).every(
    ([path, { version, optional }]) =>
      path === '' || (here[path] ? here[path].version === version : optional),
  )
}

/** Runs a program in the project; its failure ends this one. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

if (process.argv[1] === new URL(import.meta.url).pathname) setUp()
