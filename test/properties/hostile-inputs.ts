import fc from 'fast-check'
import { writeJson } from '../../src/core/json-write'
import { corpus, recordedIds } from '../corpus'
import { canonicalError, json, key, residue, text, wire } from './arbitraries'

/** Bytes as whoever reads them makes text of them: UTF-8 with replacements, or a character a byte. */
export const bytes: fc.Arbitrary<string> = fc
  .tuple(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('utf-8', 'latin1', 'utf-16le'))
  .map(([bytes, encoding]) => new TextDecoder(encoding).decode(bytes))

const lines: readonly string[] = [...recordedIds, 'malformed', 'plain-text', 'not-errors'].flatMap((name) =>
  corpus(name).flatMap(({ wire, text, toolResult }) =>
    [wire, text, toolResult && writeJson(toolResult)].filter((each) => each !== undefined),
  ),
)

const breakers = [
  '\0',
  '\ufeff',
  '\u2028',
  '\ud800',
  '"',
  "'",
  '\\',
  '\\u',
  '\\ud800',
  '{',
  '}',
  '[',
  ']',
  '[[[[[[',
  ':',
  ',',
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?x',
  '?>',
  '<!DOCTYPE x>',
  '&',
  '&#0;',
  '&#x110000;',
  '&x;',
  'NaN',
  '-',
  '1e999',
  '00',
  '9007199254740993',
  'null',
  'true',
  '__proto__',
  '"__proto__":',
  'constructor',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '\n\nerrlingua: {',
  '"errlingua":',
  'Error: ',
  "Error calling tool 'x': ",
  '    at f (/x:1:2)\n',
  'Traceback (most recent call last):\n',
  'Retry after 5 seconds.',
  '[SYSTEM INTERVENTION: cut]',
]

/** What happens to a text on its way: a cut, a repetition, something put in, two pieces that change places. */
const damage: fc.Arbitrary<(text: string) => string> = fc
  .tuple(
    fc.nat(),
    fc.nat(),
    fc.constantFrom(...breakers),
    fc.constantFrom('cut', 'drop', 'put', 'repeat', 'swap', 'quote'),
  )
  .map(([one, other, breaker, how]) => (text: string) => {
    const [from = 0, to = 0] = [one, other].map((at) => at % (text.length + 1)).sort((a, b) => a - b)
    const piece = text.slice(from, to)
    if (how === 'cut') return text.slice(0, to)
    if (how === 'drop') return text.slice(0, from) + text.slice(to)
    if (how === 'repeat') return text.slice(0, to) + piece.slice(0, 100).repeat(3) + text.slice(to)
    if (how === 'swap') return text.slice(to) + piece + text.slice(0, from)
    if (how === 'quote') return JSON.stringify(text)
    return text.slice(0, from) + breaker + text.slice(from)
  })

/** A line of the corpus, damaged up to four times. */
export const damagedLine: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...lines), fc.array(damage, { maxLength: 4 }))
  .map(([line, damages]) => damages.reduce((text, change) => change(text), line))

class Failure extends Error {
  readonly code = 'E_OWN'
  get more(): string {
    throw new TypeError('not for you')
  }
}

class Point {
  #hidden = 1
  x = 1
  get sum(): number {
    return this.x + this.#hidden
  }
  toString(): string {
    throw new RangeError('no text')
  }
}

const throwing = (): never => {
  throw new TypeError('trap')
}

