import { describe, expect, it } from 'vitest'
import { JsonNumber, type JsonValue } from '../../../src/core/json'
import { defaultLimits } from '../../../src/core/limits'
import {
  type FusionBody,
  type FusionChild,
  isFusionBody,
  parseFusion,
  printFusion,
  readChild,
} from '../../../src/dialects/fusion/body'

const parse = (text: string) => parseFusion(text, defaultLimits, false)
const children = (inner: string) => parse(`<tool_error>\n${inner}\n</tool_error>`).children

describe('a document', () => {
  const documents: [string, FusionBody][] = [
    ['<tool_error>\n</tool_error>', { root: 'tool_error', attributes: {}, children: {} }],
    [
      '<tool_error code="A&amp;&lt;&gt;&quot;&apos;" severity="error">\n<message>a &amp; &lt;b> "c"</message>\n</tool_error>',
      {
        root: 'tool_error',
        attributes: { code: 'A&<>"\'', severity: 'error' },
        children: { message: { text: 'a & <b> "c"' } },
      },
    ],
    [
      '<tool_error>\n<message></message>\n<recovery>r</recovery>\n<available_actions>\n  <action>a</action>\n  <action>b &amp; c</action>\n</available_actions>\n<details>\n  <detail key="k&quot;">v</detail>\n  <detail key="l"></detail>\n</details>\n<retry_after>5 seconds</retry_after>\n</tool_error>',
      {
        root: 'tool_error',
        attributes: {},
        children: {
          message: { text: '' },
          recovery: { text: 'r' },
          available_actions: { actions: ['a', 'b & c'] },
          details: { details: { 'k"': 'v', l: '' } },
          retry_after: { text: '5 seconds' },
        },
      },
    ],
    [
      '<tool_error>\n<message>m</message>\n<available_actions>a, b</available_actions>\n</tool_error>',
      {
        root: 'tool_error',
        attributes: {},
        children: { message: { text: 'm' }, available_actions: { text: 'a, b' } },
      },
    ],
    [
      '<validation_error action="x.y">\n<field name="a">b</field>\n<field name="c&lt;">d</field>\n<recovery>r</recovery>\n</validation_error>',
      {
        root: 'validation_error',
        attributes: { action: 'x.y' },
        children: {
          field: {
            fields: [
              { name: 'a', text: 'b' },
              { name: 'c<', text: 'd' },
            ],
          },
          recovery: { text: 'r' },
        },
      },
    ],
    [
      '<tool_error>\n<available_actions>\n</available_actions>\n<details>\n</details>\n</tool_error>',
      {
        root: 'tool_error',
        attributes: {},
        children: { available_actions: { actions: [] }, details: { details: {} } },
      },
    ],
    [
      '<validation_error>\n<contract_awareness>\n  <x a="1">y</x>\n</contract_awareness>\n</validation_error>',
      {
        root: 'validation_error',
        attributes: {},
        children: {
          contract_awareness: { xml: '<contract_awareness>\n  <x a="1">y</x>\n</contract_awareness>' },
        },
      },
    ],
  ]

  it.each(documents)('is data and comes back byte for byte: %j', (text, body) => {
    expect(parse(text)).toEqual(body)
    expect(printFusion(body)).toBe(text)
  })

  it('keeps a detail named __proto__', () => {
    const text = '<tool_error>\n<details>\n  <detail key="__proto__">v</detail>\n</details>\n</tool_error>'
    expect(Object.entries(parse(text).children.details?.details ?? {})).toEqual([['__proto__', 'v']])
    expect(printFusion(parse(text))).toBe(text)
  })

  it('keeps what is not white space between its elements', () => {
    expect(children('<message>m</message>\nloose & '.replace('&', '&amp;'))).toEqual({
      message: { text: 'm' },
      '#text': { xml: 'loose &amp; ' },
    })
    const text = '<tool_error>\n<message>m</message>\nloose\n</tool_error>'
    expect(printFusion(parseFusion(text, defaultLimits, false))).toBe(text)
  })
})

