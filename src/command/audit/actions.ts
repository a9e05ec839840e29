import type { Action } from '../../index'

/** Every action in words, from what a program can do by itself to what nobody can. */
export const actionWords: Readonly<Record<Action, string>> = {
  retry: 'retry',
  wait: 'wait',
  fix_input: 'fix input',
  work_around: 'work around',
  ask: 'ask a person',
  give_up: 'give up',
  go_on: 'go on',
}

/** The actions in that order. */
export const actions = Object.keys(actionWords) as readonly Action[]

/** Whether a text names an action. */
export function isAction(text: string): text is Action {
  return Object.hasOwn(actionWords, text)
}
