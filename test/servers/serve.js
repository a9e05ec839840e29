import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'

/** The arguments of a server's module, if it is what node was started with. */
export function commandLine(moduleUrl) {
  if (process.argv[1] !== fileURLToPath(moduleUrl)) return undefined
  const [kind, ...flags] = process.argv.slice(2)
  return { kind, http: flags.includes('--http') }
}

/** Listens on a free port, prints the URL, and ends with the standard input. */
export function serveHttp(handle) {
  const server = createServer(handle)
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`))
  process.stdin.on('end', () => process.exit()).resume()
}
