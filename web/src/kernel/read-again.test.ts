import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { ofMachines, ofPeople, pauseMs, retryMs } from './read-again.ts'

const failure = (status: number, data: unknown = null) =>
  new ApiError({ status, code: 'rate_unavailable', message: 'No rate', data })

test.each([
  { status: 503, data: { retryAfterSeconds: 20 }, ms: 20_000 },
  { status: 503, data: { retryAfterSeconds: 1 }, ms: 10_000 },
  { status: 503, data: null, ms: false },
  { status: 429, data: { retryAfterSeconds: 20 }, ms: false },
  { status: 0, data: null, ms: false },
] as const)('a read that is refused with $status and $data is repeated after $ms', ({ status, data, ms }) => {
  expect(retryMs(failure(status, data))).toBe(ms)
})

test('a read is repeated while what it read is under way, and not after its end', () => {
  const againMs = (status: string) => status === 'pending' && ofMachines
  expect(pauseMs({ data: 'pending', error: null }, againMs)).toBe(ofMachines)
  expect(pauseMs({ data: 'completed', error: null }, againMs)).toBe(false)
  expect(pauseMs({ data: undefined, error: null }, againMs)).toBe(false)
  expect(pauseMs({ data: 'pending', error: null }, undefined)).toBe(undefined)
})

test('a refusal with a time counts before the pause of old data', () => {
  const refused = { data: 'pending', error: failure(503, { retryAfterSeconds: 20 }) }
  expect(pauseMs(refused, () => ofPeople)).toBe(20_000)
  expect(pauseMs({ data: 'pending', error: failure(500) }, () => ofPeople)).toBe(ofPeople)
})
