import { defineConfig } from 'vitest/config'

// What can fail because of a change in src: not the package, the documents or the command, which use the build.
export default defineConfig({
  test: {
    include: ['test/{core,dialects,properties}/**/*.test.ts', 'test/{corpus,formats}.test.ts'],
    env: { RUNS: '60', SAMPLE: '7' },
    testTimeout: 60_000,
  },
})
