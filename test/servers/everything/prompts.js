import { embedded, image, text } from './content.js'

/** `{ name, description, takes, says }`: the arguments with what completes them, and the content of each message. */
export const prompts = [
  {
    name: 'test_simple_prompt',
    description: 'One message',
    takes: {},
    says: () => [text('Which errors can be retried?')],
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'A message with both arguments in it',
    takes: { arg1: ['tested', 'tester', 'untested'], arg2: [] },
    says: ({ arg1, arg2 }) => [text(`Compare ${arg1} with ${arg2}.`)],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource and a question about it',
    takes: { resourceUri: [] },
    says: ({ resourceUri }) => [embedded(resourceUri, 'text/plain', 'E42: disk full'), text('What is E42?')],
  },
  {
    name: 'test_prompt_with_image',
    description: 'An image and a question about it',
    takes: {},
    says: () => [image, text('Which colour is it?')],
  },
]
