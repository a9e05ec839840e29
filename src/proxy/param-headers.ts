import { isJsonObject, type JsonObject, type JsonValue } from '../core/json'
import { encoded } from './request-headers'

/** An argument that a tool wants to have repeated in a header. */
interface RepeatedArgument {
  readonly header: string
  readonly path: readonly string[]
}

/** The arguments that tools want to have repeated in headers, by the protocol of 2026-07-28. */
export class ParamHeaders {
  readonly #byTool = new Map<string, readonly RepeatedArgument[]>()

  /** Learns from the answer to `tools/list`. */
  learn(result: JsonValue | undefined): void {
    if (!isJsonObject(result) || !Array.isArray(result.tools)) return
    for (const tool of result.tools) {
      if (isJsonObject(tool) && typeof tool.name === 'string') {
        this.#byTool.set(tool.name, argumentsIn(tool.inputSchema, []))
      }
    }
  }

  /** The headers of a call. */
  headersFor({ name, arguments: args }: JsonObject): Record<string, string> {
    const repeated = (typeof name === 'string' ? this.#byTool.get(name) : undefined) ?? []
    return Object.fromEntries(
      repeated.flatMap(({ header, path }) => {
        const value = path.reduce<JsonValue | undefined>(
          (at, key) => (isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined),
          args,
        )
        const text = textOf(value)
        return text === undefined ? [] : [[`mcp-param-${header.toLowerCase()}`, encoded(text)]]
      }),
    )
  }
}

function argumentsIn(schema: JsonValue | undefined, path: readonly string[]): RepeatedArgument[] {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return []
  return Object.entries(schema.properties).flatMap(([key, inner]) => {
    const here = [...path, key]
    const header = isJsonObject(inner) ? inner['x-mcp-header'] : undefined
    const isName = typeof header === 'string' && /^[!#$%&'*+.^_`|~\w-]+$/.test(header)
    return [...(isName ? [{ header, path: here }] : []), ...argumentsIn(inner, here)]
  })
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined
}
