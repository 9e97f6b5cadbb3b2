import { expect, test } from 'vitest'
import { meaningOf } from './job-error.ts'

test.each([
  ['Error: No handler for loads.old', 'unknownJob'],
  ['error: canceling statement due to lock timeout', 'locked'],
  ['error: duplicate key value violates unique constraint "load_ref"', 'database'],
  ['Error: Connection terminated unexpectedly', 'database'],
  ['TypeError: fetch failed', 'silentService'],
  ['Error: connect ECONNREFUSED 127.0.0.1:9', 'silentService'],
  ['Error: The issuer answered 503', 'silentService'],
  ['Error: The issuer answered 401', 'refusedByService'],
  ['TypeError: Cannot read properties of undefined', 'defect'],
])('%s means %s', (error, meaning) => {
  expect(meaningOf(error)).toBe(meaning)
})
