import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { dailyRunBefore } from '../calendar/business-time.ts'
import { allTenants } from '../kernel/database.ts'
import { entryOfJob } from '../kernel/jobs.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { approve, drawUp, makeVoid } from './settlement-draft.ts'
import { paymentPlan, readPayment } from './settlement-payment.ts'
import { runName } from './settlement-run.jobs.ts'
import { createSettlementWorld, type SettlementWorld, type TestShare } from './settlement-world.test-kit.ts'
import { readSettlement } from './settlements.sql.ts'

let product: PeopleProduct
let world: SettlementWorld
let by = ''
let names = 0
beforeAll(async () => {
  product = await createPeopleProduct()
  world = await createSettlementWorld(product)
  by = world.first.userId
})
afterAll(async () => {
  const findings = await world.findings()
  await world.end()
  await product.stop()
  expect(findings).toEqual([])
})

const newCompany = () => {
  names += 1
  return makeCompany(product, { slug: `order-${names}`, name: `Order ${names}`, parentId: world.norte })
}
const write = <T>(use: Parameters<typeof product.kernel.write<T>>[1]) =>
  product.kernel.write(allTenants, use, entryOfJob({ id: product.kernel.ids.next(), name: runName }))
type Wallet = 'regular' | 'immediate'

const draw = async (ownerId: string, wallet: Wallet, lines: { amount: bigint; note: string }[] = []) =>
  write(async (tx) => {
    const calendar = await readBusinessCalendar(tx.sql)
    const now = product.kernel.clock.now()
    const holder = await readWalletHolder(tx.sql, ownerId)
    if (!holder) throw new Error('There is no such company')
    const periodEnd = dailyRunBefore(now, calendar)
    return drawUp(tx, product.kernel.ids, { holder, wallet, periodEnd, lines, now, by, reason: 'Test' })
  })
const idsIn = async (ownerId: string, status: string) =>
  (
    await world.rows<{ id: string }>('select id from settlement where owner_id = $1 and status = $2', [
      ownerId,
      status,
    ])
  ).map(({ id }) => id)
const approveAll = async (ownerId: string) => {
  for (const id of await idsIn(ownerId, 'draft'))
    await write(async (tx) => {
      const row = await readSettlement(tx.sql, id)
      return row && approve(tx, row, { by: null, now: product.kernel.clock.now() })
    })
}
const payAll = async (ownerId: string) => {
  for (const id of await idsIn(ownerId, 'approved')) {
    const plan = await product.kernel.db.read(allTenants, async (sql) => {
      const row = await readSettlement(sql, id)
      if (!row) throw new Error('There is no such settlement')
      const { ids, clock } = product.kernel
      const of = { ids, now: clock.now(), by: null, companyId: ownerId, detail: { actor: runName } }
      return paymentPlan({ ...row, status: 'approved' }, await readPayment(sql, row), of)
    })
    expect((await product.kernel.apply(plan)).outcome).toBe('posted')
  }
}
const voidAll = async (ownerId: string) => {
  for (const status of ['draft', 'approved'])
    for (const id of await idsIn(ownerId, status))
      await write(async (tx) => {
        const row = await readSettlement(tx.sql, id)
        const of = { by, now: product.kernel.clock.now(), reason: 'Test' }
        return row !== null && (await makeVoid(tx, row, of))
      })
}

const allowanceCents = 2_000n

/** What settlements have put into the immediate wallet because it was below zero. */
const recovered = async (ownerId: string): Promise<bigint> => {
  const [row] = await world.rows<{ cents: string }>(
    `select coalesce(sum(allowance_cents), 0)::text as cents from settlement where owner_id = $1 and status = 'paid'`,
    [ownerId],
  )
  return BigInt(row?.cents ?? '')
}

/** Spends from the immediate wallet, down to its allowance. */
const spend = async (ownerId: string, cents: bigint): Promise<bigint> => {
  const available = (await world.balances(ownerId))['wallet.immediate.available'] ?? 0n
  const most = available + allowanceCents
  const spent = cents < most ? cents : most
  if (spent > 0n)
    await world.change({ ownerId, companyId: ownerId }, { available: -spent }, { wallet: 'immediate' })
  return spent
}

