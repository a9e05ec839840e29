import type { ZodType } from 'zod'
import type { CanonicalError } from './canonical-error'
import { type CanonicalCode, isCanonicalCode } from './codes'
import type { JsonObject } from './json'
import type { JsonStyle } from './json-write'
import type { Limits } from './limits'
import type { Looks } from './looks'
import type { Notation, Shape } from './shape'
import type { ValueKind } from './value-pattern'

/** The id of the dialect of unstructured messages. */
export const plainText = 'text'

/** One row of a dialect's code table. */
export type CodeRow = readonly [native: string, canonical: CanonicalCode]

/** What a dialect's reader finds in a body. Without `code`, the table or the words of `nativeCode` give it. */
export interface Reading extends Partial<Omit<CanonicalError, 'origin'>> {
  message: string
  nativeCode?: string
  /** Which of its shapes the body has, where the dialect has several; the writer is given it again. */
  variant?: string
  /** What the words or the status hint at. It counts where neither the body nor its bag names a code. */
  impliedCode?: CanonicalCode
}

/**
 * A way of writing errors. The reader and the writer say only what the dialect itself can say; everything else
 * (members without a place, unknown members, member order, detection, loss) is worked out from these.
 */
export interface Dialect {
  /** The name that callers use: lower case, digits and dashes. */
  readonly id: string
  /** One line for people. */
  readonly title: string
  /** What it is recognised by, in words: `kind is "toolError:v1"`. */
  readonly signature?: string
  /**
   * Native code and canonical code; none where the dialect has no codes of its own. To decode, the first row of a
   * native code counts; to encode, the first row of a canonical code or of the nearest broader one.
   */
  readonly codes: readonly CodeRow[]
  /** Whether its readers go by a retry flag of its own, so that a code need not say it. */
  readonly hasRetryFlag: boolean
  /**
   * What its open bag of details holds. `json`: any JSON. `text`: texts. `residue`: the reserved member alone. `none`: it
   * has no bag.
   */
  readonly bag: 'json' | 'text' | 'residue' | 'none'
  /** Whether its body says the HTTP status in a member of its own. */
  readonly hasStatus?: true
  /** Members of the bag from which the reader tells codes apart. */
  readonly decidingDetails?: readonly string[]
  /**
   * Sets of members, one of which every body has that `detect` gives 0.7 or more for; `[].code` is one of the items of a
   * list. To give them is to spare successes from being read: without them every JSON text may be one of this dialect.
   */
  readonly tellingMembers?: readonly (readonly string[])[]
  /**
   * How surely a body is of this dialect: 0 is no, 1 is certain. From 0.7 on it is one even where nobody says that it
   * is an error; below 0.5 only where somebody does.
   */
  detect(body: JsonObject): number
  /** Reads a body. Wrong or missing members are passed over: they are kept in the error's origin. */
  read(body: JsonObject): Reading
  /** Writes an error with the given native code; `error.details` goes into the bag. Without it, it is only read. */
  write?(error: CanonicalError, nativeCode: string, variant?: string): JsonObject
  /** The wire type to the letter, for `strict`. The built-in ones are lazy: most programs never need them. */
  readonly schema?: ZodType
  /** The media type of its text in an HTTP response; without it, that of JSON. */
  readonly mediaType?: string
  /** How its JSON text is laid out; without it, on one line. */
  readonly layout?: JsonStyle & { readonly end?: string }
  /** For a dialect whose text is not JSON. */
  readonly text?: TextForm
  /** Reads text that its producers write when their encoder fails, or that was cut on the way. */
  recover?(text: string): JsonObject | undefined
  /** The same dialect with other meanings of its codes: found by their ids, never by detection. */
  readonly vocabularies?: readonly Dialect[]
  /** How its servers put an error into an MCP tool result; without it, as one block of text. */
  readonly result?: ResultWriter
  /**
   * Which members decide something. To give it is to say that everything else, and what the message says, is passed on
   * unseen by `detect`, `read` and `write`, and that neither the order of members nor an error's origin counts: what was made
   * of one body then serves for all that differ in nothing else, which is a hundred times as fast.
   */
  readonly shape?: BodyShape
}

