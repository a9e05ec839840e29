import type { CanonicalError } from '../core/canonical-error'
import { isProtocolSignal } from '../core/json-rpc'
import type { Translator } from '../core/translator'
import { fromServer, type KnownServer } from './known-server'

/** The error that an SDK's client threw: the server's own, or one of the SDK itself. */
export function readThrownBySdk(thrown: unknown, translator: Translator, known: KnownServer): CanonicalError {
  const error = translator.readThrown(thrown)
  // What the SDK says itself is not said in the server's words.
  return fromServer(error, isOfSdk(error) ? { server: known.server } : known, translator)
}

/** Version 1 has codes for its own failures that servers use, too; its data and its words tell them apart. */
function isOfSdk({ origin, message, details = {} }: CanonicalError): boolean {
  if (origin?.code === '-32000') return message.endsWith('Connection closed')
  return origin?.code === '-32001' && ('timeout' in details || 'maxTotalTimeout' in details)
}

/** Whether what was thrown is a signal of the protocol that the caller's SDK has to answer. */
export function isThrownSignal(thrown: unknown): boolean {
  const { code } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as { code?: unknown }
  return typeof code === 'number' && isProtocolSignal(code)
}
