import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: process.env.DEEP ? 7_200_000 : 120_000,
    coverage: {
      provider: 'v8',
      include: ['src/core/**', 'src/dialects/**', 'src/mcp/**', 'src/http/**'],
      thresholds: { branches: 95 },
      reporter: ['text-summary', 'json-summary', 'html'],
    },
  },
})
