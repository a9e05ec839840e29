import { type Envelope, EnvelopeScanner, envelopesOf } from './envelope'
import { LineFramer } from './line-framer'
import { textAheadIn } from './plain-success'
import type { ReadAhead } from './read-ahead'
import type { Relay } from './relay'
import type { Taken } from './taken'
import type { TextAhead } from './text-ahead'
import type { SeenText } from './text-scan'

/** Lines for both sides; a line for a client that does not need whole ones may be several pieces. */
interface Lines {
  client: Buffer[]
  server: Buffer[]
}

/** Where a piece of what one side says goes. */
export type Pass = (lines: Readonly<Lines>) => Taken

/** Reads what one side says, line by line, and passes it on as fast as it is taken. */
export async function pump(
  sender: 'client' | 'server',
  source: ReadAhead,
  relay: Relay,
  maxMessage: number,
  pass: Pass,
): Promise<void> {
  let lines: Lines = { client: [], server: [] }
  let scanner: EnvelopeScanner | undefined
  let ahead: TextAhead | undefined

  const take = (line: Buffer, seen: SeenText | undefined): void => {
    if (sender === 'server') {
      lines.client.push(relay.fromServer(line, seen))
    } else {
      lines.server.push(relay.fromClient(line))
    }
  }
  const refuse = (envelopes: readonly Envelope[]): void => {
    for (const { to, line } of relay.refused(envelopes, sender, maxMessage)) lines[to].push(line)
  }
  const takeOrRefuse = (line: Buffer): void => {
    const seen = ahead?.seen
    ahead = undefined
    if (lengthOf(line) > maxMessage) refuse(envelopesOf(line))
    else take(line, seen)
  }
  // The end of a line is not of its message.
  const framer = new LineFramer(maxMessage + longestEnd, {
    line: takeOrRefuse,
    piece(bytes, isFirst) {
      if (isFirst) ahead = sender === 'server' ? textAheadIn(bytes) : undefined
      else ahead?.push(bytes)
    },
    inPieces(pieces, last) {
      const short = relay.needsWholeLines ? undefined : ahead?.shortened(last)
      const isTooLong = pieces.reduce((sum, { length }) => sum + length, 0) > maxMessage
      const passes = short && !isTooLong ? relay.passesUnread(short.line, short.seen) : undefined
      if (passes === undefined) return false
      ahead = undefined
      if (passes) lines.client.push(...pieces)
      return true
    },
    tooLong(piece, isEnd) {
      ahead = undefined
      scanner ??= new EnvelopeScanner()
      scanner.push(piece)
      if (!isEnd) return
      refuse(scanner.envelopes())
      scanner = undefined
    },
  })
  const passOn = (): Taken => {
    if (lines.client.length === 0 && lines.server.length === 0) return undefined
    const passing = lines
    lines = { client: [], server: [] }
    return pass(passing)
  }

  await source.read((chunk) => {
    framer.push(chunk)
    return passOn()
  })
  const last = lastLineOf(framer)
  if (last) takeOrRefuse(last)
  await passOn()
}

const lineFeed = Buffer.from('\n')
const longestEnd = 2

/** The length of a line without its end, LF or CRLF. */
function lengthOf(line: Buffer): number {
  const end = line.length - 1
  return line[end - 1] === 0x0d ? end - 1 : end
}

/** What stands behind the last line feed: a message if it is whole, and nothing if it was cut. */
function lastLineOf(framer: LineFramer): Buffer | undefined {
  const rest = framer.rest()
  if (!rest) return undefined
  try {
    JSON.parse(rest.toString('utf8'))
    return Buffer.concat([rest, lineFeed])
  } catch {
    return undefined
  }
}
