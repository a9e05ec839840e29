import { defineConfig, type Options } from 'tsup'

const common: Options = { format: 'esm', target: 'es2022', splitting: true, external: [/^node:/] }

export default defineConfig([
  {
    ...common,
    // Every dialect is an entry of its own; the list is not, nor are the parts that some have in a folder.
    entry: [
      'src/index.ts',
      'src/mcp/index.ts',
      'src/http/index.ts',
      'src/dialects/*.ts',
      '!src/dialects/built-in.ts',
    ],
    platform: 'neutral',
    dts: true,
  },
  {
    ...common,
    entry: { command: 'src/command/main.ts', 'command/convert-worker': 'src/command/convert-worker.ts' },
    platform: 'node',
    esbuildOptions(options) {
      options.chunkNames = 'command/[name]-[hash]'
    },
  },
])
