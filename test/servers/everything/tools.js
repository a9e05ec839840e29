import { setTimeout } from 'node:timers/promises'
import { failure, success } from '../tools/result.js'
import { audio, embedded, image, text } from './content.js'

const beat = () => setTimeout(50)
const object = (properties, rest) => ({ type: 'object', properties, ...rest })
const string = { type: 'string' }
const titled = (...values) => values.map((value) => ({ const: value, title: value.toUpperCase() }))

const contents = (name, description, ...content) => ({ name, description, call: () => ({ content }) })

const form = (name, description, properties) => ({
  name,
  description,
  call: async (_args, { elicit }) => success(await elicit(description, object(properties))),
})

/** `{ name, description, inputSchema?, call(args, session) }`; what a session can do is in server.js. */
export const tools = [
  contents('test_simple_text', 'A text', text('nothing but text')),
  contents('test_image_content', 'An image', image),
  contents('test_audio_content', 'A sound', audio),
  contents('test_embedded_resource', 'A resource', embedded('test://embedded', 'text/plain', 'in a result')),
  contents(
    'test_multiple_content_types',
    'A text, an image and a resource',
    text('three blocks'),
    image,
    embedded('test://mixed', 'application/json', '{"blocks":3}'),
  ),
  {
    name: 'test_error_handling',
    description: 'An error',
    call: () => failure('connect ECONNREFUSED 127.0.0.1:5432'),
  },
  {
    name: 'test_tool_with_logging',
    description: 'Three log messages, and a text',
    async call(_args, { log }) {
      for (const message of ['begun', 'half way', 'ended']) {
        await log(message)
        await beat()
      }
      return success('logged')
    },
  },
  {
    name: 'test_tool_with_progress',
    description: 'Progress in three steps, and a text',
    async call(_args, { progress }) {
      for (const percent of [0, 50, 100]) {
        await progress(percent, 100)
        await beat()
      }
      return success('progressed')
    },
  },
  {
    name: 'test_reconnection',
    description:
      'A text on the stream that the client resumes, as its first one is closed after a log message',
    async call(_args, { log, closeStream }) {
      await log('the stream closes') // gives the client the event id that it resumes from
      closeStream()
      await beat()
      return success('resumed')
    },
  },
  {
    name: 'test_sampling',
    description: 'What the model of the client says',
    inputSchema: object({ prompt: string }, { required: ['prompt'] }),
    call: async ({ prompt }, { sample }) => success(await sample(prompt)),
  },
  {
    name: 'test_elicitation',
    description: 'What the user answers',
    inputSchema: object({ message: string }, { required: ['message'] }),
    call: async ({ message }, { elicit }) =>
      success(await elicit(message, object({ username: string, email: string }))),
  },
  form('test_elicitation_sep1034_defaults', 'A form with default values', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  }),
  form('test_elicitation_sep1330_enums', 'A form with every way to list choices', {
    untitledSingle: { type: 'string', enum: ['option1', 'option2'] },
    titledSingle: { type: 'string', oneOf: titled('value1', 'value2') },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['One', 'Two'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2'] } },
    titledMulti: { type: 'array', items: { anyOf: titled('value1', 'value2') } },
  }),
  {
    ...contents('json_schema_2020_12_tool', 'Arguments in JSON Schema 2020-12', text('valid')),
    inputSchema: object(
      { name: string, address: { $ref: '#/$defs/address' } },
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $defs: { address: object({ city: string }) },
        additionalProperties: false,
      },
    ),
  },
]
