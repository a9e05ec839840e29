import { defineConfig, type Options } from 'tsup'

const common: Options = { format: 'esm', target: 'es2022', splitting: true, external: [/^node:/] }

export default defineConfig([
  {
    ...common,
    entry: {
      index: 'src/index.ts',
      'dialects/interbase': 'src/dialects/interbase.ts',
      'dialects/toolerror-v1': 'src/dialects/toolerror-v1.ts',
      'dialects/agentapi': 'src/dialects/agentapi.ts',
      'dialects/fusion': 'src/dialects/fusion.ts',
      'dialects/pydantic': 'src/dialects/pydantic.ts',
    },
    platform: 'neutral',
    dts: true,
  },
  { ...common, entry: { command: 'src/command/main.ts' }, platform: 'node' },
])
