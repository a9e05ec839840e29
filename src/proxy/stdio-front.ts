import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { ByteSink } from './byte-sink'
import type { Connection, Deliver } from './connection'
import { pump } from './pump'
import type { Relay } from './relay'
import { onStopSignal } from './stop-signals'

/** How long a client that has stopped reading keeps a proxy that is to end, in milliseconds. */
const patience = { stalled: 3600, last: 500 } as const

/** One client on a pair of streams. */
export interface StdioClient {
  readonly input: Readable
  readonly output: Writable
}

/**
 * Connects the client on two streams with a server, until one of them ends, and gives the exit status. Every request of
 * the client is answered.
 */
export async function serveStdio(
  client: StdioClient,
  relay: Relay,
  maxMessage: number,
  connect: (deliver: Deliver) => Promise<Connection>,
): Promise<number> {
  const output = new ByteSink(client.output)
  let connection: Connection | undefined
  let stopped: NodeJS.Signals | undefined
  let endingSince: number | undefined
  // Before there is a server: a signal that comes while it starts must end it, too.
  const stopListening = onStopSignal((signal) => {
    // Whoever asks twice does not want to wait.
    connection?.stop(stopped ? 'SIGKILL' : signal)
    stopped ??= signal
    endingSince ??= Date.now()
    client.input.destroy()
  })
  const server = await connect((lines) => output.write(lines))
  connection = server
  if (stopped) server.stop(stopped)
  const finish = (): void => {
    endingSince ??= Date.now()
    server.finish()
  }
  pump('client', client.input, relay, maxMessage, async ({ client, server: lines }) => {
    await server.send(lines)
    await output.write(client)
  })
    .catch(() => {})
    .then(finish)
  output.broken.then(finish)

  const stalled = new Promise<undefined>((resolve) => {
    const watch = setInterval(() => {
      if (endingSince === undefined) return
      if (Date.now() - Math.max(endingSince, output.progress) > patience.stalled) resolve(undefined)
    }, 100)
    server.ended.then(() => clearInterval(watch))
  })
  const ending = await Promise.race([server.ended, stalled])
  const error = ending?.error ?? {
    code: 'connection_failed',
    message: 'The proxy was ended before the server answered.',
    severity: 'error',
  }
  output.write(relay.allFailed(error))
  stopListening()
  server.stop('SIGKILL')
  if (ending) {
    // A client that has not read since it was to end has had part of its time.
    const now = Date.now()
    await output.flush(patience.stalled, Math.max(endingSince ?? now, output.progress))
  } else {
    await output.flush(patience.last)
  }
  if (stopped) return 128 + constants.signals[stopped]
  // A server that had to be ended after its client was done has done nothing wrong.
  return !ending || ending.isByProxy ? 0 : ending.status
}
