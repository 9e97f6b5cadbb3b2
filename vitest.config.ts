import { defineConfig } from 'vitest/config'
import { LongFirst } from './tests/support/long-first.ts'
import { useScratch } from './tests/support/scratch.ts'

useScratch()

// A worker loads what its files share once: they are half of what a short file costs.
const shared = { pool: 'forks' as const, isolate: false }
/** A test that runs longer hangs. What starts a process, a database, a chain or a browser has more time. */
const limits = (testTimeout: number, hookTimeout: number) => ({ testTimeout, hookTimeout })
const ownProcess = { setupFiles: ['tests/support/own-process.ts'] }
const never = ['**/node_modules/**', 'tests/journeys/**', 'tests/load/**']

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...shared,
          ...ownProcess,
          ...limits(10_000, 20_000),
          name: 'unit',
          server: { deps: { inline: ['@authsignal/browser'] } },
          include: ['{contract,server,tests,web}/**/*.test.ts'],
          exclude: [...never, '**/*.db.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          ...ownProcess,
          ...limits(120_000, 120_000),
          name: 'services',
          include: ['{sandbox,signer,tools}/**/*.test.ts'],
          exclude: [...never, '**/*.db.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          ...limits(300_000, 300_000),
          name: 'db',
          globalSetup: ['tests/support/shared-postgres.ts'],
          include: ['{server,tests,tools}/**/*.db.test.ts'],
          exclude: never,
        },
      },
    ],
  },
})
