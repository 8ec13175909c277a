import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'sdk/**/*.test.ts', 'cli/**/*.test.ts'],
    globalSetup: ['server/test/support/global-setup.ts'],
    pool: 'forks',
    // Three files at a time, also on two cores: much of a whole-system test is waiting.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
