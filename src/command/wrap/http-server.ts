import {
  isA,
  type Layout,
  layoutOf,
  listText,
  type Member,
  membersIn,
  objectText,
  stringIn,
  valueIn,
  withMemberBehind,
  withMembersFor,
  withOnlyMembers,
  without,
  withValue,
} from './json-text'
import { optionWords, proxyWordsFor, type Wrapping } from './proxy-words'

/** What clients call the address of a server: Gemini `httpUrl`, Windsurf `serverUrl`, all others `url`. */
export const addressNames: readonly string[] = ['url', 'httpUrl', 'serverUrl']

/** What clients call the transport of a server: Cline `transportType`, others `transport`, most `type`. */
export const typeNames: readonly string[] = ['type', 'transportType', 'transport']

/** Where the proxy finds the headers: not among its arguments, which every user of a machine can see. */
const headersVariable = 'ERRLINGUA_HEADERS'

/**
 * Where the members that the proxy has replaced are kept for the way back: as JSON, with `true` for those that stand
 * elsewhere in the entry, as the headers do.
 */
const wrappedVariable = 'ERRLINGUA_WRAPPED'

export const ownVariables: readonly string[] = [headersVariable, wrappedVariable]

/** The entry of a server that has an address, as one that starts the proxy, which speaks to that address. */
export function wrapHttp(name: string, entry: string, addressName: string, wrapping: Wrapping): string {
  const layout = layoutOf(entry)
  const address = stringIn(valueIn(entry, addressName)) ?? ''
  const [program, ...words] = [...proxyWordsFor(wrapping, name), ...optionWords('url', address)]
  const headers = valueIn(entry, 'headers')
  const variables = [...headersMember(headers), [wrappedVariable, JSON.stringify(recordOf(entry))] as const]
  const command: readonly Member[] = [
    ['command', JSON.stringify(program)],
    ['args', listText(quoted(words), layout)],
  ]

  const typed = typeNames.reduce((object, each) => withValue(object, each, '"stdio"'), entry)
  const started = withMembersFor(typed, addressName, command)
  const env = valueIn(entry, 'env')
  if (env !== undefined) {
    return withValue(without(started, 'headers'), 'env', withVariables(env, variables, layout))
  }
  const added: Member = ['env', objectText(variables, layoutLike(headers, layout))]
  return headers === undefined
    ? withMemberBehind(started, 'args', added)
    : withMembersFor(started, 'headers', [added])
}

/** The same entry as it was; what was added to it since stays, the headers that stand among the proxy's words included. */
export function unwrapHttp(entry: string, address: string, given: readonly string[] = []): string {
  const env = valueIn(entry, 'env')
  const variables = isA('object', env) ? membersIn(env) : []
  const variable = (name: string) => stringIn(variables.find(([each]) => each === name)?.[1])
  const record = membersIn(readRecord(variable(wrappedVariable)) ?? guessedRecord(entry))
  const recorded = (name: string) => record.find(([each]) => each === name)?.[1]

  const addressName = addressNames.find((name) => recorded(name) !== undefined) ?? 'url'
  const typed = typeNames.reduce((object, each) => withValue(object, each, recorded(each)), entry)
  const addressed = withMembersFor(without(typed, 'args'), 'command', [
    [addressName, JSON.stringify(address)],
  ])
  const lines = [variable(headersVariable) ?? '', ...given].join('\n')
  const hasHeaders = recorded('headers') !== undefined || lines.trim() !== ''
  const headers = (layout: Layout): readonly Member[] =>
    hasHeaders ? [['headers', objectText(headersIn(lines), layout)]] : []

  const isEnvKept = recorded('env') !== undefined || variables.some(([name]) => !ownVariables.includes(name))
  const layout = layoutOf(entry)
  if (env === undefined) {
    return headers(layout).reduce(
      (object, member) => withMemberBehind(object, addressName, member),
      addressed,
    )
  }
  if (!isEnvKept) {
    return withMembersFor(addressed, 'env', headers(layoutLike(env, layout)))
  }
  const cleaned = withValue(addressed, 'env', ownVariables.reduce(without, env))
  const names = record.map(([name]) => name)
  const before = names.slice(0, Math.max(names.indexOf('headers'), 0))
  const there = new Set(membersIn(cleaned).map(([name]) => name))
  const neighbour = names.includes('headers') ? before.findLast((name) => there.has(name)) : addressName
  return headers(layout).reduce((object, member) => withMemberBehind(object, neighbour, member), cleaned)
}

function quoted(words: readonly string[]): readonly string[] {
  return words.map((word) => JSON.stringify(word))
}

/** An object that stood on one line is replaced by one on one line. */
function layoutLike(object: string | undefined, layout: Layout): Layout {
  return isA('object', object) && membersIn(object).length > 0 && !object.includes('\n')
    ? layoutOf(object)
    : layout
}

function withVariables(env: string, variables: readonly Member[], layout: Layout): string {
  const last = membersIn(env).at(-1)?.[0]
  if (last === undefined) return withOnlyMembers(env, variables, layout)
  return variables.reduceRight((object, variable) => withMemberBehind(object, last, variable), env)
}

/** The record for the way back. With an `env` of its own, only the names of all members say where `headers` stood. */
function recordOf(entry: string): string {
  const texts = [...addressNames, ...typeNames]
  const members = membersIn(entry)
  const isWhole = members.some(([name]) => name === 'env')
  return `{${members
    .filter(([name]) => isWhole || name === 'headers' || texts.includes(name))
    .map(([name, value]) => {
      return `${JSON.stringify(name)}:${texts.includes(name) ? JSON.stringify(stringIn(value)) : 'true'}`
    })
    .join(',')}}`
}

/** The record, unless somebody has broken it. */
function readRecord(text: string | undefined): string | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? text : undefined
  } catch {
    return undefined
  }
}

function guessedRecord(entry: string): string {
  return valueIn(entry, 'type') === undefined ? '{"url":""}' : '{"type":"http","url":""}'
}

/** Why headers cannot be passed on, or undefined; no value is said, for it may be a secret. */
export function whyNoHeaders(headers: string): string | undefined {
  if (!isA('object', headers)) return 'its "headers" are no object.'
  for (const [name, text] of membersIn(headers)) {
    const value = stringIn(text)
    if (value === undefined) return 'its "headers" are not all texts.'
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return 'it has a header whose name is none in HTTP.'
    if (/[\r\n\0]/.test(value)) return `its header ${name} has more than one line.`
  }
  return undefined
}

/** The headers as an environment variable: one a line. None is no variable. */
function headersMember(headers: string | undefined): readonly Member[] {
  const members = headers === undefined ? [] : membersIn(headers)
  const lines = members.map(([name, text]) => `${name}: ${stringIn(text) ?? ''}`)
  return lines.length === 0 ? [] : [[headersVariable, JSON.stringify(lines.join('\n'))]]
}

function headersIn(lines: string): readonly Member[] {
  return lines
    .split('\n')
    .filter((line) => line.includes(':'))
    .map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at), JSON.stringify(line.slice(at + 1).replace(/^ /, ''))]
    })
}
