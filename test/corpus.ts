import { readFileSync } from 'node:fs'
import { readJson } from '../src/core/json-read'
import { defaultLimits } from '../src/core/limits'
import { type Dialect, dialects, type JsonObject, type JsonValue } from '../src/index'

/** One line of the corpus; see test/fixtures/README.md. */
export interface CorpusLine {
  id: string
  wire: string
  text?: string
  toolResult?: JsonObject
  http?: { status: number }
  loose?: string[]
  variant?: string
  wireParses?: boolean
  truth: {
    nativeCode: string | null
    message: string | null
    retryable: boolean | null
    temporary: boolean | null
    retryAfterSeconds: number | null
    severity: string | null
    recovery: string | null
    actions: string[] | null
    fields: { name: string; message: string }[] | null
    operation: string | null
    resource: string | null
    requestId: string | null
    timestamp: string | null
    httpStatus: number | null
    details: JsonValue
  }
}

/** The lines of a corpus file, with every number exact. */
export function corpus(name: string): CorpusLine[] {
  const file = new URL(`./fixtures/corpus/${name}.ndjson`, import.meta.url)
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => readJson(line, defaultLimits, true) as unknown as CorpusLine)
}

/** Any JSON text as exact data. */
export function exact(text: string): JsonValue {
  return readJson(text, defaultLimits, true)
}

/** The ids of the built-in dialects. */
export const dialectIds: readonly string[] = dialects.map(({ id }) => id)

/** Those that can be written. */
export const writableIds: readonly string[] = dialects
  .filter((dialect) => (dialect as Dialect).write !== undefined)
  .map(({ id }) => id)

/** Those with a corpus of what their real producers sent. */
export const recordedIds: readonly string[] = ['interbase', 'toolerror-v1', 'agentapi', 'fusion', 'pydantic']

/** How to read what was written in a dialect: a plain text does not tell that it is an error. */
export const hintFor = (dialect: string): { dialect?: string } => (dialect === 'text' ? { dialect } : {})

/** Like {@link hintFor}, for a translation. */
export const fromHint = (dialect: string): { from?: string } => (dialect === 'text' ? { from: dialect } : {})
