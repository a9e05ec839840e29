import { escapeText } from '../../core/xml'

const notice = /\n\n(\[SYSTEM INTERVENTION[^\]]{0,1000}\])$/

/**
 * The document that Fusion's payload limiter cut, with its elements closed and the limiter's notice as text at its
 * end; undefined where the limiter was not at work.
 */
export function completeCut(text: string): string | undefined {
  const match = notice.exec(text.slice(-1100))
  const [tail, remark] = match ?? []
  if (tail === undefined || remark === undefined) return undefined
  const { end, open } = openElements(text.slice(0, -tail.length))
  const closing = open.reverse().map((name) => `</${name}>`)
  const root = closing.pop()
  if (root === undefined) return undefined
  const kept = text.slice(0, end).replace(/&[a-z#0-9]{0,8}$/, '')
  return [`${kept}${closing.join('\n')}`, escapeText(remark), root].join('\n')
}

/** The elements that are open where a text ends, and where its last whole tag or text ends. */
function openElements(text: string): { end: number; open: string[] } {
  const open: string[] = []
  let at = text.indexOf('<')
  while (at !== -1) {
    const end = text.indexOf('>', at)
    if (end === -1) return { end: at, open }
    const [, slash, name = ''] = /^<(\/?)([\w.-]+)/.exec(text.slice(at, at + 100)) ?? []
    if (slash === '/') open.pop()
    else if (text[end - 1] !== '/') open.push(name)
    at = text.indexOf('<', end)
  }
  return { end: text.length, open }
}
