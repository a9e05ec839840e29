import { describe, expect, it } from 'vitest'
import { issuesInWords } from '../../src/core/issues-in-words'

const found = (message: string) => issuesInWords(message)?.map(({ path, message }) => [path, message])

describe('the issues in the text of', () => {
  it.each<[what: string, message: string, issues: [path: string, message: string][]]>([
    [
      'zod',
      '[\n  {"code":"invalid_type","path":["items",0,"name"],"message":"Required"},\n  {"path":[],"message":"Bad"}\n]',
      [
        ['items.0.name', 'Required'],
        ['', 'Bad'],
      ],
    ],
    [
      'zod, behind other words',
      'Input validation error: [{"path":["a"],"message":"Bad"}] (x)',
      [['a', 'Bad']],
    ],
    [
      'prettifyError of zod',
      '✖ Invalid input\n  → at items[0].name\n✖ Unrecognized key: "x"',
      [
        ['items[0].name', 'Invalid input'],
        ['', 'Unrecognized key: "x"'],
      ],
    ],
    [
      'version 1 of the SDK',
      'Input validation error: Invalid arguments for tool pay: Required at amount\nInvalid email at user.email\nUnrecognized key(s)',
      [
        ['amount', 'Required'],
        ['user.email', 'Invalid email'],
        ['', 'Unrecognized key(s)'],
      ],
    ],
    [
      'version 2 of the SDK',
      'Invalid arguments for tool pay: amount: Required, items.0.name: Too long, really',
      [
        ['amount', 'Required'],
        ['items.0.name', 'Too long, really'],
      ],
    ],
    [
      'fastmcp',
      "Tool 'pay' parameter validation failed: amount: Required. Please check the parameter types and values according to the tool's schema.",
      [['amount', 'Required']],
    ],
    [
      'pydantic',
      '2 validation errors for call[pay]\namount\n  Field required [type=missing, input_value={}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.12/v/missing\nitems.0\n  Input should be a valid number',
      [
        ['amount', 'Field required'],
        ['items.0', 'Input should be a valid number'],
      ],
    ],
    [
      'version 1 of pydantic',
      '1 validation error for Pay\nuser -> age\n  ensure this value is less than 150 (type=value_error.number.not_lt; limit_value=150)',
      [['user.age', 'ensure this value is less than 150']],
    ],
    [
      'ajv',
      "data/user/age must be integer, data must have required property 'name', data/user must have required property 'id'",
      [
        ['user.age', 'must be integer'],
        ['name', "must have required property 'name'"],
        ['user.id', "must have required property 'id'"],
      ],
    ],
    ['ajv, with commas', 'data/a must be one of 1, 2', [['a', 'must be one of 1, 2']]],
    ['an old ajv', 'data.age must be integer', [['age', 'must be integer']]],
    [
      'Fastify',
      "body/age must be integer, body must have required property 'name'",
      [
        ['age', 'must be integer'],
        ['name', "must have required property 'name'"],
      ],
    ],
  ])('%s', (_, message, issues) => {
    expect(found(message)).toEqual(issues)
  })

  it.each<[message: string, path: string]>([
    ['missing field `name` at line 1 column 2', 'name'],
    ['unknown field `nam`, expected `name`', 'nam'],
    ["'name' is a required property", 'name'],
    ["Input validation error: 'name' is a required property", 'name'],
    ['Missing required parameter: user.name', 'user.name'],
    ['Missing a field named "name"', 'name'],
    ["Required argument 'name' is missing", 'name'],
    ['required field name was not provided', 'name'],
    ['The parameter name must be positive', 'name'],
    ['Field "name" is too long', 'name'],
    ['Invalid value for parameter timeout', 'timeout'],
    ["invalid type for 'name'", 'name'],
  ])('a sentence: %s', (message, path) => {
    expect(issuesInWords(message)).toEqual([{ path, message }])
    expect(issuesInWords(`${message}\nmore`)).toEqual([{ path, message }])
  })

  it.each([
    '',
    'x',
    '[]',
    'see [1] {',
    '[{oops',
    '[{"path":["a"],"message":1}]',
    '[{"path":"a","message":"x"}]',
    '[{"path":["a"],"message":"x"},1]',
    'Invalid arguments for tool pay: nothing of the kind',
    'Invalid arguments for tool pay: a: b, c d\ne',
    '1 validation error for x',
    '1 validation error for x\nno more',
    'database must be online',
    'the data must be integer',
    'Field required',
    'property x',
    'Missing value',
    'a line\nMissing field: name',
  ])('nothing of the kind: %j', (message) => {
    expect(issuesInWords(message)).toBeUndefined()
  })

  it('anything are looked for in its first twenty thousand characters', () => {
    const message = 'missing field `name`'
    expect(issuesInWords(' '.repeat(19_980) + message)).toHaveLength(1)
    expect(issuesInWords(' '.repeat(20_000) + message)).toBeUndefined()
  })
})
