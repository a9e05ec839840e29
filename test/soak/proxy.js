import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url))

/** Starts the proxy as it is built, in front of the server of a soak, with a channel on which it tells its memory. */
export function startProxy(options, stdio) {
  const server = [process.execPath, pathOf('../servers/soak.js')]
  const args = ['--to', 'interbase', '--max-message', '100000', ...options, '--', ...server]
  const telling = ['--expose-gc', '--import', new URL('tells-memory.js', import.meta.url).href]
  return spawn(process.execPath, [...telling, pathOf('../../dist/command.js'), 'proxy', ...args], {
    stdio: [...stdio, 'ipc'],
  })
}
