import { parseCents } from '@cardamom/contract/money'
import { sql as fragment } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { queryOnce, slot } from '../kernel/select-once.ts'
import { paymentEvents, type PaymentEventRecord } from './payments.sql.ts'
import type { ShownTransaction } from './transactions.sql.ts'

/** The card issuer's fees inside of a payment. */
export type PaymentFees = {
  readonly fees: readonly { readonly type: string; readonly amount: bigint }[]
  /** Fees with their own rows: they are settled and not part of the payment's amount. */
  readonly settledCents: bigint
}
type FeeLine = { paymentId: string | null; type: string; cents: bigint }

export const noFees: PaymentFees = { fees: [], settledCents: 0n }

/** Fees with their own rows, by payment and type. */
const settledFees = queryOnce((sql) => {
  const type = fragment<string>`coalesce(reason, '')`
  return sql
    .selectFrom('cardTransaction')
    .select((eb) => [
      'paymentId',
      type.as('type'),
      eb.cast<bigint>(eb.neg(eb.fn.sum('settledCents')), 'int8').as('cents'),
    ])
    .where('paymentId', '=', fragment<string>`any(${slot('paymentIds')})`)
    .where('purpose', '=', 'fee')
    .groupBy(['paymentId', type])
})

const adds: ReadonlySet<string> = new Set(['authorisation', 'increment'])
const subtracts: ReadonlySet<string> = new Set(['reversal', 'clearing'])

/**
 * Fees of the amount that is still held: those of the authorisation and its increments, less the cleared or
 * released part.
 */
const heldFees = (events: readonly PaymentEventRecord[]): FeeLine[] =>
  events.flatMap(({ paymentId, type: eventType, fees }) => {
    const sign = adds.has(eventType) ? 1n : subtracts.has(eventType) ? -1n : 0n
    return fees.map(({ type, amount }) => ({
      paymentId,
      type,
      cents: sign * (parseCents(amount) ?? 0n),
    }))
  })

const sumByType = (lines: readonly FeeLine[]) =>
  [...Map.groupBy(lines, ({ type }) => type)]
    .map(([type, same]) => ({ type, amount: same.reduce((sum, { cents }) => sum + cents, 0n) }))
    .filter(({ amount }) => amount > 0n)

/** The card issuer's fees of each of these payments. */
export const readPaymentFees = async (
  sql: Queries,
  rows: readonly ShownTransaction[],
): Promise<ReadonlyMap<string, PaymentFees>> => {
  const payments = rows.filter(({ issuerTransactionId }) => issuerTransactionId !== null)
  if (payments.length === 0) return new Map()
  const held = payments.filter(({ status }) => status === 'floating').map(({ id }) => id)
  const settled: FeeLine[] = await settledFees(sql, { paymentIds: payments.map(({ id }) => id) })
  const events =
    held.length === 0 ? [] : await paymentEvents(sql).where('paymentId', '=', anyOf(held)).execute()
  if (settled.length === 0 && events.length === 0) return new Map()
  const stillHeld = heldFees(events)
  return new Map(
    payments.map(({ id }) => {
      const own = settled.filter(({ paymentId }) => paymentId === id)
      const inHold = sumByType(stillHeld.filter(({ paymentId }) => paymentId === id))
      const lines = [...own, ...inHold.map(({ type, amount }) => ({ paymentId: id, type, cents: amount }))]
      return [
        id,
        { fees: sumByType(lines), settledCents: own.reduce((sum, { cents }) => sum + cents, 0n) },
      ] as const
    }),
  )
}
