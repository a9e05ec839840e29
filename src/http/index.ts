export { type ReadResponseOptions, readResponse } from './read-response'
export { type WriteResponseOptions, writeResponse } from './write-response'