/** Which members of a dialect's bodies decide something, wherever they stand. */
export interface BodyShape {
  /** The member with the message. */
  readonly message: string
  /** Where this member is not there, the message is looked at for its words. */
  readonly messageWithout?: string
  /** Members that are objects, and whose members are read: the bag, and what stands around it. */
  readonly inside: readonly string[]
  /** Members whose values are looked at: codes, flags, a status in the bag. */
  readonly byValue: readonly string[]
  /** In XML: elements for one of many texts that are passed on, by their own names or that of their one attribute. */
  readonly items?: readonly string[]
  /** Like those, of which the message is made where there is none; where there is one, it is compared with them. */
  readonly summed?: readonly string[]
}

/** An error on its way into an MCP tool result. */
export interface ErrorToPut {
  error: CanonicalError
  /** The body as data: for a dialect that is not JSON, the parts of its document. */
  body: JsonObject
  text: string
}

/** The parts of an MCP tool result that say an error. */
export interface ResultParts {
  content: JsonObject[]
  structuredContent?: JsonObject
  isError: boolean
}

/** How servers of a dialect put an error into an MCP tool result. */
export interface ResultWriter {
  /** The formats that a caller can ask for, the default first; none where there is only one way. */
  readonly formats: readonly string[]
  put(said: ErrorToPut, format: string | undefined): ResultParts
}

/** How a dialect that is not JSON gets from text to a body and back. */
export interface TextForm {
  /** Whether its texts begin with a tag. */
  readonly isMarkup?: true
  /** How surely a text (without white space around it) is of this dialect, as for a body. */
  detect(text: string): number
  /** Reads a text into a body, or throws a DecodeError. */
  parse(text: string, limits: Limits, strict: boolean): JsonObject
  /** The body as text can hold it, or the same reference when nothing has to change. */
  printable?(body: JsonObject): JsonObject
  /** The body without what depends on the moment at which it was read. */
  lasting?(body: JsonObject): JsonObject
  /** Writes a body as text. */
  print(body: JsonObject): string
  /** How its texts are taken apart, where the dialect has a `shape`. */
  readonly parts?: TextParts
}

/** How texts are taken apart into the values that are passed on and the rest. */
export interface TextParts {
  readonly notation: Notation
  /** The shape of a text; undefined where it has none. */
  shapeOf(text: string, dialect: BodyShape, looks: Looks): Shape | undefined
  /** Where a value stands in a text that was written with a mark in its place, and how it is written there. */
  gapAt(made: string, start: number, mark: string, kind: ValueKind, asText: AsText): Gap | undefined
}

/** A value that is no text as one; undefined where it cannot be. */
export type AsText = (value: unknown) => string | undefined

/** A place in a text for values of one kind. */
export interface Gap {
  readonly start: number
  readonly end: number
  /** The value as it stands there; undefined where it cannot. */
  readonly write: AsText
}

/** A dialect that can be written. */
export type WritableDialect = Dialect & Required<Pick<Dialect, 'write'>>

/** Whether a dialect can be written, and not only read. */
export function isWritable(dialect: Dialect): dialect is WritableDialect {
  return dialect.write !== undefined
}

/** A dialect whose id is known to the type checker. */
export type DialectNamed<Id extends string> = Dialect & { readonly id: Id }

/** Checks a dialect's definition and freezes it. */
export function defineDialect<const Id extends string>(
  definition: DialectNamed<Id> & WritableDialect,
): DialectNamed<Id> & WritableDialect
export function defineDialect<const Id extends string>(definition: DialectNamed<Id>): DialectNamed<Id>
export function defineDialect<const Id extends string>(definition: DialectNamed<Id>): DialectNamed<Id> {
  const { id, codes } = definition
  if (!/^[a-z][a-z0-9-]*$/.test(id)) {
    throw new TypeError(
      `A dialect's id is lower-case letters, digits and dashes; ${JSON.stringify(id)} is not.`,
    )
  }
  for (const [native, canonical] of codes) {
    if (!isCanonicalCode(canonical)) {
      throw new TypeError(`The dialect ${id} maps ${native} to ${canonical}, which is no canonical code.`)
    }
  }
  return Object.freeze(definition)
}
