// NDJSON as it stands in logs, for the benchmark of `convert`: the errors that real producers sent, again and again with
// other values. The same in every run.
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'

const corpus = new URL('../test/fixtures/corpus/', import.meta.url)

/** What the producers of a dialect sent, each case with its error on one line. */
function casesOf(dialect) {
  const lines = readFileSync(new URL(`${dialect}.ndjson`, corpus), 'utf8')
    .trim()
    .split('\n')
  return lines
    .map((line) => JSON.parse(line))
    .flatMap(({ wire, tags = [] }) => {
      const value = parsed(wire)
      if (value === undefined) return []
      return [{ line: /^[<\n]|\n./.test(wire) ? JSON.stringify(value) : wire.trim(), value, tags }]
    })
}

/** The value that a text is; XML is one as a JSON string. */
function parsed(wire) {
  if (wire.startsWith('<')) return wire
  try {
    return JSON.parse(wire)
  } catch {
    return undefined
  }
}

/** All cases but those with a message of 50 kB, which would weigh more than all the others. */
export const isUsual = ({ line }) => line.length < 4096

const isWords = (text) => /^[^\s{}[\]<>\p{C}][^{}[\]<>\p{C}]*$/u.test(text)

/**
 * Whether a case is an error of every day: a code that its dialect knows, a message of words on one line, and details that
 * are flat. Two in five of the corpus are others, to see that nothing is lost in them; in a log they are rare.
 */
export function isEveryday({ line, value, tags }) {
  const { message, data, details = data, metadata = details } = value.error?.message ? value.error : value
  const members = Object.entries(metadata ?? {})
  return (
    isUsual({ line }) &&
    !tags.includes('custom-type') &&
    typeof message === 'string' &&
    isWords(message) &&
    members.every(([name, each]) => /^[a-z]\w*$/i.test(name) && isScalar(each) && isWaitIfAny(name, each))
  )
}

const isScalar = (value) => value === null || typeof value !== 'object'
const isWaitIfAny = (name, value) => !/^retry/.test(name) || /^\d/.test(value)

/** Writes a file with so many errors of the dialects, all of the cases that are taken equally often, each time with other values. */
export function writeLines(file, dialects, count, isTaken) {
  const random = randomNumbers()
  return writeCases(file, dialects, count, isTaken, random, (line) => varied(line, random))
}

/** The same with every case as it was sent. */
export function writeRepeatedLines(file, dialects, count, isTaken) {
  return writeCases(file, dialects, count, isTaken, randomNumbers(), (line) => line)
}

async function writeCases(file, dialects, count, isTaken, random, anew) {
  const cases = dialects.flatMap(casesOf).filter(isTaken)
  const out = createWriteStream(file)
  for (let written = 0; written < count; ) {
    let piece = ''
    for (; written < count && piece.length < 2 ** 18; written++)
      piece += `${anew(cases[below(random, cases.length)].line)}\n`
    if (!out.write(piece)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'close')
}

/** A generator of numbers from 0 up to 1 that gives the same ones each time (Park and Miller's). */
function randomNumbers() {
  let state = 20_261_116
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const below = (random, end) => Math.floor(random() * end)

// Strings with what follows them, and numbers.
const values = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*/g
// What is looked at one by one within a string: escapes, times, hosts with their ports, waits, words, and digits.
const parts =
  /\\u[\dA-Fa-f]{4}|\\.|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d|[\w-]+(?:\.[\w-]+)*:\d+|\d+(?:\.\d+){3}|(?:\d[\d.]*(?:h|m|s|ms|µs))+\b|[A-Za-z]+\d*|\d+/g
const people = ['alice', 'bob', 'carol', 'dmitri', 'erin', 'frank']
const others = ['ana', 'benedikt', 'chiamaka', 'dae-jung', 'esra', 'fatoumata', 'gil', 'hiroko', 'ines', 'jo']

/**
 * The same error another time: ids, counts, times and people are others. Hosts, statuses and how long to wait stay: of those a
 * fleet has few.
 */
function varied(line, random) {
  let name = ''
  return line.replace(values, (all, text, colon) => {
    if (colon) {
      name = text
      return all
    }
    if (/status|retry/i.test(name)) return all
    return text === undefined
      ? otherDigits(all, random)
      : text.replace(parts, (part) => otherPart(part, random))
  })
}

function otherPart(part, random) {
  if (people.includes(part)) return others[below(random, others.length)]
  if (/^\d+$/.test(part)) return otherDigits(part, random)
  const isTime = /^\d{4}-\d\d-/.test(part)
  return isTime ? new Date(1.76e12 + below(random, 3e10)).toISOString().slice(0, 19) : part
}

/** As many digits, and zeros where there were zeros, so that a number stays one. */
function otherDigits(text, random) {
  return text.replace(/[1-9]/g, () => String(1 + below(random, 9)))
}