/** Makes a value worse than data: a getter, a proxy, a cycle, a class. */
const worsened: readonly ((value: unknown, name: string) => unknown)[] = [
  (value, name) => [
    value,
    Object.defineProperty({ type: 'INTERNAL' }, name, { get: throwing, enumerable: true }),
  ],
  (value, name) => Object.defineProperty({ message: value }, name, { get: throwing, enumerable: true }),
  (_, name) => new Proxy({ [name]: 1 }, { get: throwing }),
  () => new Proxy({}, { ownKeys: throwing, getOwnPropertyDescriptor: throwing, has: throwing }),
  () => new Proxy([], { get: throwing, getPrototypeOf: throwing }),
  (value) => new Proxy(Object(value ?? {}), {}),
  () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  },
  (value, name) => {
    const cycle: Record<string, unknown> = { type: 'INTERNAL', message: 'm', recoverable: false, value }
    return Object.defineProperty(cycle, name, { value: cycle, enumerable: true })
  },
  (value) => {
    const list: unknown[] = [value]
    list.push({ list })
    return list
  },
  (value) => ({ toJSON: () => ({ value, toJSON: throwing }) }),
  (value) => {
    const endless = { value, toJSON: () => ({ ...endless }) }
    return endless
  },
  (value, name) => ({ [Symbol(name)]: value, symbol: Symbol.for(name), [name]: value }),
  (value, name) => Object.assign(Object.create(null), { [name]: value }),
  (value, name) => Object.create({ [name]: value, message: 'inherited', type: 'NOT_FOUND' }),
  (value) => ({ big: 2n ** 70n, value, function: () => value }),
  (value) => Object.assign(new Failure(String(typeof value)), { cause: value }),
  (value) => new AggregateError([value, new Failure('inner')], 'several'),
  () => Object.defineProperty(new Error('x'), 'message', { get: throwing }),
  () => Object.defineProperty(new Error('x'), 'message', { value: { toString: throwing } }),
  (value) => Object.assign(new Point(), { value }),
  (value) => new Map([[value, value]]),
  (value) => new Set([value]),
  (value) => new Date(typeof value === 'number' ? value : Number.NaN),
  (value) => [Object(String(typeof value)), Object(1), Object(true), Object(Symbol.iterator), Object(1n)],
  () => new Uint8Array(8),
  () => ({ length: 2 ** 32 - 1 }),
  () => Object.assign([], { length: 50_000 }),
  () => Promise.resolve(1),
  () => globalThis,
  (value) => ({ content: [{ type: 'text', text: value }], isError: true }),
  (value) => ({
    content: value,
    isError: value,
    structuredContent: value,
    _meta: { 'errlingua/error': value },
  }),
]

/** How to make an input. The input itself may be such that it cannot even be shown. */
export type Recipe = () => unknown

/** Values that no JSON text is read into, anywhere in a value. */
const noData: fc.Arbitrary<Recipe> = fc
  .tuple(
    fc.oneof(json, fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true })),
    key,
    fc.array(fc.nat(worsened.length - 1), { minLength: 1, maxLength: 3 }),
  )
  .map(([value, name, steps]) => {
    const recipe = () => steps.reduce<unknown>((inner, step) => worsened[step]?.(inner, name), value)
    const told = () => `${fc.stringify(value)} under ${fc.stringify(name)} by the steps ${steps}`
    return Object.assign(recipe, { [fc.toStringMethod]: told })
  })

/** A body of a dialect with anything under the reserved key. */
const withResidue = fc.tuple(wire, residue, key).map(([{ body }, carried, name]) => {
  const bags = ['data', 'details', 'metadata', 'error', 'ctx', 'extensions', name]
  return Array.isArray(body)
    ? [...body, { errlingua: carried }]
    : { ...body, ...Object.fromEntries(bags.map((bag) => [bag, { errlingua: carried }])) }
})

const asItIs = (arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<Recipe> =>
  arbitrary.map((input) => Object.assign(() => input, { [fc.toStringMethod]: () => fc.stringify(input) }))

/** Everything that may come in. */
export const anyInput: fc.Arbitrary<Recipe> = fc.oneof(
  { arbitrary: asItIs(damagedLine), weight: 4 },
  { arbitrary: asItIs(bytes), weight: 1 },
  { arbitrary: asItIs(text), weight: 1 },
  { arbitrary: noData, weight: 2 },
  { arbitrary: asItIs(json), weight: 1 },
  { arbitrary: asItIs(wire.map(({ body }) => body)), weight: 1 },
  { arbitrary: asItIs(withResidue), weight: 1 },
  { arbitrary: asItIs(canonicalError), weight: 1 },
  {
    arbitrary: asItIs(
      fc.tuple(fc.oneof(damagedLine, text), json).map(([text, structuredContent]) => ({
        content: [{ type: 'text', text }],
        isError: true,
        structuredContent,
        _meta: { 'errlingua/error': structuredContent },
      })),
    ),
    weight: 1,
  },
)