describe('an element', () => {
  it.each<[string, Record<string, FusionChild>]>([
    ['<message lang="en">m</message>', { message: { xml: '<message lang="en">m</message>' } }],
    ['<message>a<b>c</b></message>', { message: { xml: '<message>a<b>c</b></message>' } }],
    ['  <message a="1"/>', { message: { xml: '  <message a="1"/>' } }],
    ['<field>x</field>', { field: { xml: '<field>x</field>' } }],
    ['<field name="a" b="c">x</field>', { field: { xml: '<field name="a" b="c">x</field>' } }],
    ['<field name="a"><b/></field>', { field: { xml: '<field name="a"><b/></field>' } }],
    [
      '<available_actions><x/></available_actions>',
      { available_actions: { xml: '<available_actions><x/></available_actions>' } },
    ],
    [
      '<available_actions><action a="1">x</action></available_actions>',
      { available_actions: { xml: '<available_actions><action a="1">x</action></available_actions>' } },
    ],
    [
      '<available_actions>x<action>y</action></available_actions>',
      { available_actions: { xml: '<available_actions>x<action>y</action></available_actions>' } },
    ],
    [
      '<available_actions><action><b/></action></available_actions>',
      { available_actions: { xml: '<available_actions><action><b/></action></available_actions>' } },
    ],
    ['<details>x</details>', { details: { xml: '<details>x</details>' } }],
    ['<details a="1"></details>', { details: { xml: '<details a="1"></details>' } }],
    ['<details><detail>x</detail></details>', { details: { xml: '<details><detail>x</detail></details>' } }],
    ['<details><x key="a">x</x></details>', { details: { xml: '<details><x key="a">x</x></details>' } }],
    [
      '<details><detail key="a" b="1">x</detail></details>',
      { details: { xml: '<details><detail key="a" b="1">x</detail></details>' } },
    ],
    [
      '<details><detail key="a"><b/></detail></details>',
      { details: { xml: '<details><detail key="a"><b/></detail></details>' } },
    ],
    [
      '<details><detail key="a">1</detail><detail key="a">2</detail></details>',
      { details: { xml: '<details><detail key="a">1</detail><detail key="a">2</detail></details>' } },
    ],
    ['<other>x</other>', { other: { xml: '<other>x</other>' } }],
  ])('that is not as its producer writes it is kept as it stands: %s', (inner, expected) => {
    expect(children(inner)).toEqual(expected)
    const text = `<tool_error>\n${inner}\n</tool_error>`
    expect(printFusion(parse(text))).toBe(text)
  })

  it.each<[string, Record<string, FusionChild>]>([
    [
      '<message>a</message>\n<message>b</message>\n<message>c</message>',
      { message: { text: 'a' }, '#more': { xml: '<message>b</message>\n<message>c</message>' } },
    ],
    [
      '<field name="a">b</field>\n<field>c</field>',
      { field: { fields: [{ name: 'a', text: 'b' }] }, '#more': { xml: '<field>c</field>' } },
    ],
    [
      '<field>c</field>\n<field name="a">b</field>',
      { field: { xml: '<field>c</field>' }, '#more': { xml: '<field name="a">b</field>' } },
    ],
    [
      '<x/>\n<y/>\n<x>1</x>\n<y>2</y>',
      { x: { xml: '<x/>' }, y: { xml: '<y/>' }, '#more': { xml: '<x>1</x>\n<y>2</y>' } },
    ],
  ])('that comes again is kept together with all others that do: %j', (inner, expected) => {
    expect(children(inner)).toEqual(expected)
    const text = `<tool_error>\n${inner}\n</tool_error>`
    expect(printFusion(parse(text))).toBe(text)
  })

  it('that comes again is kept with those, whatever stands between them', () => {
    const text = '<tool_error>\n<x>1</x>\n<x>2</x>\n<y/>\n<x>3</x>\n</tool_error>'
    expect(isFusionBody(parse(text))).toBe(true)
    expect(parse(text).children).toEqual({
      x: { xml: '<x>1</x>' },
      '#more': { xml: '<x>2</x>\n<x>3</x>' },
      y: { xml: '<y/>' },
    })
  })

  it.each(['<tool_error>\r\n<x/>\r\n</tool_error>', '<tool_error><x/></tool_error>'])(
    'stands without the line break before it: %j',
    (text) => {
      expect(parse(text).children.x).toEqual({ xml: '<x/>' })
    },
  )
})

