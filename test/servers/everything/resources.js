import { png } from './content.js'

export const resources = [
  { uri: 'test://static-text', name: 'text', mimeType: 'text/plain', text: 'A note that never changes.' },
  { uri: 'test://static-binary', name: 'image', mimeType: 'image/png', blob: png },
  {
    uri: 'test://watched-resource',
    name: 'watched',
    mimeType: 'text/plain',
    text: 'A note to subscribe to.',
  },
]

const mimeType = 'application/json'
export const template = { uriTemplate: 'test://template/{id}/data', name: 'row', mimeType }

/** The contents of a resource, if there is one at the address. */
export function read(uri) {
  const found = resources.find((resource) => resource.uri === uri)
  if (found) return { ...found, name: undefined }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  return id && { uri, mimeType, text: JSON.stringify({ id, row: true }) }
}
