import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountKey } from '../../server/src/kernel/plan.ts'
import { chart, isTwin, type ChartAccount } from '../../server/src/ledger/chart.ts'
import { kindLegs } from '../../server/src/ledger/kind-legs.ts'
import { kinds, type PostingKind } from '../../server/src/ledger/kinds.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { allowOwnLegs } from '../support/any-legs.ts'
import { createBatchByHand, leg, type BatchByHand } from './batch-by-hand.ts'

/** Calls of post_batch with the app's own login: each kind on each account, as a debit and as a credit. */
let ledger: TestLedger
let app: pg.Client
let byHand: BatchByHand
const [owner, other] = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000a2']
beforeAll(async () => {
  ledger = await createTestLedger()
  await allowOwnLegs(ledger.ownerUrl)
  app = new pg.Client({ connectionString: ledger.appUrl })
  await app.connect()
  byHand = await createBatchByHand(ledger, app)
})
afterAll(async () => {
  await app.end()
  await ledger.end()
})

/** Another id for the card of an owner. */
const cardOf = (ownerId: string) => ownerId.replace(/^./, '1')
const keyOf = ({ code, owners, currency }: ChartAccount, ownerId = owner): AccountKey => ({
  code,
  ...(currency === 'usd' ? {} : { asset: 'USDC@1' }),
  ...(owners.includes('operator')
    ? {}
    : { ownerId: owners.includes('card') ? cardOf(ownerId) : ownerId, companyId: owner }),
})
const lineOf = (code: string, isInAsset: boolean) =>
  chart.find((line) => line.code === code && (line.currency === 'asset') === isInAsset)!
/** An account with which a leg on this one balances, also by the twin rule. */
const counterOf = ({ code, currency }: ChartAccount): ChartAccount => {
  if (isTwin(code)) return lineOf(code === 'issuer.allocated' ? 'card.floating' : 'issuer.allocated', false)
  if (currency === 'asset' || currency === 'native')
    return lineOf(code === 'suspense' ? 'deposit.unapplied' : 'suspense', true)
  return lineOf(code === 'bank.settlement' ? 'equity.capital' : 'bank.settlement', false)
}
const journalOf = ({ kind, key }: PostingKind, legs: ReturnType<typeof leg>[]) => ({
  ...byHand.capital(legs),
  kind,
  key: key.replaceAll(/\{\w+\}/g, () => ledger.ids.next()),
})
const refusalOf = (kind: PostingKind, line: ChartAccount, amount: bigint) => {
  const ref = ledger.ids.next()
  const legs = [leg(keyOf(line), amount, { ref }), leg(keyOf(counterOf(line)), -amount, { ref })]
  return byHand.refusalOf(byHand.encode({ journals: [journalOf(kind, legs)] }))
}

test('every kind has its legs, and every account is of some kind', () => {
  expect(Object.keys(kindLegs)).toEqual(kinds.map(({ kind }) => kind))
  for (const { debits, credits } of Object.values(kindLegs)) {
    expect(Math.min(debits.length, credits.length)).toBeGreaterThan(0)
    for (const code of [...debits, ...credits]) expect(chart.map((line) => line.code)).toContain(code)
  }
})

const built = kinds.filter(({ later }) => !later)
test.each(built.map((each) => [each.kind, each] as const))(
  '%s: legs on its own accounts are accepted, all others refused',
  async (name, kind) => {
    const { debits, credits } = kindLegs[name]!
    const wrong: string[] = []
    for (const line of chart) {
      for (const amount of [-5n, 5n]) {
        const isOwn = (amount < 0n ? debits : credits).includes(line.code)
        const refusal = await refusalOf(kind, line, amount)
        const isRefused = refusal.includes(`of ${amount} on ${line.code}, which its kind does not have`)
        if (isRefused === isOwn) wrong.push(`${line.code} ${amount}: ${refusal}`)
      }
    }
    expect(wrong).toEqual([])
  },
)

test('a transfer from a regular to an immediate wallet is refused', async () => {
  const kindOf = (name: string) => kinds.find(({ kind }) => kind === name)!
  const available = (type: string) => lineOf(`wallet.${type}.available`, false)
  const from = keyOf(available('regular'))
  const toWallet = [leg({ code: 'expense.adjustments' }, -50n), leg(from, 50n)]
  expect(await ledger.post(journalOf(kindOf('adjustment.wallet'), toWallet))).toMatchObject({
    outcome: 'posted',
  })
  const transfer = (to: string) =>
    journalOf(kindOf('transfer.made'), [leg(from, -5n), leg(keyOf(available(to), other), 5n)])
  const refusal = (to: string) => byHand.refusalOf(byHand.encode({ journals: [transfer(to)] }))
  expect(await refusal('immediate')).toContain('has legs on wallets of both types')
  expect(await refusal('regular')).toBe('accepted: []')
})
