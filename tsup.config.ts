import { defineConfig } from 'tsup'

// The types alone; scripts/bundle.js makes the rest.
export default defineConfig({
  format: 'esm',
  // Every dialect is an entry of its own; the list is not, nor are the parts that some have in a folder.
  entry: [
    'src/index.ts',
    'src/mcp/index.ts',
    'src/http/index.ts',
    'src/dialects/*.ts',
    '!src/dialects/built-in.ts',
  ],
  dts: { only: true },
})
