import { defineConfig } from 'vitest/config'

// The tests that name what each file does; the corpus and the properties would take hours for every mutant.
export default defineConfig({
  test: { include: ['test/{core,dialects}/**/*.test.ts'], isolate: false, pool: 'threads' },
})
