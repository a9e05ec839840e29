// The servers behind the proxy: one that has nothing to do, one that is in use, and one that asks an API.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ordersOf } from './orders.js'

const { execPath: node } = process

const giving = (called, program) => ({
  called,
  commandLine: [node, fileURLToPath(new URL(program, import.meta.url))],
  call: (size) => ({ name: 'orders', arguments: { size } }),
})

/** Does so little for a call that what stands before it shows most. */
export const answering = giving('results', './server.js')

/** Asks an API for each call, which takes 5 ms to answer, and waits for it meanwhile. */
export const asking = giving('results of an API', './asking-server.js')

/** The published server for files, which reads one for each call; its results have structured content, too. */
export function filesystemIn(folder, sizes) {
  const fileOf = (size) => join(folder, `${size}.json`)
  for (const size of sizes) writeFileSync(fileOf(size), ordersOf(size))
  const program = import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js')
  return {
    called: 'files from server-filesystem',
    commandLine: [node, fileURLToPath(program), folder],
    call: (size) => ({ name: 'read_text_file', arguments: { path: fileOf(size) } }),
  }
}
