import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { ByteSink } from './byte-sink'
import type { Connection, Deliver } from './connection'
import { pump } from './pump'
import { ReadAhead } from './read-ahead'
import type { Relay } from './relay'
import { onStopSignal } from './stop-signals'
import { afterwards } from './taken'

/** How long one side that takes nothing keeps a proxy, in milliseconds. */
const patience = {
  /** The server, when the input has ended, of what is left of it. */
  unsent: 500,
  /** The client of a proxy that is to end. */
  stopped: 3400,
  /** Whose server has ended by itself: a client that has other things to do for a while loses nothing. */
  exited: 10_000,
  /** One that has read nothing until then, of the last that it is told. */
  last: 250,
} as const

/** What is read of the client before the server takes it, in bytes. */
const mostAhead = 2 ** 24

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
  let exited: { readonly since: number; readonly status: number } | undefined
  // Before there is a server: a signal that comes while it starts must end it, too.
  const stopListening = onStopSignal((signal) => {
    // Whoever asks twice does not want to wait.
    connection?.stop(stopped ? 'SIGKILL' : signal)
    stopped ??= signal
    endingSince ??= Date.now()
    client.input.destroy()
  })
  let heardAt = Date.now()
  const hear = (): void => {
    heardAt = Date.now()
  }
  const server = await connect((lines) => {
    const taken = output.write(lines)
    hear()
    return taken?.then(hear)
  })
  connection = server
  if (stopped) server.stop(stopped)
  const finish = (isSending = false): void => {
    endingSince ??= Date.now()
    server.finish(isSending)
  }
  const input = new ReadAhead(client.input, mostAhead)
  let isSent = false
  const sending = pump('client', input, relay, maxMessage, ({ client, server: lines }) =>
    afterwards(server.send(lines), () => output.write(client)),
  )
    .catch(() => {})
    .then(() => {
      isSent = true
      finish()
    })
  output.broken.then(() => finish())

  server.exited.then((status) => {
    exited = { since: Date.now(), status }
  })

  /** How long the client is waited for, and since when: it begins anew with all that it reads. */
  const deadline = (): { after: number; since: number } => ({
    after: endingSince === undefined ? patience.exited : patience.stopped,
    since: Math.max(endingSince ?? exited?.since ?? Date.now(), output.progress),
  })
  const stalled = new Promise<undefined>((resolve) => {
    const watch = setInterval(() => {
      // A server that says something is busy with what it has, or waits for the proxy itself.
      const isSilent = Date.now() - heardAt > patience.unsent
      if (!isSent && isSilent && input.overdue > patience.unsent) finish(true)
      const { after, since } = deadline()
      if (Date.now() - since > after) resolve(undefined)
    }, 100)
    server.ended.then(() => clearInterval(watch))
  })
  const ending = await Promise.race([server.ended, stalled])
  const error = ending?.error ?? {
    code: 'connection_failed',
    message: 'The proxy was ended before the server answered.',
    severity: 'error',
  }
  // What could not be sent is answered, too.
  if (input.isOver) await Promise.race([sending, pause(patience.last)])
  output.write(relay.allFailed(error))
  stopListening()
  server.stop('SIGKILL')
  if (ending) {
    // A client that has not read since the end began has had part of its time.
    const { after, since } = deadline()
    await output.flush(after, since)
  } else {
    await output.flush(patience.last)
  }
  if (stopped) return 128 + constants.signals[stopped]
  // A server that had to be ended after its client was done has done nothing wrong.
  if (ending) return ending.isByProxy ? 0 : ending.status
  return endingSince === undefined ? (exited?.status ?? 0) : 0
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
