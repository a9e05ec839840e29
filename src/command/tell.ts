import { visible } from './terminal'

/** Says a sentence on standard error, in one line, with nothing in it that a terminal would obey. */
export function tell(sentence: string): void {
  process.stderr.write(`errlingua: ${visible(sentence).replaceAll('\n', ' ')}\n`)
}
