import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { ByteSink } from './byte-sink'
import type { Connection, Deliver } from './connection'
import { pump } from './pump'
import type { Relay } from './relay'

/** How long a client that has stopped reading keeps a proxy that is to end, in milliseconds. */
const patience = { stalled: 4000, last: 500 } as const

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
  const connection = await connect((lines) => output.write(lines))
  const { promise: stalled, resolve: giveUp } = deferred()
  let stopped: NodeJS.Signals | undefined
  let endingSince: number | undefined

  const end = (act: () => void): void => {
    endingSince ??= Date.now()
    act()
  }
  const stop = (signal: NodeJS.Signals): void => {
    // Whoever asks twice does not want to wait.
    end(() => connection.stop(stopped ? 'SIGKILL' : signal))
    stopped ??= signal
    client.input.destroy()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  const watch = setInterval(() => {
    if (endingSince === undefined) return
    if (Date.now() - Math.max(endingSince, output.progress) > patience.stalled) giveUp()
  }, 100)

  pump('client', client.input, relay, maxMessage, async ({ client, server }) => {
    await connection.send(server)
    await output.write(client)
  })
    .catch(() => {})
    .then(() => end(() => connection.finish()))
  output.broken.then(() => end(() => connection.finish()))

  const finish = async (): Promise<number> => {
    const { status, error, isByProxy } = await connection.ended
    await output.write(relay.allFailed(error))
    // A server that had to be ended after its client was done has done nothing wrong.
    return isByProxy ? 0 : status
  }
  const status = await Promise.race([finish(), stalled.then(() => 0)])
  clearInterval(watch)
  for (const signal of signals) process.off(signal, stop)
  connection.stop('SIGKILL')
  await output.flush(patience.last)
  return stopped ? 128 + constants.signals[stopped] : status
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