/** The wallets agree with shares and settlements, and no cent appeared or went. */
const check = async (ownerId: string, expected: { earned: bigint; reversed: bigint; spent: bigint }) => {
  const balances = await world.balances(ownerId)
  const of = (code: string) => balances[code] ?? 0n
  let wealth = -of('partner.owed')
  expect(of('partner.owed') >= 0n).toBe(true)
  for (const wallet of ['regular', 'immediate'] as const) {
    wealth += of(`wallet.${wallet}.pending`) + of(`wallet.${wallet}.available`)
    const [paid] = await world.rows<{ cents: string }>(
      `select coalesce(sum(paid_cents), 0)::text as cents from settlement where owner_id = $1 and wallet = $2`,
      [ownerId, wallet],
    )
    const spent = wallet === 'immediate' ? expected.spent : 0n
    const lent = wallet === 'immediate' ? await recovered(ownerId) : 0n
    expect(of(`wallet.${wallet}.available`), `${wallet}: paid`).toBe(BigInt(paid?.cents ?? '') + lent - spent)
    const [waiting] = await world.rows<{ cents: string }>(
      `select coalesce(sum(case when s.settlement_id is null then s.left_cents when t.status = 'approved' then s.settled_cents
        else 0 end), 0)::text as cents from share s left join settlement t on t.id = s.settlement_id
       where s.owner_id = $1 and s.wallet_type = $2`,
      [ownerId, wallet],
    )
    expect(of(`wallet.${wallet}.pending`), `${wallet}: pending`).toBe(BigInt(waiting?.cents ?? ''))
  }
  const [byHand] = await world.rows<{ cents: string }>(
    `select coalesce(sum(added_cents - deducted_cents), 0)::text as cents from settlement
     where owner_id = $1 and status = 'paid'`,
    [ownerId],
  )
  const [owed] = await world.rows<{ shares: string; isByHand: boolean }>(
    `select coalesce(sum(owed_left_cents + coalesce(settled_cents - left_cents, 0) - recovered_cents), 0)::text as shares,
      exists (select from settlement where owner_id = $1 and status = 'paid' and deducted_cents > 0) as "isByHand"
     from share where owner_id = $1`,
    [ownerId],
  )
  // What was deducted by hand is owed too, but not of a share.
  if (!owed?.isByHand) expect(of('partner.owed'), 'owed of each share').toBe(BigInt(owed?.shares ?? ''))
  const wanted = expected.earned - expected.reversed - expected.spent + BigInt(byHand?.cents ?? '')
  expect(wealth, 'earned and given by hand, less taken back and spent').toBe(wanted)
}

test('what is owed is carried forward until it is recovered (money §6, 8)', async () => {
  const ownerId = await newCompany()
  const early = await world.share({ ownerId, cents: 1_000n })
  await draw(ownerId, 'regular')
  await approveAll(ownerId)
  await payAll(ownerId)
  await world.change({ ownerId, companyId: ownerId }, { available: -1_000n })
  await world.reverse(early, 1_000n)
  await world.share({ ownerId, cents: 300n })
  await world.nextPeriod()
  await draw(ownerId, 'regular')
  await approveAll(ownerId)
  await payAll(ownerId)
  expect(await world.balances(ownerId)).toEqual({ 'partner.owed': 700n })
  await world.nextPeriod()
  await draw(ownerId, 'regular', [{ amount: 900n, note: 'Campaign' }])
  await approveAll(ownerId)
  await payAll(ownerId)
  expect(await world.balances(ownerId)).toEqual({ 'wallet.regular.available': 200n })
})

const cents = fc.integer({ min: 1, max: 5_000 }).map(BigInt)
const wallet = fc.constantFrom<Wallet>('regular', 'immediate')
const byHand = fc.oneof(fc.constant(0n), fc.integer({ min: -3_000, max: 3_000 }).map(BigInt))
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('share' as const), cents, wallet }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('reverse' as const), at: fc.nat(30), part: fc.nat(100) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('draw' as const), wallet, byHand }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constantFrom('approve' as const, 'pay' as const, 'void' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('spend' as const), cents }) },
)

test('in any order of shares, reversals, settlements and spending of an allowance every cent is somewhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 24 }), async (events) => {
      const ownerId = await newCompany()
      const shares: { of: TestShare; leftCents: bigint }[] = []
      const expected = { earned: 0n, reversed: 0n, spent: 0n }
      await world.allow(ownerId, allowanceCents)
      await world.nextPeriod()
      for (const each of events) {
        if (each.what === 'share') {
          const of = await world.share({ ownerId, cents: each.cents, speed: each.wallet })
          shares.push({ of, leftCents: each.cents })
          expected.earned += each.cents
        } else if (each.what === 'reverse') {
          const share = shares[each.at % Math.max(1, shares.length)]
          const part = share ? (share.leftCents * BigInt(each.part)) / 100n : 0n
          if (!share || part === 0n) continue
          expect((await world.reverse(share.of, part)).outcome).toBe('posted')
          share.leftCents -= part
          expected.reversed += part
        } else if (each.what === 'spend') {
          expected.spent += await spend(ownerId, each.cents)
        } else if (each.what === 'draw') {
          await world.nextPeriod()
          const lines = each.byHand === 0n ? [] : [{ amount: each.byHand, note: 'Campaign' }]
          await draw(ownerId, each.wallet, lines)
        } else if (each.what === 'approve') await approveAll(ownerId)
        else if (each.what === 'pay') await payAll(ownerId)
        else await voidAll(ownerId)
        await check(ownerId, expected)
      }
      await world.nextPeriod()
      for (const wallet of ['regular', 'immediate'] as const) await draw(ownerId, wallet)
      await approveAll(ownerId)
      await payAll(ownerId)
      await check(ownerId, expected)
    }),
    { seed: 20_261_128, numRuns: 10 },
  )
  const lines = await world.rows<{ kind: string }>('select distinct kind from settlement_line')
  const met = lines.map(({ kind }) => kind)
  expect(met).toEqual(expect.arrayContaining(['reversal', 'carried', 'allowance']))
}, 60_000)
