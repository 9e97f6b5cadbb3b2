import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Journal } from '../../server/src/kernel/plan.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { allowReversals } from '../ledger/varied-book.test-kit.ts'
import { allowAnyLegs } from '../support/any-legs.ts'
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
  await allowReversals(ledger)
  await allowAnyLegs(ledger.ownerUrl, 'issuer.funded')
})
afterAll(async () => {
  await app.end()
  await ledger.end()
})

const legsOf = (amount: bigint) => [
  leg({ code: 'bank.settlement' }, -amount),
  leg({ code: 'equity.capital' }, amount),
]
const postOne = async (journal = byHand.capital(legsOf(500n))): Promise<{ id: string; key: string }> => {
  const posted = await ledger.post(journal)
  if (posted.outcome !== 'posted') throw new Error(posted.outcome)
  return { id: posted.journalIds[0] ?? '', key: journal.key }
}
const reversalOf = ({ id, key }: { id: string; key: string }, legs = legsOf(-500n)): Journal => ({
  ...byHand.capital(legs),
  key: `${key}:reversed`,
  reverses: id,
})
const notTheReversal = 'not the reversal'
const refusalOf = (...journals: Journal[]) => byHand.refusalOf(byHand.encode({ journals }))

test('a reversal has the opposite legs', async () => {
  const one = await postOne()
  const three = [...legsOf(-499n), ...legsOf(-1n)]
  const elsewhere = [leg({ code: 'bank.settlement' }, 500n), leg({ code: 'income.spread' }, -500n)]
  for (const legs of [legsOf(500n), legsOf(-499n), three, elsewhere])
    expect(await refusalOf(reversalOf(one, legs))).toContain(notTheReversal)
  const otherKind = { ...reversalOf(one), kind: 'issuer.funded', key: 'issuer:1' }
  expect(await refusalOf(otherKind)).toContain(notTheReversal)
  expect(await ledger.post(reversalOf(one, legsOf(1n)))).toEqual({ outcome: 'not_reversible' })
  expect(await ledger.post(reversalOf(one, legsOf(-500n).toReversed()))).toMatchObject({ outcome: 'posted' })
})

test('a reversal has the key of its journal, and is not reversed', async () => {
  const one = await postOne()
  for (const key of [one.key, `${one.key}:2:reversed`, `capital:${ledger.ids.next()}:reversed`])
    expect(await refusalOf({ ...reversalOf(one), key: key === one.key ? `${key}:again` : key })).toContain(
      notTheReversal,
    )
  const back = await postOne(reversalOf(one))
  expect(await refusalOf(reversalOf(back, legsOf(500n)))).toContain(notTheReversal)
})

test('a reversal is effective no earlier than its journal', async () => {
  const effectiveAt = new Date(ledger.clock.now().getTime() - 3_600_000)
  const one = await postOne({ ...byHand.capital(legsOf(500n)), effectiveAt })
  const earlier = new Date(effectiveAt.getTime() - 1)
  expect(await refusalOf({ ...reversalOf(one), effectiveAt: earlier })).toContain(notTheReversal)
  expect(await ledger.post({ ...reversalOf(one), effectiveAt })).toMatchObject({ outcome: 'posted' })
})

test('a kind that is not reversed as a whole has no reversal', async () => {
  const legs = [
    leg({ code: 'issuer.transit' }, -500n, { ref: ledger.ids.next() }),
    leg({ code: 'bank.settlement' }, 500n),
  ]
  const funded = { ...byHand.capital(legs), kind: 'issuer.funded', key: `issuer:${ledger.ids.next()}` }
  const one = await postOne(funded)
  const back = { ...funded, key: `${one.key}:reversed`, reverses: one.id }
  const opposite = { ...back, legs: legs.map((each) => ({ ...each, amount: -each.amount })) }
  expect(await refusalOf(opposite)).toContain(notTheReversal)
})

test('no other journal takes the key of a reversal', async () => {
  const one = await postOne()
  const sameKey = { ...byHand.capital(), key: `${one.key}:reversed` }
  expect(await refusalOf(byHand.capital(), sameKey)).toContain('is the key of a reversal')
  expect(await ledger.post(reversalOf(one))).toMatchObject({ outcome: 'posted' })
})

test('a key has no control characters', async () => {
  for (const character of ['\n', '\r', '\t', '\u0001', '\u007f']) {
    const batch = byHand.encode({ journals: [byHand.capital()] })
    const refusal = await byHand.refusalOf({ ...batch, p_keys: `{"capital:a${character}b"}` })
    expect(refusal).toContain('control characters')
  }
})

test('no journal reverses one of its own batch', async () => {
  const one = byHand.encode({ journals: [byHand.capital()] })
  expect(await byHand.refusalOf({ ...one, p_reverses: one['p_journals'] ?? null })).toContain(notTheReversal)
  const two = byHand.encode({ journals: [byHand.capital(legsOf(5n)), byHand.capital(legsOf(-5n))] })
  const [first, second] = String(two['p_journals']).slice(1, -1).split(',')
  expect(await byHand.refusalOf({ ...two, p_reverses: `{${second},${first}}` })).toContain(notTheReversal)
})
