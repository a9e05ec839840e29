import { failedStatus } from '../proxy/connection'

/** What the command's exit status says. */
export const exitCodes = { ok: 0, input: 1, usage: 2, loss: 3, server: failedStatus } as const

/** The same in words, for the help and the README. */
export const exitMeanings: readonly (readonly [status: string, meaning: string])[] = [
  [`${exitCodes.ok}`, 'done'],
  [
    `${exitCodes.input}`,
    'an input cannot be read, or is no error that can be read; a file cannot be written',
  ],
  [`${exitCodes.usage}`, 'the command was called wrongly'],
  [`${exitCodes.loss}`, 'something is lost, and --fail-on-loss was given'],
  [
    `${exitCodes.server}`,
    'proxy: the server cannot be started, or closed its output; the address cannot be listened on',
  ],
  ['any', "proxy: the server's own status, when it ended by itself"],
  ['128 + N', 'proxy: it, or the server by itself, was ended by signal N (130: SIGINT, 143: SIGTERM)'],
]
