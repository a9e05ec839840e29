import { isAbsolute } from 'node:path'
import { addressNames, ownVariables, typeNames, unwrapHttp, whyNoHeaders, wrapHttp } from './http-server'
import {
  elementsIn,
  isA,
  layoutOf,
  membersIn,
  stringIn,
  valueIn,
  withFirstElements,
  withValue,
} from './json-text'
import {
  optionWords,
  proxyWordsFor,
  type ReadEntry,
  readWrapped,
  type WrappedServer,
  type Wrapping,
} from './proxy-words'
import { unwrapStdio, wrapStdio } from './stdio-server'

/** What becomes of an entry: its new text and what to know of it, or why it stays as it is. */
export type Outcome = { readonly entry: string; readonly note?: string } | { readonly leftBecause: string }

/** The entry of a server with the proxy before it; one that has it gets these options. */
export function wrapEntry(name: string, entry: string, wrapping: Wrapping): Outcome {
  if (!isA('object', entry)) return { leftBecause: 'it is no object.' }
  if (hasTwins(entry)) return { leftBecause: 'a member stands in it twice.' }
  const names = membersIn(entry).map(([each]) => each)
  const wrapped = wrappedIn(entry, wrapping.launcher)
  if (wrapped && 'strangeLauncher' in wrapped) return { leftBecause: whyStrange(wrapped.strangeLauncher) }
  if (wrapped) return { entry: rewrapped(name, entry, wrapped, wrapping) }

  const addresses = addressNames.filter((each) => names.includes(each))
  if (stringIn(valueIn(entry, 'command')) !== undefined && addresses.length === 0) {
    const args = valueIn(entry, 'args')
    if (args !== undefined && !isA('array', args)) return { leftBecause: 'its "args" are no list.' }
    return noted(wrapStdio(name, entry, wrapping))
  }
  const [address] = addresses
  if (address === undefined) return { leftBecause: 'it has neither a command nor an address.' }
  if (addresses.length > 1) return { leftBecause: 'it has more than one address.' }
  if (names.includes('command') || names.includes('args')) {
    return { leftBecause: 'it has both an address and a command.' }
  }
  const leftBecause = whyNotHttp(entry, address)
  return leftBecause === undefined ? noted(wrapHttp(name, entry, address, wrapping)) : { leftBecause }
}

/** The entry of a server without the proxy; one that has none is as it was. */
export function unwrapEntry(entry: string, launcher?: readonly string[]): Outcome {
  const wrapped = wrappedIn(entry, launcher)
  if (!wrapped) return { entry }
  if ('strangeLauncher' in wrapped) return { leftBecause: whyStrange(wrapped.strangeLauncher) }
  if (wrapped.url === undefined) return { entry: unwrapStdio(entry, wrapped) }
  const headers = wrapped.options.flatMap(({ name, value = '' }) => (name === 'header' ? [value] : []))
  return { entry: unwrapHttp(entry, wrapped.url, headers) }
}

function whyStrange(launcher: readonly string[]): string {
  const words = launcher.map((word) => (/^[^\s"']+$/.test(word) ? word : `'${word}'`)).join(' ')
  return `it starts errlingua by ${words}, and its server there; if that is as you want it, say --launcher "${words}".`
}

/** An entry that is wrapped, with what may keep it from starting. */
function noted(entry: string): Outcome {
  const env = valueIn(entry, 'env')
  const hasPath = isA('object', env) && membersIn(env).some(([name]) => name.toUpperCase() === 'PATH')
  const program = stringIn(valueIn(entry, 'command')) ?? ''
  if (!hasPath || isAbsolute(program)) return { entry }
  const note = `its "env" sets PATH, where ${program} and Node have to be found; --launcher can name both with their full paths.`
  return { entry, note }
}

const httpTypes: readonly string[] = ['http', 'streamable-http', 'streamableHttp', 'streamable_http']

/** With these, a client gets itself a token for each request, which it cannot do through the proxy. */
const signIns: readonly string[] = ['oauth', 'auth', 'authProviderType', 'headersHelper']

function whyNotHttp(entry: string, addressName: string): string | undefined {
  const address = stringIn(valueIn(entry, addressName))
  if (address === undefined) return 'its address is no text.'
  // A variable of the client may stand for any part of it.
  if (!/^https?:\/\/|\$\{/i.test(address)) return 'its address is not one of HTTP.'
  const typeName = typeNames.find((name) => valueIn(entry, name) !== undefined)
  const type = typeName === undefined ? undefined : stringIn(valueIn(entry, typeName))
  if (type === 'sse') return 'it speaks the old HTTP+SSE transport.'
  if (typeName !== undefined && !httpTypes.includes(type ?? '')) return `its "${typeName}" is not known.`
  const [path = ''] = address.split(/[?#]/, 1)
  if (typeName === undefined && addressName !== 'httpUrl' && /\/sse\/?$/.test(path)) {
    return 'by its address it speaks the old HTTP+SSE transport; if it does not, say "type": "http".'
  }
  const signIn = signIns.find((name) => valueIn(entry, name) !== undefined)
  if (signIn !== undefined) return `the client signs in to it ("${signIn}"), which the proxy cannot.`
  const headers = valueIn(entry, 'headers')
  const noHeaders = headers === undefined ? undefined : whyNoHeaders(headers)
  if (noHeaders !== undefined) return noHeaders
  const env = valueIn(entry, 'env')
  if (env !== undefined && !isA('object', env)) return 'its "env" is no object.'
  const variable = ownVariables.find((name) => env !== undefined && valueIn(env, name) !== undefined)
  return variable === undefined ? undefined : `its "env" has ${variable} already.`
}

/** What an entry says that starts our proxy. */
function wrappedIn(entry: string, launcher: readonly string[] | undefined): ReadEntry | undefined {
  return isA('object', entry) && !hasTwins(entry) ? readWrapped(wordsIn(entry), launcher) : undefined
}

/** Whether a name stands twice in an object: which of the two counts is the reader's choice. */
function hasTwins(object: string): boolean {
  const names = membersIn(object).map(([name]) => name)
  return new Set(names).size < names.length
}

/** The command and its arguments, as far as they are texts. */
function wordsIn(entry: string): readonly string[] {
  const args = valueIn(entry, 'args')
  const texts = [valueIn(entry, 'command'), ...(isA('array', args) ? elementsIn(args) : [])]
  const words: string[] = []
  for (const text of texts) {
    const word = stringIn(text)
    if (word === undefined) break
    words.push(word)
  }
  return words
}

/** A wrapped entry with other options; those of which nothing is said stay. */
function rewrapped(name: string, entry: string, wrapped: WrappedServer, wrapping: Wrapping): string {
  const args = valueIn(entry, 'args') ?? '[]'
  const before = wordsIn(entry).slice(0, wrapped.proxyWords)
  const hasArguments = wrapped.url === undefined && elementsIn(args).length > wrapped.proxyWords
  const words = [
    ...proxyWordsFor(wrapping, name, {
      before: wrapped,
      isServerFirst: wrapped.isServerFirst && wrapped.url === undefined && !hasArguments,
    }),
    ...(wrapped.url === undefined ? ['--'] : optionWords('url', wrapped.url)),
  ]
  if (JSON.stringify(words) === JSON.stringify(before)) return entry
  const [program, ...first] = words.map((word) => JSON.stringify(word))
  const started = withValue(entry, 'command', program ?? '""')
  return withValue(started, 'args', withFirstElements(args, wrapped.proxyWords - 1, first, layoutOf(entry)))
}
