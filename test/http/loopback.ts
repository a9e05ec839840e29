import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A real server on the loopback interface, and how to end it. */
export interface Loopback {
  url: string
  close(): Promise<void>
}

/** Serves on a free port. */
export async function serve(listener: RequestListener): Promise<Loopback> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
