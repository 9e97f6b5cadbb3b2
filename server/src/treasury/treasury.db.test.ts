import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { allTenants } from '../kernel/database.ts'
import { issuerTransferRefused, issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import { readTrialBalance } from '../ledger/reports.ts'
import { readFloat } from './float.sql.ts'
import { listFindings } from './findings.sql.ts'
import { untilHourMs } from './busy-book.test-kit.ts'

let product: SpendingProduct
beforeAll(async () => {
  product = await createSpendingProduct()
})
afterAll(() => product.stop())

const float = () => product.kernel.db.read(allTenants, readFloat)
const natural = async (code: string) => {
  const lines = await product.kernel.db.read(allTenants, (sql) => readTrialBalance(sql))
  return lines.find((line) => line.code === code)?.natural ?? 0n
}
const findings = () => product.kernel.db.read(allTenants, listFindings)
const atIssuer = async () => {
  const account = await product.issuer.issuer.readAccount()
  if (account.outcome !== 'ok') throw new Error(account.outcome)
  return account.value
}
const advance = async (minutes: number) => {
  const { clock } = product.kernel
  clock.setOffset(clock.offsetMs() + minutes * 60_000)
  await product.issuer.control('/clock', { offsetMs: clock.offsetMs() })
  await product.settle()
}

/** Until a comparison that does not fit has read the issuer three times. */
const readOn = async () => {
  for (let read = 0; read < 16; read += 1) {
    product.wait(2100)
    await product.settle()
  }
}

test("the demo's float arrives once, by the issuer's own event, also by a delayed one", async () => {
  await product.issuer.control('/faults', { kind: 'duplicate', path: 'account.prefund', remaining: 1 })
  await product.settle()
  await advance(1)
  await advance(1)
  expect(await atIssuer()).toEqual({ availableCents: 10_000_000n, unallocatedCents: 10_000_000n })
  expect(await float()).toEqual({ unallocatedCents: 10_000_000n, inFlightCents: 0n, transitCents: 0n })
  expect(await natural('equity.capital')).toBe(10_000_000n)
  expect(await natural('bank.settlement')).toBe(0n)
})

test('money without a wire is booked in suspense', async () => {
  await product.issuer.control('/fund', { amount: '12.34' })
  await product.issuer.control('/fund', { amount: '1.00' })
  await product.settle()
  expect(await natural('suspense')).toBe(1334n)
  expect((await float()).unallocatedCents).toBe((await atIssuer()).unallocatedCents)
})

test('both books agree; an injected cent is suspected, then open, then gone', async () => {
  await advance(untilHourMs(2, product.kernel.clock.now()) / 60_000)
  await readOn()
  expect(await findings()).toEqual([])
  await product.issuer.control('/drift', { available: '0.01', unallocated: '0.01' })
  await advance(61)
  await readOn()
  expect(await findings()).toMatchObject([
    { invariant: 'R3', subject: 'issuer.unallocated', status: 'suspected' },
    { invariant: 'R4', subject: 'master balance', status: 'suspected' },
  ])
  await advance(2)
  await readOn()
  expect((await findings()).map(({ status }) => status)).toEqual(['open', 'open'])
  await advance(2)
  await readOn()
  const told = await product.rows<{ payload: object }>(
    `select payload from event where type = 'reconciliation.mismatch_found' order by payload ->> 'invariant'`,
  )
  expect(told.map(({ payload }) => payload)).toMatchObject([{ invariant: 'R3' }, { invariant: 'R4' }])
  await product.issuer.control('/drift', { available: '-0.01', unallocated: '-0.01' })
  await advance(2)
  expect(await findings()).toEqual([])
})

test('a fee that the issuer debits without an event is a visible difference', async () => {
  await product.issuer.control('/fee', { amount: '2.50' })
  await advance(61)
  await readOn()
  await advance(2)
  await readOn()
  expect(await findings()).toMatchObject([
    { invariant: 'R3', status: 'open' },
    { invariant: 'R4', status: 'open' },
  ])
  await product.issuer.control('/fee', { amount: '-2.50' })
  await advance(2)
  expect(await findings()).toEqual([])
})

test('a low float is filled by a new wire', async () => {
  const { ids, clock, apply } = product.kernel
  const id = ids.next()
  const transfer = {
    reference: `load:${id}`,
    refId: id,
    attempt: 1,
    amountCents: 8_000_000n,
    effectiveAt: clock.now(),
  }
  expect((await apply({ journals: [issuerTransferStarted(transfer)] })).outcome).toBe('posted')
  await advance(61)
  const { unallocatedCents, transitCents } = await float()
  expect(transitCents).toBe(0n)
  expect(unallocatedCents).toBe(12_001_334n)
  expect((await atIssuer()).availableCents).toBe(20_001_334n)
  // A check between the wire and its event may have recorded a suspicion; the next check does not.
  await advance(2)
  // Money in flight may be on either side: no difference.
  expect(await findings()).toEqual([])
  await apply({ journals: [issuerTransferRefused(transfer)] })
})
