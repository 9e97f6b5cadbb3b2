import { expect, test } from 'vitest'
import { isUnwell, type ProviderState } from './provider-health.ts'

const now = new Date('2031-05-02T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const silent: ProviderState = {
  provider: 'issuer',
  answeredAt: minutesAgo(6),
  failures: 3,
  failingSince: minutesAgo(5),
  failedAt: minutesAgo(1),
  keyRefused: false,
}
const isSo = (changes: Partial<ProviderState>) => isUnwell({ ...silent, ...changes }, now)

test('a provider is unwell after three failures in a row over five minutes', () => {
  expect(isSo({})).toBe(true)
  expect(isSo({ answeredAt: null })).toBe(true)
  expect(isSo({ failures: 2 })).toBe(false)
  expect(isSo({ failingSince: minutesAgo(4.9) })).toBe(false)
})

test('a refusal of our key is said at once, and for two hours', () => {
  const refused = { failures: 1, failingSince: minutesAgo(0), failedAt: minutesAgo(0), keyRefused: true }
  expect(isSo(refused)).toBe(true)
  expect(isSo({ ...refused, keyRefused: false })).toBe(false)
  expect(isSo({ ...refused, failedAt: minutesAgo(121) })).toBe(false)
})

test('an answer ends it, and so do two hours without a call', () => {
  expect(isSo({ failures: 0, failingSince: null })).toBe(false)
  expect(isSo({ failingSince: minutesAgo(600), failedAt: minutesAgo(120) })).toBe(true)
  expect(isSo({ failingSince: minutesAgo(600), failedAt: minutesAgo(121) })).toBe(false)
})
