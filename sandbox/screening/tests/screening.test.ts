import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../kernel/service.ts'
import { birthDateFactor, jaroWinkler, nameScore } from '../name-score.ts'
import { createScreeningService } from '../service.ts'

let service: Service
const dataDir = mkdtempSync(join(tmpdir(), 'screening-test-'))
beforeAll(async () => {
  service = createScreeningService({
    name: 'screening',
    port: 0,
    publicUrl: 'http://127.0.0.1',
    dataDir,
    controlToken: 'control',
    credentials: { apiKey: 'key-of-the-lists', walletApiKey: 'key-of-the-wallets' },
  })
  await service.app.ready()
})
afterAll(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Result = { id: string; score: number; match: boolean }
const match = async (name: string, birthDate?: string, path = '/match/sanctions') => {
  const answer = await service.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: 'ApiKey key-of-the-lists' },
    payload: {
      queries: {
        q: {
          schema: 'Person',
          properties: { name: [name], ...(birthDate ? { birthDate: [birthDate] } : {}) },
        },
      },
    },
  })
  const body = answer.json<{ responses?: { q: { results: Result[] } } }>()
  return { status: answer.statusCode, results: body.responses?.q.results ?? [] }
}

test('the similarity of words is Jaro-Winkler', () => {
  const published = { 'MARTHA MARHTA': 0.961, 'DIXON DICKSONX': 0.813, 'DWAYNE DUANE': 0.84 }
  for (const [terms, score] of Object.entries(published)) {
    const [a = '', b = ''] = terms.split(' ')
    expect(jaroWinkler(a, b)).toBeCloseTo(score, 3)
  }
})

test('names match in any order, with other accents and a misspelling; other names do not', () => {
  expect(nameScore('Sandrov, Viktor', 'Viktor Sandrov')).toBe(1)
  expect(nameScore('Víktor Sándrov', 'Viktor Sandrov')).toBe(1)
  expect(nameScore('Viktor Sandorv', 'Viktor Sandrov')).toBeGreaterThan(0.9)
  expect(nameScore('Lucía Ferrer', 'Viktor Sandrov')).toBe(0)
  expect(nameScore('Viktor', 'Viktor Sandrov')).toBe(0.5)
})

test('a birth date raises or lowers the score', () => {
  expect(birthDateFactor(undefined, '1961-03-14')).toBe(1)
  expect(birthDateFactor('1961-12-31', '1961-03-14')).toBe(0.9)
  expect(birthDateFactor('1990-04-12', '1961-03-14')).toBe(0.6)
})

test('a listed person is a match, a namesake with another birth date is not', async () => {
  expect((await match('Victor Sandroff', '1961-03-14')).results[0]).toMatchObject({
    id: 'sbx-001',
    match: true,
  })
  expect((await match('Viktor Sandrov', '1990-04-12')).results[0]).toMatchObject({ score: 0.6, match: false })
  expect((await match('Lucía Ferrer', '1990-04-12')).results).toEqual([])
})

test('a malformed request is refused as yente refuses it', async () => {
  expect((await match('Viktor', '1961-03-14', '/match/nonsense')).status).toBe(404)
  const wrongKey = await service.app.inject({
    method: 'POST',
    url: '/match/sanctions',
    payload: { queries: {} },
  })
  expect(wrongKey.statusCode).toBe(401)
  for (const [payload, status] of [
    [{ queries: {} }, 400],
    [{}, 422],
    [{ queries: { q: {} } }, 422],
  ] as const) {
    const headers = { authorization: 'ApiKey key-of-the-lists' }
    const answer = await service.app.inject({ method: 'POST', url: '/match/sanctions', headers, payload })
    expect(answer.statusCode).toBe(status)
  }
})

test('a wallet is on the list or not; the control plane adds to both', async () => {
  const about = async (address: string) => {
    const answer = await service.app.inject({
      url: `/api/v1/address/${address}`,
      headers: { 'x-api-key': 'key-of-the-wallets' },
    })
    return answer.json<{ identifications: unknown[] }>().identifications.length
  }
  expect(await about('0x5A4C71000000000000000000000000000000C0DE')).toBe(1)
  const mine = `0x${'ab'.repeat(20)}`
  expect(await about(mine)).toBe(0)
  const control = { authorization: 'Bearer control' }
  await service.app.inject({
    method: 'POST',
    url: '/_control/wallets',
    headers: control,
    payload: { address: mine },
  })
  expect(await about(mine)).toBe(1)
  const person = { names: ['Ana Paz'], birthDate: '1990-04-12', country: 'pe' }
  await service.app.inject({ method: 'POST', url: '/_control/people', headers: control, payload: person })
  expect((await match('Ana Paz', '1990-04-12')).results[0]).toMatchObject({ match: true })
  expect((await service.app.inject({ url: '/api/v1/address/0x1' })).statusCode).toBe(403)
})
