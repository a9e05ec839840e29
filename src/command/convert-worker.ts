import { parentPort, workerData } from 'node:worker_threads'
import { type ConversionSettings, converted } from './conversion'
import type { SentBlock } from './conversion-workers'
import { LineBlock } from './line-block'

const settings = workerData as ConversionSettings

parentPort?.on('message', ({ input, line, bytes }: SentBlock) => {
  const result = converted(new LineBlock(input, line, Buffer.from(bytes.buffer)), settings)
  // Memory of its own can be handed over without a copy; short texts share theirs.
  const written = isOwn(result.written) ? result.written : new Uint8Array(result.written)
  parentPort?.postMessage({ ...result, written }, [written.buffer as ArrayBuffer])
})

function isOwn({ buffer, length }: Uint8Array): boolean {
  return buffer.byteLength === length
}
