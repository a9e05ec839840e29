import { defineConfig, type Options } from 'tsup'

const common: Options = { format: 'esm', target: 'es2022', splitting: true, external: [/^node:/] }

export default defineConfig([
  {
    ...common,
    // Every dialect is an entry of its own; the list and the parts of Fusion are not.
    entry: [
      'src/index.ts',
      'src/mcp/index.ts',
      'src/http/index.ts',
      'src/dialects/*.ts',
      '!src/dialects/built-in.ts',
      '!src/dialects/fusion-*.ts',
    ],
    platform: 'neutral',
    dts: true,
  },
  {
    ...common,
    entry: { command: 'src/command/main.ts' },
    platform: 'node',
    esbuildOptions(options) {
      options.chunkNames = 'command/[name]-[hash]'
    },
  },
])
