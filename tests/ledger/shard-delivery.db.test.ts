import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { closeAccounts } from '../../server/src/ledger/accounts.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { createPoster, type Poster } from '../../server/src/ledger/poster.ts'
import { comparePairs, readInTransit } from '../load/shard-checks.ts'
import {
  claimDeliveries,
  countUndelivered,
  deliverNext,
  postDeliveries,
  removeDelivered,
  sendPlan,
} from '../load/shard-delivery.ts'
import {
  findTrialKind,
  insideJournal,
  openingJournal,
  trialKinds,
  type Owner,
  type Transfer,
} from '../load/shard-transfers.ts'

type TestShard = TestLedger & { readonly id: string; readonly trial: Poster }

const openShard = async (): Promise<TestShard> => {
  const ledger = await createTestLedger()
  await ledger.owner.query(
    `update journal_kind set built = true, debits = '', credits = '', one_wallet = false where name = any ($1)`,
    [[...trialKinds]],
  )
  const { db, ids, clock, outbox } = ledger
  const trial = createPoster({
    pool: db.pool,
    ids,
    clock,
    expandEvents: outbox.expand,
    findKind: findTrialKind,
  })
  return { ...ledger, id: ids.next(), trial }
}

let sending: TestShard
let receiving: TestShard
beforeAll(async () => {
  ;[sending, receiving] = await Promise.all([openShard(), openShard()])
})
afterAll(async () => {
  for (const shard of [sending, receiving]) {
    await shard.trial.close()
    await shard.end()
  }
})

const openWallet = async ({ ids, clock, trial }: TestShard, cents: bigint): Promise<Owner> => {
  const owner = { ownerId: ids.next(), companyId: ids.next() }
  const opening = openingJournal(owner, { cents, effectiveAt: clock.now() })
  expect(await trial.apply({ journals: [opening] })).toMatchObject({ outcome: 'posted' })
  return owner
}
const send = async (receiver: Owner, cents = 500n) => {
  const sender = await openWallet(sending, 501n)
  const { ids, clock } = sending
  const transfer: Transfer = {
    id: ids.next(),
    cents,
    feeCents: 1n,
    effectiveAt: clock.now(),
    sender,
    receiver,
  }
  return sending.trial.apply(sendPlan(transfer, { from: sending.id, to: receiving.id }))
}
const walletOf = ({ ownerId }: Owner) => receiving.balance({ code: 'wallet.regular.available', ownerId })
const waiting = () => sending.db.read(allTenants, countUndelivered)
const claim = () =>
  sending.db.write(allTenants, (sql) => claimDeliveries(sql, { leaseMs: 60_000, limit: 10 }))
const endLeases = () =>
  sending.owner.query(
    'update job set leased_until = now() - interval $$1 second$$ where leased_until is not null',
  )
const deliver = async () => {
  const route = { from: sending.db, to: receiving.trial, leaseMs: 60_000, limit: 10 }
  return (await deliverNext(route)).map(({ outcome }) => outcome)
}

test('sent money is in transit until its delivery has arrived', async () => {
  const receiver = await openWallet(receiving, 1n)
  expect(await send(receiver)).toMatchObject({ outcome: 'posted' })
  expect(await readInTransit(sending, receiving)).toBe(500n)
  expect(await deliver()).toEqual(['posted'])
  expect(await walletOf(receiver)).toBe(501n)
  expect(await readInTransit(sending, receiving)).toBe(0n)
  expect(await waiting()).toBe(0)
})

test('a refused transfer writes no delivery', async () => {
  expect(await send(await openWallet(receiving, 1n), 600n)).toMatchObject({ outcome: 'insufficient_funds' })
  expect(await waiting()).toBe(0)
})

test('a delivery whose answer was lost is delivered again, and posted once', async () => {
  const receiver = await openWallet(receiving, 1n)
  await send(receiver)
  await postDeliveries(receiving.trial, await claim())
  await endLeases()
  expect(await deliver()).toEqual(['replayed'])
  expect(await walletOf(receiver)).toBe(501n)
  expect(await waiting()).toBe(0)
  expect(await comparePairs(sending, receiving)).toMatchObject({ missing: 0, extra: 0 })
})

test('a worker that lost its claim removes nothing', async () => {
  await send(await openWallet(receiving, 1n))
  const lost = await claim()
  await endLeases()
  const held = await claim()
  expect(await sending.db.write(allTenants, (sql) => removeDelivered(sql, lost))).toBe(0)
  expect(held).toHaveLength(1)
  await endLeases()
  expect(await deliver()).toEqual(['posted'])
})

test('a delivery that is refused stays, and its money is in transit', async () => {
  const receiver = await openWallet(receiving, 2n)
  const { ids, clock, trial, accountsDb } = receiving
  const emptied = { id: ids.next(), cents: 1n, feeCents: 1n, effectiveAt: clock.now(), sender: receiver }
  const other = await openWallet(receiving, 1n)
  await trial.apply({ journals: [insideJournal({ ...emptied, receiver: other })] })
  await accountsDb.write(allTenants, (sql) => closeAccounts(sql, { ...receiver, at: clock.now() }))
  await send(receiver)
  expect(await deliver()).toEqual(['account_closed'])
  expect(await waiting()).toBe(1)
  expect(await readInTransit(sending, receiving)).toBe(500n)
})
