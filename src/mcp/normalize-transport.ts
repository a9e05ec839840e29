import { builtIn } from '../built-in'
import type { AnswerOptions } from './answers'
import { Exchange } from './exchange'
import { forwarding } from './forwarding'
import { checkTarget } from './normalize-tool-result'

/** As much of an MCP SDK's `Transport`, of either generation, as is needed here. */
export interface TransportLike {
  start(): Promise<void>
  send(message: never, options?: never): Promise<void>
  close(): Promise<void>
  onmessage?: ((message: never, extra?: never) => void) | undefined
  onerror?: ((error: Error) => void) | undefined
}

/** How to normalize what passes through a transport. */
export type NormalizeTransportOptions = AnswerOptions

type Handler = (message: unknown, extra?: unknown) => void

/**
 * The transport, with every answer to `tools/call` that passes through it normalized, whether it is a client's or a
 * server's. It works with the transports of both SDK generations, and has every member that the transport has.
 * @throws {EncodeError} when there is no such dialect or format
 */
export function normalizeTransport<T extends TransportLike>(
  transport: T,
  options: NormalizeTransportOptions,
): T {
  checkTarget(options?.translator ?? builtIn, options)
  const report = (error: Error) => transport.onerror?.(error)
  const exchange = new Exchange(options, report)
  let handler: Handler | undefined

  const listen = (wanted: Handler | undefined): void => {
    handler = wanted
    const receive: Handler = (message, extra) =>
      wanted?.(
        passed(() => exchange.received(message), message),
        extra,
      )
    Object.assign(transport, { onmessage: wanted && receive })
  }
  /** Whatever goes wrong in here, the message itself must arrive. */
  const passed = (pass: () => unknown, message: unknown): unknown => {
    try {
      return pass()
    } catch (error) {
      report(error instanceof Error ? error : new Error(String(error)))
      return message
    }
  }
  const send = async (message: unknown, sendOptions?: { requestSignal?: AbortSignal }): Promise<void> => {
    const forget = () => exchange.forget(message)
    sendOptions?.requestSignal?.addEventListener('abort', forget, { once: true })
    try {
      await transport.send(passed(() => exchange.sent(message), message) as never, sendOptions as never)
    } catch (error) {
      forget()
      throw error
    }
  }

  const close = async (): Promise<void> => {
    await transport.close()
    exchange.clear()
  }

  if (transport.onmessage) listen(transport.onmessage.bind(transport) as Handler)
  return forwarding(transport, {
    send: { get: () => send },
    close: { get: () => close },
    onmessage: { get: () => handler, set: (wanted) => listen(wanted as Handler | undefined) },
  })
}
