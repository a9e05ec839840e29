/** Why a text or value could not be decoded. */
export type DecodeErrorCode =
  /** Nothing but white space. */
  | 'EMPTY'
  /** The text begins like JSON and is not. */
  | 'INVALID_JSON'
  /** The text begins like XML and is not what a reader can take. */
  | 'INVALID_XML'
  /** Longer than `limits.maxLength`. */
  | 'LIMIT_SIZE'
  /** Nested deeper than `limits.maxDepth`. */
  | 'LIMIT_DEPTH'
  /** More values than `limits.maxValues`. */
  | 'LIMIT_VALUES'
  /** More details, issues, actions or content blocks than `limits` allows. */
  | 'LIMIT_COUNT'
  /** The input is not text, JSON data, a tool result or an Error. */
  | 'NOT_DATA'
  /** No dialect knows it. */
  | 'NO_DIALECT'
  /** The dialect asked for is not among those of the translator. */
  | 'UNKNOWN_DIALECT'
  /** The input is not of the dialect that the caller named. */
  | 'NOT_THIS_DIALECT'
  /** With `strict`: the dialect's schema refuses it. */
  | 'SCHEMA'

/**
 * Says what was wrong with an input and where. It never quotes the input: error texts carry secrets.
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
  /** What kind of thing was wrong. */
  readonly code: DecodeErrorCode
  /** Where: member names from the outside in (`error.metadata`), empty for the whole input. */
  readonly path: string

  constructor(code: DecodeErrorCode, path: string, message: string) {
    super(message)
    this.code = code
    this.path = path
  }
}

/** Why an error could not be encoded. */
export type EncodeErrorCode =
  /** The value is no canonical error. */
  | 'NOT_CANONICAL'
  /** The dialect asked for is not among those of the translator. */
  | 'UNKNOWN_DIALECT'
  /** The dialect asked for is only read. */
  | 'READ_ONLY_DIALECT'
  /** The dialect has no such format of tool results. */
  | 'UNKNOWN_FORMAT'

/** Says why an error cannot be encoded. */
export class EncodeError extends Error {
  override readonly name = 'EncodeError'
  /** What kind of thing was wrong. */
  readonly code: EncodeErrorCode
  /** The member that is wrong, empty for the whole value. */
  readonly path: string

  constructor(code: EncodeErrorCode, path: string, message: string) {
    super(message)
    this.code = code
    this.path = path
  }
}
