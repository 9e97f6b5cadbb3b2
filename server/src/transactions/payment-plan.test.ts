import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createIds } from '../kernel/ids.ts'
import type { Plan } from '../kernel/plan.ts'
import type { IssuerTransactionEvent } from '../providers/issuer/port.ts'
import { eventSets, paymentEvent } from './payment.test-kit.ts'
import { paymentPlan, type BookedPayment } from './payment-plan.ts'
import type { TransactionRecord } from './transactions.sql.ts'
import { paymentState } from './payment-rows.ts'

const now = new Date('2026-11-21T00:00:00Z')
const ids = createIds(() => now.getTime())
const card = {
  id: '00000000-0000-7000-8000-000000000101',
  companyId: '00000000-0000-7000-8000-000000000001',
  userId: '00000000-0000-7000-8000-000000000102',
}

const facts = (
  known: readonly IssuerTransactionEvent[],
  fresh: readonly IssuerTransactionEvent[],
  booked: BookedPayment | null = null,
) => ({ ids, now, card, availableCents: 87_000n, booked, known, fresh, hasBreak: false })

const inCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const recordOf = (row: object) => {
  const columns = Object.entries({ version: 1, ...row }).map(([name, value]) => [inCamelCase(name), value])
  return Object.fromEntries(columns) as TransactionRecord
}

/** Returns the rows after a plan, as the poster would write them. */
const applied = (plan: Plan, booked: BookedPayment | null): BookedPayment => {
  const inserted = (plan.rows ?? []).filter(({ table }) => table === 'cardTransaction').map(({ row }) => row)
  const own = inserted.find((row) => 'issuerTransactionId' in row && row.issuerTransactionId !== null)
  const [update] = plan.updates ?? []
  const before = booked?.own ?? recordOf(own ?? {})
  return {
    own: update ? recordOf({ ...before, ...update.set }) : before,
    related: [...(booked?.related ?? []), ...inserted.filter((row) => row !== own).map(recordOf)],
  }
}

const legsOf = (plans: readonly Plan[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const { account, amount } of plans.flatMap(({ journals }) => journals).flatMap(({ legs }) => legs)) {
    sums.set(account.code, (sums.get(account.code) ?? 0n) + amount)
  }
  return sums
}

test('the first event inserts the row, its journal and the notification', () => {
  const plan = paymentPlan(facts([], [paymentEvent('e1', 'authorisation', 10_000n)]))
  expect(plan.journals.map(({ kind, key }) => [kind, key])).toEqual([['card.authorised', 'issuer:e1']])
  expect(plan.rows?.map(({ table }) => table)).toEqual(['cardTransaction', 'paymentEvent'])
  expect(plan.events).toMatchObject([{ type: 'card.authorised', userId: card.userId }])
})

test('a decline updates no row and stores the amount that was available', () => {
  const plan = paymentPlan(facts([], [paymentEvent('e1', 'decline', 91_200n)]))
  expect(plan.journals).toEqual([])
  expect(plan.rows?.[0]?.row).toMatchObject({ status: 'declined', declineAvailableCents: 87_000n })
  const payload = { merchant: 'Hotel Miramar', amountCents: '91200', reason: 'insufficient_funds' }
  expect(plan.events).toMatchObject([{ type: 'card.declined', payload }])
})

test('a clearing without authorisation opens one break', () => {
  const first = paymentEvent('e1', 'clearing', 1200n)
  const plan = paymentPlan(facts([], [first]))
  const breaks = (each: Plan) => each.rows?.filter(({ table }) => table === 'paymentBreak') ?? []
  expect(breaks(plan)).toMatchObject([
    { row: { class: 'clearing_without_authorisation', amountCents: 1200n } },
  ])
  const again = { ...facts([first], [paymentEvent('e2', 'clearing', 100n)]), hasBreak: true }
  expect(breaks(paymentPlan(again))).toEqual([])
})

test('a payment and its related rows are inserted by one statement', () => {
  const fees = [{ type: 'fx', amountCents: 10n }]
  const plan = paymentPlan(facts([], [paymentEvent('e1', 'clearing', 1200n, { final: true, fees })]))
  const rows = (plan.rows ?? []).filter(({ table }) => table === 'cardTransaction')
  const columns = rows.map(({ row }) => Object.keys(row).sort().join())
  expect(rows).toHaveLength(2)
  expect(new Set(columns).size).toBe(1)
})

test('the booking does not depend on the order of the events', () => {
  const arrivals = eventSets.chain((events) =>
    fc.tuple(
      fc.constant(events),
      fc.shuffledSubarray(events, { minLength: events.length }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: events.length, maxLength: events.length }),
    ),
  )
  fc.assert(
    fc.property(arrivals, ([events, order, sizes]) => {
      const plans: Plan[] = []
      let booked: BookedPayment | null = null
      let known: IssuerTransactionEvent[] = []
      for (const size of sizes) {
        const fresh = order.slice(known.length, known.length + size)
        if (fresh.length === 0) break
        const plan = paymentPlan(facts(known, fresh, booked))
        plans.push(plan)
        booked = applied(plan, booked)
        known = [...known, ...fresh]
      }
      const state = paymentState(events)
      const legs = legsOf(plans)
      const { floatingCents, settledCents } = state.feed
      expect(legs.get('card.available') ?? 0n).toBe(-floatingCents - settledCents)
      expect(legs.get('card.floating') ?? 0n).toBe(floatingCents)
      expect(legs.get('issuer.allocated') ?? 0n).toBe(settledCents)
      expect(booked?.own).toMatchObject({
        status: state.own.status,
        amountCents: state.own.amountCents,
        heldCents: state.own.heldCents,
        settledCents: state.own.settledCents,
      })
      const related = booked?.related ?? []
      expect(related.map((row) => `${row.issuerEventId} ${row.purpose} ${row.amountCents}`).sort()).toEqual(
        state.related.map((row) => `${row.issuerEventId} ${row.purpose} ${row.amountCents}`).sort(),
      )
      const keys = plans.flatMap(({ journals }) => journals).map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})
