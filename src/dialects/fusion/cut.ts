import { escapeText } from '../../core/xml'

const notice = '[SYSTEM INTERVENTION'
const longestNotice = 1100

/**
 * The document that Fusion's payload limiter cut, with its elements closed and the limiter's notice as text at its
 * end; undefined where the limiter was not at work.
 */
export function completeCut(text: string): string | undefined {
  const remark = noticeAtEnd(text)
  if (remark === undefined) return undefined
  const { end, open } = openElements(text.slice(0, -`\n\n${remark}`.length))
  const closing = open.reverse().map((name) => `</${name}>`)
  const root = closing.pop()
  if (root === undefined) return undefined
  const kept = text.slice(0, end).replace(/&[a-z#0-9]{0,8}$/, '')
  return [`${kept}${closing.join('\n')}`, escapeText(remark), root].join('\n')
}

/** The limiter's notice, which is the last thing in a text and has no other bracket in it. */
function noticeAtEnd(text: string): string | undefined {
  if (!text.endsWith(']')) return undefined
  const tail = text.slice(-longestNotice, -1)
  const at = tail.indexOf(`\n\n${notice}`, tail.lastIndexOf(']') + 1)
  return at === -1 ? undefined : `${tail.slice(at + 2)}]`
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