describe('what an odd element says', () => {
  it.each<[FusionChild | undefined, FusionChild]>([
    [undefined, {}],
    [{ text: 'x' }, { text: 'x' }],
    [{ actions: [] }, { actions: [] }],
    [{ xml: 'loose' }, { text: 'loose' }],
    [{ xml: ' <message lang="en">a &amp; <b>c</b></message>' }, { text: 'a & c' }],
    [
      { xml: '<available_actions><action a="1">x</action><y/></available_actions>' },
      { text: 'x', actions: ['x'] },
    ],
    [
      {
        xml: '<details><detail key="a">1</detail><detail key="a">2</detail><detail>3</detail><x key="b">4</x></details>',
      },
      { text: '1234', details: { a: '2' } },
    ],
  ])('is read from %j', (child, expected) => {
    expect(readChild(child)).toStrictEqual(expected)
  })

  it('has a detail named __proto__', () => {
    const { details } = readChild({ xml: '<details><detail key="__proto__" x="1">v</detail></details>' })
    expect(Object.entries(details ?? {})).toEqual([['__proto__', 'v']])
  })
})

it('prints a character that XML cannot hold as U+FFFD', () => {
  const body = {
    root: 'tool_error',
    attributes: { code: '\0' },
    children: { message: { text: 'a\u0001\ud800' } },
  }
  expect(printFusion(body)).toBe(
    '<tool_error code="\ufffd">\n<message>a\ufffd\ufffd</message>\n</tool_error>',
  )
})

describe('a value', () => {
  const document = (children: JsonValue, attributes: JsonValue = {}, root: JsonValue = 'tool_error') => ({
    root,
    attributes,
    children,
  })

  it.each<[JsonValue]>([
    [document({})],
    [document({}, { code: 'X', 'a-b.c:d_1': '' })],
    [document({}, { größe: '1', 名: '2' }, 'validation_error')],
    [document({ message: { text: '' } })],
    [document({ available_actions: { actions: [] }, details: { details: { any: 'x' } } })],
    [document({ field: { fields: [{ name: 'a', text: 'b' }] } })],
    [document({ 'message 2': { xml: '<message/>' } })],
    [document({ '#more': { xml: '<x/>\n<y/>' } })],
    [document({ '#more': { xml: 'loose\n<y/> loose' } })],
    [document({ '#text': { xml: 'loose' } })],
    [document({ x: { xml: ' <x a="1">y</x>' } })],
  ])('is a document: %j', (value) => {
    expect(isFusionBody(value)).toBe(true)
  })

  it.each<[JsonValue]>([
    [null],
    ['<tool_error/>'],
    [[]],
    [{}],
    [new JsonNumber('1')],
    [document({}, {}, 5)],
    [document({}, {}, '')],
    [document({}, {}, '_x')],
    [document({}, { '1a': 'x' })],
    [document({}, { '·': 'x' })],
    [document({}, { 𐀀: 'x' })],
    [document({}, { constructor: 'x' })],
    [document({ prototype: { text: 'x' } })],
    [document({}, { 'é="" b': 'x' })],
    [document({}, { 'é=""/><y é': 'x' })],
    [document({}, [])],
    [document({}, { code: 5 })],
    [document({}, { 'a b': 'x' })],
    [document({}, { '': 'x' })],
    [document([])],
    [document({ message: 'm' })],
    [document({ message: {} })],
    [document({ message: { text: 5 } })],
    [document({ message: { text: 'm', more: 1 } })],
    [document({ 'message 2': { text: 'm' } })],
    [document({ available_actions: { actions: [1] } })],
    [document({ available_actions: { actions: 'a' } })],
    [document({ details: { details: { a: 1 } } })],
    [document({ details: { details: [] } })],
    [document({ other: { fields: [] } })],
    [document({ field: { fields: [{ name: 'a', text: 5 }] } })],
    [document({ field: { fields: ['a'] } })],
    [document({ x: { xml: '<x>' } })],
    [document({ x: { xml: '</x><x>' } })],
    [document({ x: { xml: '<x/></x>' } })],
    [document({ x: { xml: '<x' } })],
    [document({ x: { xml: 5 } })],
  ])('is no document: %j', (value) => {
    expect(isFusionBody(value)).toBe(false)
  })
})
