import type { JsonValue } from '../json'
import { programs } from './phrases'
import { isSaid, kindOfName, looksIssued } from './secret-names'

// Behind these comes a user with a password.
const userOptions = /^(?:-u|--user|--proxy-user|-U)$/
const userAndPassword = /^[\w.@-]{1,64}:(?!\d{1,5}$)[^\s/]{3,}$/
// A password right behind the letter of its option; a port is none.
const joinedPassword = /^-[paP](?!\d{1,5}(?:\D|$))[^\s-]\S{2,}$/
// So far ahead the program is looked for: `sudo -u app mysql`.
const mostAhead = 8

/** Whether an item of the arguments that a program was started with is a secret, by those ahead of it. */
export function isSecretArgument(
  list: readonly JsonValue[],
  at: number,
  names: ReadonlySet<string>,
): boolean {
  const { [at]: item, [at - 1]: option } = list
  if (typeof item !== 'string') return false
  if (item.startsWith('-')) return joinedPassword.test(item.slice(0, 200)) && isOfProgram(list, at)
  if (typeof option !== 'string' || option.length > 100) return false
  if (userOptions.test(option)) return userAndPassword.test(item.slice(0, 200))
  if (!/^--?[A-Za-z][\w.-]*$/.test(option) || isSaid(item)) return false
  const kind = kindOfName(option, names)
  return kind === 'secret' || (kind === 'doubtful' && looksIssued(item))
}

/** Whether one of the first items is a program that takes a password so. */
function isOfProgram(list: readonly JsonValue[], at: number): boolean {
  return list
    .slice(0, Math.min(at, mostAhead))
    .some((each) => typeof each === 'string' && programs.test(each.slice(-40)))
}
