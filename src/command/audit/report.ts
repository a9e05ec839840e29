import type { Action, CanonicalCode } from '../../index'

/** What an audit found. This is also what `--json` prints. */
export interface Report {
  /** The dialect that losses were asked for; null where the log's own were taken. */
  readonly to: string | null
  /** How many documents were read. */
  readonly documents: number
  readonly unreadable: {
    readonly documents: number
    /** Where the first few stand. */
    readonly places: readonly { readonly place: string; readonly why: string }[]
  }
  /** The first and the last point in time that was named. */
  readonly period: { readonly from: string; readonly until: string } | null
  readonly fleet: Totals & { readonly servers: number }
  readonly servers: readonly ServerReport[]
}

/** What is counted of one server, or of all. */
export interface Totals {
  /**
   * Recorded results, successes and errors; null where any of the errors stood in none, as in a log, because then nobody
   * knows how many calls there were.
   */
  readonly results: number | null
  readonly errors: number
  readonly dialects: readonly { readonly dialect: string; readonly errors: number }[]
  readonly actions: readonly { readonly action: Action; readonly errors: number }[]
  readonly codes: readonly CodeReport[]
  /** Errors that were a text in no dialect, and those of them whose words said what they are. */
  readonly unstructured: { readonly errors: number; readonly recognised: number }
  /** Null where no error was measured. */
  readonly losses: LossReport | null
}

/** What one server does. */
export interface ServerReport extends Totals {
  readonly server: string
  readonly tools: readonly { readonly tool: string; readonly errors: number }[]
  /** Errors without structure that were not recognised. */
  readonly examples: readonly ExampleReport[]
}

/** The errors of one code. */
export interface CodeReport {
  readonly code: CanonicalCode
  readonly root: CanonicalCode
  readonly errors: number
  readonly actions: readonly { readonly action: Action; readonly errors: number }[]
  /** The server's own codes for it. */
  readonly native: readonly { readonly code: string; readonly errors: number }[]
}

/** What the errors that were measured lose. */
export interface LossReport {
  /** The dialects that they were measured for. */
  readonly to: readonly string[]
  readonly measured: number
  /** How many of them lose anything. */
  readonly losing: number
  readonly paths: readonly { readonly path: string; readonly errors: number }[]
}

/** A message that says too little. */
export interface ExampleReport {
  readonly message: string
  readonly tool: string | null
  /** How often it came, whatever the numbers in it. */
  readonly errors: number
}
