import { rootOf } from '../../core/codes'
import { plainText } from '../../core/dialect'
import type { Action, CanonicalCode } from '../../index'
import { Examples } from './examples'
import type { CodeReport, LossReport, ServerReport, Totals } from './report'
import type { ErrorSeen } from './sighting'
import { byName, Tally } from './tally'

// There are many codes and many servers; of each code of each server only so many native ones are told apart.
const mostNatives = 100

/** What is counted of one server, or of all of them. */
export class Counts {
  #results = 0
  #errors = 0
  #unrecorded = 0
  readonly #dialects = new Tally()
  readonly #actions = new Tally()
  readonly #tools = new Tally()
  readonly #codes = new Map<CanonicalCode, { errors: number; actions: Tally; natives: Tally }>()
  #unstructured = 0
  #recognised = 0
  #measured = 0
  #losing = 0
  readonly #targets = new Tally()
  readonly #paths = new Tally()
  readonly #examples: Examples

  constructor(mostExamples: number) {
    this.#examples = new Examples(mostExamples)
  }

  addSuccess(): void {
    this.#results++
  }

  addError(error: ErrorSeen): void {
    const { dialect, tool, action, message, lost, isRecorded } = error
    this.#errors++
    if (isRecorded) this.#results++
    else this.#unrecorded++
    this.#dialects.add(dialect)
    this.#actions.add(action)
    if (tool !== undefined) this.#tools.add(tool)
    this.#addCode(error)
    if (dialect === plainText) {
      this.#unstructured++
      if (error.code === 'unknown') this.#examples.add(message, tool)
      else this.#recognised++
    }
    if (lost) this.#addLosses(lost)
  }

  #addCode({ code, action, native }: ErrorSeen): void {
    const held = this.#codes.get(code) ?? { errors: 0, actions: new Tally(), natives: new Tally(mostNatives) }
    held.errors++
    held.actions.add(action)
    if (native !== undefined) held.natives.add(native)
    this.#codes.set(code, held)
  }

  #addLosses({ to, paths }: NonNullable<ErrorSeen['lost']>): void {
    this.#measured++
    this.#targets.add(to)
    if (paths.length > 0) this.#losing++
    for (const path of paths) this.#paths.add(path)
  }

  totals(): Totals {
    return {
      results: this.#unrecorded > 0 ? null : this.#results,
      errors: this.#errors,
      dialects: this.#dialects.rows().map(({ name, count }) => ({ dialect: name, errors: count })),
      actions: actionRows(this.#actions),
      codes: this.#codeRows(),
      unstructured: { errors: this.#unstructured, recognised: this.#recognised },
      losses: this.#lossReport(),
    }
  }

  ofServer(server: string): ServerReport {
    return {
      server,
      ...this.totals(),
      tools: this.#tools.rows().map(({ name, count }) => ({ tool: name, errors: count })),
      examples: this.#examples.rows(),
    }
  }

  #codeRows(): CodeReport[] {
    return [...this.#codes]
      .map(([code, { errors, actions, natives }]) => ({
        code,
        root: rootOf(code),
        errors,
        actions: actionRows(actions),
        native: natives.rows().map(({ name, count }) => ({ code: name, errors: count })),
      }))
      .sort((a, b) => b.errors - a.errors || byName(a.code, b.code))
  }

  #lossReport(): LossReport | null {
    if (this.#measured === 0) return null
    return {
      to: this.#targets.rows().map(({ name }) => name),
      measured: this.#measured,
      losing: this.#losing,
      paths: this.#paths.rows().map(({ name, count }) => ({ path: name, errors: count })),
    }
  }
}

function actionRows(tally: Tally): { action: Action; errors: number }[] {
  return tally.rows().map(({ name, count }) => ({ action: name as Action, errors: count }))
}
