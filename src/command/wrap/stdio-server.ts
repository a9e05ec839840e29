import {
  elementsIn,
  layoutOf,
  listText,
  valueIn,
  withFirstElements,
  withMemberBehind,
  without,
  withValue,
} from './json-text'
import { proxyWordsFor, type WrappedServer, type Wrapping } from './proxy-words'

/** The entry of a server that is a command, with the proxy before it. */
export function wrapStdio(name: string, entry: string, wrapping: Wrapping): string {
  const args = valueIn(entry, 'args')
  const isServerFirst = args !== undefined && elementsIn(args).length === 0
  const [program, ...words] = [...proxyWordsFor(wrapping, name, { isServerFirst }), '--']
  const first = [...words.map((word) => JSON.stringify(word)), valueIn(entry, 'command') ?? '""']
  const layout = layoutOf(entry)
  const started = withValue(entry, 'command', JSON.stringify(program))
  return args === undefined
    ? withMemberBehind(started, 'command', ['args', listText(first, layout)])
    : withValue(started, 'args', withFirstElements(args, 0, first, layout))
}

/** The same entry without the proxy. */
export function unwrapStdio(entry: string, { proxyWords, isServerFirst }: WrappedServer): string {
  const args = valueIn(entry, 'args') ?? '[]'
  const elements = elementsIn(args)
  // The first of the words is the program, which is no element.
  const restored = withValue(entry, 'command', elements[proxyWords - 1] ?? '""')
  if (elements.length === proxyWords && !isServerFirst) return without(restored, 'args')
  return withValue(restored, 'args', withFirstElements(args, proxyWords, [], layoutOf(entry)))
}
