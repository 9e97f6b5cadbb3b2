import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Journal } from '../../server/src/kernel/plan.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { createBatchByHand, leg, type BatchByHand } from './batch-by-hand.ts'

/** A journal is reversed once. So a journal that is no reversal must not take the place of the real one. */
let ledger: TestLedger
let app: pg.Client
let byHand: BatchByHand
beforeAll(async () => {
  ledger = await createTestLedger()
  app = new pg.Client({ connectionString: ledger.appUrl })
  await app.connect()
  byHand = await createBatchByHand(ledger, app)
})
afterAll(async () => {
  await app.end()
  await ledger.end()
})

const legsOf = (amount: bigint) => [
  leg({ code: 'bank.settlement' }, -amount),
  leg({ code: 'equity.capital' }, amount),
]
const postOne = async (): Promise<string> => {
  const posted = await ledger.post(byHand.capital(legsOf(500n)))
  return posted.outcome === 'posted' ? (posted.journalIds[0] ?? '') : ''
}
const notTheOpposite = 'not the opposite'

test('a reversal has the opposite legs', async () => {
  const id = await postOne()
  const refusalOf = (journal: Journal) =>
    byHand.refusalOf(byHand.encode({ journals: [{ ...journal, reverses: id }] }))
  const three = [...legsOf(-499n), ...legsOf(-1n)]
  const elsewhere = [leg({ code: 'bank.settlement' }, 500n), leg({ code: 'income.spread' }, -500n)]
  for (const legs of [legsOf(500n), legsOf(-499n), three, elsewhere])
    expect(await refusalOf(byHand.capital(legs))).toContain(notTheOpposite)
  const otherKind = { ...byHand.capital(legsOf(-500n)), kind: 'issuer.funded', key: 'issuer:1' }
  expect(await refusalOf(otherKind)).toContain(notTheOpposite)
  const wrong = { ...byHand.capital(legsOf(1n)), reverses: id }
  expect(await ledger.post(wrong)).toEqual({ outcome: 'not_reversible' })
  const right = { ...byHand.capital(legsOf(-500n).toReversed()), reverses: id }
  expect(await ledger.post(right)).toMatchObject({ outcome: 'posted' })
})

test('no journal reverses one of its own batch', async () => {
  const one = byHand.encode({ journals: [byHand.capital()] })
  expect(await byHand.refusalOf({ ...one, p_reverses: one['p_journals'] ?? null })).toContain(notTheOpposite)
  const two = byHand.encode({ journals: [byHand.capital(legsOf(5n)), byHand.capital(legsOf(-5n))] })
  const [first, second] = String(two['p_journals']).slice(1, -1).split(',')
  expect(await byHand.refusalOf({ ...two, p_reverses: `{${second},${first}}` })).toContain(notTheOpposite)
})
