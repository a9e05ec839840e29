// Installs what the proxy is measured beside: nothing else needs it.
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from '../../scripts/set-up.js'

const folder = new URL('../peers/', import.meta.url)
const lock = new URL('package-lock.json', folder)
const installed = new URL('node_modules/.package-lock.json', folder)

export function installPeers() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  run('npm', ['install', ...options], { cwd: fileURLToPath(folder) })
}

/** The command line of a program of a peer. */
export const peer = (file) => [process.execPath, fileURLToPath(new URL(`node_modules/${file}`, folder))]
