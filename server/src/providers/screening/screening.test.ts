import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createChainalysis } from './chainalysis.ts'
import { screeningKeys, startTestScreening } from './screening.test-kit.ts'
import { createYente } from './yente.ts'

let lists: Awaited<ReturnType<typeof startTestScreening>>
beforeAll(async () => {
  lists = await startTestScreening()
})
afterEach(() => lists.faults.clear())
afterAll(() => lists.stop())

const people = (over: { url?: string; dataset?: string; apiKey?: string | null } = {}) =>
  createYente({ url: lists.url, dataset: 'sanctions', apiKey: screeningKeys.apiKey, timeoutMs: 500, ...over })
const wallets = (over: { url?: string; apiKey?: string } = {}) =>
  createChainalysis({ url: lists.url, apiKey: screeningKeys.walletApiKey, timeoutMs: 500, ...over })

const lucia = { firstName: 'Lucía', lastName: 'Ferrer', birthDate: '1990-04-12', country: 'PE' }
const viktor = { firstName: 'Viktor', lastName: 'Sandrov', birthDate: '1961-03-14', country: 'RU' }
const listed = '0x5a4c71000000000000000000000000000000c0de'
const clean = `0x${'1'.repeat(40)}`

test('a person on the list is a hit, everybody else is clear', async () => {
  expect(await people().matchPerson(viktor)).toBe('hit')
  expect(await people().matchPerson({ ...viktor, birthDate: null, country: null })).toBe('hit')
  expect(await people().matchPerson({ ...viktor, birthDate: '1990-04-12' })).toBe('clear')
  expect(await people().matchPerson(lucia)).toBe('clear')
  expect(await wallets().checkAddress(listed)).toBe('hit')
  expect(await wallets().checkAddress(clean)).toBe('clear')
})

describe('no name is clear when no check was made', () => {
  const faults = [
    { kind: 'status', value: 500 },
    { kind: 'status', value: 429 },
    // An answer of another form with status 200.
    { kind: 'status', value: 200 },
    { kind: 'delay', value: 2000 },
    { kind: 'drop_before' },
    { kind: 'drop_after' },
  ] as const
  test.each(faults)('$kind $value', async (fault) => {
    lists.faults.add(fault)
    expect(await people().matchPerson(lucia)).toBe('unavailable')
    expect(await wallets().checkAddress(clean)).toBe('unavailable')
  })

  test('a wrong key, a missing dataset, an unreachable service', async () => {
    expect(await people({ apiKey: 'wrong' }).matchPerson(lucia)).toBe('unavailable')
    expect(await people({ apiKey: null }).matchPerson(lucia)).toBe('unavailable')
    expect(await people({ dataset: 'nonsense' }).matchPerson(lucia)).toBe('unavailable')
    expect(await people({ url: 'http://127.0.0.1:9' }).matchPerson(lucia)).toBe('unavailable')
    expect(await wallets({ apiKey: 'wrong' }).checkAddress(clean)).toBe('unavailable')
    expect(await wallets({ url: 'http://127.0.0.1:9' }).checkAddress(clean)).toBe('unavailable')
  })
})
