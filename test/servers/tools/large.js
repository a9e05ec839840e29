import { success } from './result.js'

function logLines(length) {
  const lines = []
  for (let size = 0; size < length; ) {
    const line = `{"line":${lines.length},"level":"error","error":"not_found","message":"row ${lines.length}"}\n`
    lines.push(line)
    size += line.length
  }
  return lines.join('').slice(0, length)
}

export const large = [
  { name: 'text', call: () => success(logLines(5 * 1024 * 1024)) },
  {
    name: 'image',
    call: () => ({
      content: [
        {
          type: 'image',
          data: Buffer.alloc(1024 * 1024, 'error').toString('base64'),
          mimeType: 'image/png',
          annotations: { audience: ['user'], priority: 0.5 },
          _meta: { 'example.com/block': 1 },
        },
      ],
      _meta: { 'example.com/trace': 'abc' },
      vendorExtension: { kept: true },
    }),
  },
]
