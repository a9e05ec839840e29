import { describe, expect, it } from 'vitest'
import agentapi from '../src/dialects/agentapi'
import interbase from '../src/dialects/interbase'
import pydantic from '../src/dialects/pydantic'
import toolerrorV1 from '../src/dialects/toolerror-v1'
import { createTranslator, decode, translate } from '../src/index'
import { corpus } from './corpus'

// A small program brings the dialects alone that it needs, and no rules for sentences.
const dialects = [interbase, toolerrorV1, agentapi, pydantic]
const few = createTranslator({ dialects })

describe.each(dialects)('a translator of four dialects reads and writes $id as one of all does', ({ id }) => {
  it.each(corpus(id))('$id', ({ wire }) => {
    expect(few.decode(wire, { dialect: id })).toEqual(decode(wire, { dialect: id }))
    for (const { id: to } of dialects) {
      expect(few.translate(wire, { from: id, to })).toBe(translate(wire, { from: id, to }))
      const lean = { from: id, to, preserve: false }
      expect(few.translate(wire, lean)).toBe(translate(wire, lean))
    }
  })
})
