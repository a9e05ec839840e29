import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    command: 'src/command/main.ts',
    'dialects/interbase': 'src/dialects/interbase.ts',
    'dialects/toolerror-v1': 'src/dialects/toolerror-v1.ts',
    'dialects/agentapi': 'src/dialects/agentapi.ts',
    'dialects/fusion': 'src/dialects/fusion.ts',
    'dialects/pydantic': 'src/dialects/pydantic.ts',
  },
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  external: [/^node:/],
  dts: true,
  splitting: true,
  clean: true,
})
