import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url))

/** Starts the proxy as it is built, in front of the server of a soak. */
export function startProxy(options, stdio) {
  const server = [process.execPath, pathOf('../servers/soak.js')]
  const args = ['--to', 'interbase', '--max-message', '100000', ...options, '--', ...server]
  return spawn(process.execPath, [pathOf('../../dist/command.js'), 'proxy', ...args], { stdio })
}
