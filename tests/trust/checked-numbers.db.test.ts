import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { Journal } from '../../server/src/kernel/plan.ts'
import { accountId } from '../../server/src/ledger/account-id.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { postOneLoad, type OneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { createBatchByHand, elementsOf, leg, type BatchByHand } from './batch-by-hand.ts'

/**
 * Batches whose plans are correct, with numbers that post_batch must not believe. Each of them once made the
 * book wrong without a refusal.
 */
let ledger: TestLedger
let load: OneLoad
let app: pg.Client
let byHand: BatchByHand
beforeAll(async () => {
  ledger = await createTestLedger()
  load = await postOneLoad(ledger)
  app = new pg.Client({ connectionString: ledger.appUrl })
  await app.connect()
  byHand = await createBatchByHand(ledger, app)
})
afterAll(async () => {
  await app.end()
  await ledger.end()
})

const equity = { code: 'equity.capital' }
const transit = { code: 'issuer.transit' }
const usdc = (code: string) => ({ code, asset: 'USDC@1' })
const batchOf = (...journals: Journal[]) =>
  byHand.encode(...journals.map((journal) => ({ journals: [journal] })))
/** Money on the way to the issuer, with its own reference. */
const sendFunding = async (amount: bigint): Promise<string> => {
  const ref = ledger.ids.next()
  const legs = [leg(transit, -amount, { ref }), leg(equity, amount)]
  expect(await ledger.post(byHand.capital(legs))).toMatchObject({ outcome: 'posted' })
  return ref
}
const returnFunding = (ref: string, amount: bigint): Journal =>
  byHand.capital([leg(transit, amount, { ref }), leg(equity, -amount)])
const expectNoFinding = async () => {
  expect(await ledger.db.read(allTenants, checkBook)).toEqual([])
}

test.each(['99', '0', '-1'])(
  'a leg with the account number %s is no counterpart of another',
  async (number) => {
    const legs = [leg(usdc('crypto.treasury'), -5n), leg(usdc('fx.units'), 5n)]
    const parameters = batchOf(byHand.capital(legs))
    const [first] = elementsOf(parameters['p_leg_accounts'])
    const changed = { ...parameters, p_leg_accounts: `{${first},${number}}` }
    expect(await byHand.refusalOf(changed)).toContain('on no account')
    await expectNoFinding()
  },
)

test.each([
  ['with the numbers of no account', { p_leg_accounts: '{99,99}' }],
  ['without accounts', { p_accounts: '{}' }],
  ['without an array of accounts', { p_accounts: null }],
])('a journal %s has no legs', async (_what, change) => {
  expect(await byHand.refusalOf({ ...batchOf(byHand.capital()), ...change })).toContain('on no account')
  await expectNoFinding()
})

test.each([0, 2])('a reference is not hidden by an array that starts at %i', async (start) => {
  const ref = await sendFunding(5n)
  await sendFunding(50n)
  const parameters = batchOf(returnFunding(ref, 40n))
  const shifted = (name: string) => `[${start}:${start}]=${String(parameters[name])}`
  const changed = {
    ...parameters,
    p_slots: String(parameters['p_slots']).replace('1', String(start)),
    p_ref_accounts: shifted('p_ref_accounts'),
    p_ref_ids: shifted('p_ref_ids'),
  }
  expect(await byHand.refusalOf(changed)).toContain('names no reference')
  await expectNoFinding()
})

test('a plan below the floor of an account leaves the balance of its reference as it was', async () => {
  const ref = await sendFunding(5n)
  const outcomes = await byHand.call(batchOf(returnFunding(ref, 1_000_000n), returnFunding(ref, 1n)))
  expect(outcomes).toMatchObject([{ plan: 1, outcome: 'insufficient_funds' }])
  await expectNoFinding()
})

test('a bucket is in one wallet of a batch', async () => {
  const bucket = (name: string) => ({ ...load.norte, code: `wallet.regular.${name}` })
  const legs = [
    leg(bucket('pending'), 5n),
    leg(bucket('available'), 5n),
    leg({ code: 'bank.settlement' }, -10n),
  ]
  const parameters = batchOf(byHand.capital(legs))
  const locked = elementsOf(parameters['p_accounts']).length
  const copied = [...elementsOf(parameters['p_unlocked']), accountId(bucket('pending'))].toSorted()
  const numberOf = (name: string) => locked + copied.indexOf(accountId(bucket(name))) + 1
  const [available, pending] = elementsOf(parameters['p_wallets'])
  const wallets = [
    available,
    pending,
    numberOf('reserved'),
    available,
    numberOf('pending'),
    numberOf('reserved'),
  ]
  const changed = { ...parameters, p_unlocked: `{${copied.join()}}`, p_wallets: `{${wallets.join()}}` }
  expect(await byHand.refusalOf(changed)).toContain('is not one')
  await expectNoFinding()
})

test('a card that falls twice in one journal has a break with its last balance', async () => {
  const card = { code: 'card.available', ...load.card }
  const legs = [leg(card, -2_000n), leg(card, -3_000n), leg({ ...card, code: 'card.floating' }, 5_000n)]
  const journal = { ...byHand.capital(legs), kind: 'card.authorised', key: `issuer:${ledger.ids.next()}` }
  expect(await byHand.call(batchOf(journal))).toEqual([])
  const { rows } = await ledger.owner.query<{ balance: bigint }>(
    'select balance from ledger_break where account_id = $1',
    [accountId(card)],
  )
  expect(rows).toEqual([{ balance: await ledger.balance(card) }])
  await expectNoFinding()
})

test.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])(
  'a journal has no id of another time: %s',
  async (id) => {
    expect(await byHand.refusalOf({ ...batchOf(byHand.capital()), p_journals: `{${id}}` })).toContain(
      'not made now',
    )
  },
)
