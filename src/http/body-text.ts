/** How much of a body to read. */
export interface BodyLimits {
  /** Longest text, in UTF-16 code units. */
  maxLength: number
  /** Longest body, in bytes. */
  maxBytes?: number
  /** The characters that the text may begin with, white space aside. Without it, any. */
  openings?: string
  /** Ends the reading; what has come until then counts. */
  signal?: AbortSignal | undefined
}

/** What was read of a body. */
export interface BodyText {
  text: string
  /** Reading stopped at a limit, or at an opening that was not wanted. */
  isStopped: boolean
}

/**
 * Reads the text of a response and leaves the response readable. It never throws: a body that is used or locked reads
 * as empty, one that breaks off as what came before, and bytes that are not UTF-8 as U+FFFD.
 */
export async function readBodyText(
  response: Response,
  { maxLength, maxBytes = Number.POSITIVE_INFINITY, openings, signal }: BodyLimits,
): Promise<BodyText> {
  const decoder = decoderFor(response.headers)
  let text = ''
  let bytes = 0
  let hasBegun = openings === undefined
  try {
    const copy = response.clone().body
    if (!copy) return { text, isStopped: false }
    const reader = copy.getReader()
    const stop = () => void reader.cancel().catch(() => {})
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { text: text + decoder.decode(), isStopped: false }
      bytes += value.byteLength
      const piece = decoder.decode(value, { stream: true })
      const opening = hasBegun ? '' : piece.trimStart().charAt(0)
      hasBegun ||= opening !== ''
      const isUnwanted = opening !== '' && !openings?.includes(opening)
      text += piece
      if (bytes > maxBytes || text.length > maxLength || isUnwanted) {
        // Not awaited: cancelling a copy settles only once the original is done with, too.
        reader.cancel().catch(() => {})
        return { text: text.slice(0, maxLength), isStopped: true }
      }
    }
  } catch {
    return { text, isStopped: false }
  }
}

/** The decoder of the character set that a response declares, or of UTF-8. */
function decoderFor(headers: Headers): InstanceType<typeof TextDecoder> {
  const [, charset = 'utf-8'] = /charset\s*=\s*"?([\w.:-]+)/i.exec(headers.get('content-type') ?? '') ?? []
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
