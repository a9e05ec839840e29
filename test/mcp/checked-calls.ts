import { expect } from 'vitest'
import { advise } from '../../src/index'
import { readToolResult } from '../../src/mcp/index'
import { type Result, type TestClient, toolsOf } from './connections'

/** Whether a tool of the test servers gives a success. */
export const isSuccess = (name: string) => /^ok|^needs_input/.test(name)
const formats = ['json', 'both', 'markdown']

/** Every tool of a server, each with the arguments that it is to be called with. */
export async function callsOf(kind: string): Promise<{ name: string; arguments: Record<string, unknown> }[]> {
  const tools = await toolsOf(kind)
  return tools.flatMap(({ name }) =>
    kind === 'toolerror-v1'
      ? formats.map((format) => ({ name, arguments: { format } }))
      : [{ name, arguments: {} }],
  )
}

type Params = Parameters<TestClient['callTool']>[0]

const asked = new WeakMap<TestClient, Map<string, Promise<Result>>>()

/** What a server answers to a plain client, which is asked only once: the tools answer the same each time. */
function rawOf(plain: TestClient, params: Params): Promise<Result> {
  const answers = asked.get(plain) ?? new Map<string, Promise<Result>>()
  asked.set(plain, answers)
  const key = JSON.stringify(params)
  const answer = answers.get(key) ?? plain.callTool(params)
  answers.set(key, answer)
  return answer
}

/** Every tool's error arrives in the target dialect and asks for the same; every success arrives as it was. */
export async function check(
  kind: string,
  plain: TestClient,
  normalized: TestClient,
  to: string,
): Promise<void> {
  for (const params of await callsOf(kind)) {
    const [raw, result] = await Promise.all([rawOf(plain, params), normalized.callTool(params)])
    const label = `${params.name} ${JSON.stringify(params.arguments)}`
    if (isSuccess(params.name)) {
      expect(JSON.stringify(result), label).toBe(JSON.stringify(raw))
      continue
    }
    const [before, after] = [readToolResult(raw), readToolResult(result)]
    expect(before?.origin?.dialect, label).toBe(kind)
    expect(after?.origin?.dialect, label).toBe(to)
    expect(after?.message, label).toBe(before?.message)
    expect(after && advise(after), label).toEqual(before && advise(before))
    // Pydantic-style servers set no flag where the error is alone, and a warning is no failure, but where only the flag
    // tells it from a success.
    const isAlone = Array.isArray(result.content) && result.content.length === 1
    const isRemark = after?.severity === 'warning' && !['fastapi', 'text'].includes(to)
    const isUnsaid = isRemark || (to === 'pydantic' && isAlone)
    expect(result.isError ?? false, label).toBe(!isUnsaid)
  }
}
