export {
  type AttemptContext,
  type AttemptReport,
  callWithRetry,
  type RetryOptions,
  type StopReason,
} from './call-with-retry'
export type { WriteOptions } from './compose'
export { type ErrorAttributes, errorAttributes } from './error-attributes'
export type { ReadOptions } from './find-error'
export {
  type CallFacts,
  createFleet,
  type Fleet,
  type FleetCount,
  type FleetEvent,
  type FleetOptions,
  type FleetServer,
} from './fleet'
export type { ListedTool } from './listed-tools'
export { type ClientLike, type NormalizeClientOptions, normalizeClient } from './normalize-client'
export { type NormalizeOptions, normalizeToolResult } from './normalize-tool-result'
export { type NormalizeTransportOptions, normalizeTransport, type TransportLike } from './normalize-transport'
export { readToolResult } from './read-tool-result'
export type { TextBlock, ToolResult } from './tool-result'
export { writeToolResult } from './write-tool-result'
