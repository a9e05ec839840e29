import type { CanonicalError } from './canonical-error'
import { type Action, codes, rootOf } from './codes'

/** What an agent should do about an error. */
export interface Advice {
  action: Action
  /** Seconds to wait first, where the error says so. */
  afterSeconds?: number
  /** How often to try at most. */
  maxAttempts?: number
  /** Why, in a plain sentence. */
  reason: string
}

/** Why each action is advised, in a sentence. */
export const reasons: Readonly<Record<Action, string>> = {
  retry: 'The same call may succeed later.',
  wait: 'It clashes with the present state: wait, or come to terms with whoever holds it.',
  fix_input: 'The call itself is wrong: correct it and call once more.',
  work_around: 'What was asked for is not there: use something else.',
  ask: 'A person has to grant, pay for or log in to something.',
  give_up: 'Nothing the caller can do will help: log it.',
  go_on: 'It is a remark, not a failure.',
}

const attempts: Readonly<Partial<Record<Action, number>>> = { retry: 3, wait: 3, fix_input: 1 }

/** What to do about an error: its own flags first, the defaults of its code where it has none. */
export function advise(error: CanonicalError): Advice {
  const action = actionFor(error)
  const advice: Advice = { action, reason: reasons[action] }
  const maxAttempts = attempts[action]
  if (maxAttempts !== undefined) advice.maxAttempts = maxAttempts
  if ((action === 'retry' || action === 'wait') && error.retryAfter !== undefined) {
    advice.afterSeconds = error.retryAfter
  }
  return advice
}

/** The action alone. */
export function actionFor({ code, severity, retryable }: CanonicalError): Action {
  if (severity === 'warning') return 'go_on'
  const { action } = codes[code]
  if (action === 'wait' || action === 'go_on') return action
  if (retryable ?? codes[code].retryable) return 'retry'
  // Said not to be worth repeating: what its root asks for, unless that is repeating.
  const rootAction = codes[rootOf(code)].action
  return rootAction === 'retry' ? 'give_up' : rootAction
}
