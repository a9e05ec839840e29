import { isJsonObject } from '../core/json'

/** A tool as `tools/list` has it. */
export interface ListedTool {
  name: string
  outputSchema?: unknown
}

/** What is known of a server's tools. */
export class ListedTools {
  readonly #schemas = new Map<string, unknown>()
  #isComplete: boolean

  /** @param tools all of the server's tools, where they are known */
  constructor(tools?: readonly ListedTool[]) {
    this.#isComplete = tools !== undefined
    for (const { name, outputSchema } of tools ?? []) this.#schemas.set(name, outputSchema)
  }

  /** Learns from an answer to `tools/list`; its first page replaces what was known. */
  learn(answer: unknown, isFirstPage: boolean): void {
    if (!isJsonObject(answer) || !Array.isArray(answer.tools)) return
    if (isFirstPage) this.#schemas.clear()
    this.#isComplete = true
    for (const tool of answer.tools) {
      if (isJsonObject(tool) && typeof tool.name === 'string') this.#schemas.set(tool.name, tool.outputSchema)
    }
  }

  /** The schema that a tool declares, or undefined; for a tool that is not known, `true` where that is to be feared. */
  outputSchemaOf(tool: string | undefined, isToBeFeared: boolean): unknown {
    if (tool !== undefined && this.#schemas.has(tool)) return this.#schemas.get(tool)
    return isToBeFeared && !this.#isComplete ? true : undefined
  }
}
