import { sql as fragment, type SqlBool } from 'kysely'
import { constant, type Queries } from '../kernel/queries.ts'
import { applyUpdate, guardedUpdate } from '../kernel/guarded-update.ts'
import { applyTransition, transition, type StateOf } from '../kernel/states.ts'
import { readPayoutsOf } from '../payouts/payouts.sql.ts'
import type { PaymentRecord } from './load-record.ts'
import { loadRefundTransitions, loadTransitions } from './load-status.ts'

/** A requested refund that is not sent yet. */
export type OpenRefund = {
  readonly id: string
  readonly address: string
  readonly amounts: readonly CoinAmount[]
  readonly requestedAt: Date
  /** Who entered the address. */
  readonly userId: string
  /** Only a requested one can be withdrawn: two people have approved a queued one, and the last is signed. */
  readonly status: 'requested' | 'queued' | 'sending'
}
type RefundStatus = StateOf<typeof loadRefundTransitions>
type ShownRefundStatus = Exclude<RefundStatus, 'withdrawn'>
/** Text of an amount in the contract's own decimals, and its coin. */
export type CoinAmount = { readonly amount: string; readonly asset: string }

/** Stored as JSON by `insertRefund`. */
type StoredAmounts = { amounts: CoinAmount[] }
const openRefunds = (sql: Queries) =>
  sql
    .selectFrom('loadRefund')
    .select(['loadRefund.id', 'loadRefund.address', 'loadRefund.requestedAt', 'loadRefund.amounts'])
    .select(['loadRefund.status', 'loadRefund.userId'])
    .where('loadRefund.status', 'in', [constant('requested'), constant('queued'), constant('sending')])
    .$castTo<StoredAmounts & Omit<OpenRefund, 'amounts'>>()

export const readOpenRefund = async (sql: Queries, loadId: string): Promise<OpenRefund | null> =>
  (await openRefunds(sql).where('loadRefund.loadId', '=', loadId).executeTakeFirst()) ?? null

/** Whether a refund of a load of this person is not sent yet. */
export const hasUnsentRefund = async (sql: Queries, userId: string): Promise<boolean> => {
  const open = openRefunds(sql).innerJoin('load', 'load.id', 'loadRefund.loadId')
  return (await open.where('load.userId', '=', userId).limit(1).executeTakeFirst()) !== undefined
}

/** The load's version is the guard: a concurrent credit of the same version is refused. */
const asReviewed = (load: PaymentRecord) => {
  const { id, version } = load
  if (load.status !== 'review') return transition(loadTransitions, load, 'load.set_aside')
  return guardedUpdate({ table: 'load', id, from: { version }, set: { version: version + 1 } })
}

/** Records a request on the load as it was read; false: the load changed meanwhile. */
export const insertRefund = async (
  sql: Queries,
  refund: {
    id: string
    load: PaymentRecord
    userId: string
    address: string
    amounts: readonly CoinAmount[]
    at: Date
  },
): Promise<boolean> => {
  const { id, load, userId, address, amounts, at } = refund
  if (!(await applyUpdate(sql, asReviewed(load)))) return false
  const { id: loadId, companyId } = load
  const whose = { loadId, companyId, userId }
  const refundRequest = { address, amounts: JSON.stringify(amounts), requestedAt: at }
  await sql
    .insertInto('loadRefund')
    .values({ id, ...whose, ...refundRequest, status: 'requested' })
    .execute()
  return true
}

/** Withdraws an open request; false: there is none any more. */
export const withdrawRefund = async (
  sql: Queries,
  of: { refundId: string; loadId: string; at: Date },
): Promise<boolean> => {
  const { refundId, loadId, at } = of
  const found = sql.selectFrom('loadRefund').select(['id', 'status']).where('id', '=', refundId).forUpdate()
  const refund = await found.executeTakeFirst()
  if (refund?.status !== 'requested') return false
  const refundRequest = { ...refund, status: 'requested' } as const
  await applyTransition(sql, loadRefundTransitions, refundRequest, 'refund.withdrawn', {
    set: { endedAt: at },
  })
  const load = sql.updateTable('load').where('id', '=', loadId)
  await load.set((eb) => ({ version: eb('version', '+', 1) })).execute()
  return true
}

/** Loads with a refund in this state; one that is being sent is still a queued one. They are few, so the index of loads finds each of them. */
export const withRefund = (status: 'requested' | 'queued') =>
  fragment<SqlBool>`load.id = any(array(
    select r.load_id from load_refund r where r.status = ${constant(status)}
      or ${constant(status)} = 'queued' and r.status = 'sending'))`

/** Queued refunds of the reader's companies. Open ones are few and have an index of their own. */
export const queuedRefunds = (sql: Queries) =>
  sql.selectFrom('loadRefund').where('loadRefund.status', '=', constant('queued'))

const mostListed = 1000

/** Refunds that are not paid yet, oldest first, with the reference of their load. */
export const listRequestedRefunds = (sql: Queries) =>
  openRefunds(sql)
    .innerJoin('load', 'load.id', 'loadRefund.loadId')
    .select(['load.ref', 'load.network'])
    .orderBy('loadRefund.requestedAt')
    .orderBy('loadRefund.id')
    .limit(mostListed)
    .execute()

/** Queues a requested refund to be sent, after two people approved it. False: it is not requested any more. */
export const queueRefund = async (
  sql: Queries,
  { id, load, at }: { readonly id: string; readonly load: PaymentRecord; readonly at: Date },
): Promise<boolean> => {
  const set = { queuedAt: at }
  const refund = { id, status: 'requested' } as const
  if (!(await applyTransition(sql, loadRefundTransitions, refund, 'refund.approved', { set }))) return false
  return applyUpdate(sql, asReviewed(load))
}

/** A refund by its id, in whatever state. */
export const readRefund = async (sql: Queries, id: string) =>
  (await sql
    .selectFrom('loadRefund')
    .select(['id', 'loadId', 'status', 'address', 'amounts', 'queuedAt'])
    .where('id', '=', id)
    .$castTo<
      StoredAmounts &
        Pick<OpenRefund, 'id' | 'address'> & { loadId: string; status: RefundStatus; queuedAt: Date | null }
    >()
    .executeTakeFirst()) ?? null

export type RefundRow = NonNullable<Awaited<ReturnType<typeof readRefund>>>

/** The newest refund of a load that was not withdrawn, with its payments. */
export const readShownRefund = async (sql: Queries, loadId: string) => {
  const refund = await sql
    .selectFrom('loadRefund')
    .select(['id', 'address', 'requestedAt', 'amounts', 'status', 'endedAt'])
    .where('loadId', '=', loadId)
    .where('status', '!=', 'withdrawn')
    .orderBy('id', 'desc')
    .limit(1)
    .$castTo<
      StoredAmounts & Omit<OpenRefund, 'status'> & { status: ShownRefundStatus; endedAt: Date | null }
    >()
    .executeTakeFirst()
  return refund ? { ...refund, payments: await readPayoutsOf(sql, 'refund', refund.id) } : null
}

/** A refund as the page of its load shows it. */
export type ShownRefund = NonNullable<Awaited<ReturnType<typeof readShownRefund>>>

/** When administrators last requested from the company of a deposit the address of its refund; null: never. */
export const readAddressRequest = async (sql: Queries, loadId: string): Promise<Date | null> => {
  const load = sql.selectFrom('load').select('addressRequestedAt').where('id', '=', loadId)
  return (await load.executeTakeFirst())?.addressRequestedAt ?? null
}

/** Records that this address was requested from its company. */
export const recordAddressRequest = async (sql: Queries, of: { loadId: string; at: Date }): Promise<void> => {
  const load = sql.updateTable('load').where('id', '=', of.loadId)
  await load.set({ addressRequestedAt: of.at }).execute()
}

/** `33.5 USDT, 10 DAI` */
export const amountsText = (amounts: readonly CoinAmount[]): string =>
  amounts.map(({ amount, asset }) => `${amount.replace(/\.?0+$/, '')} ${asset}`).join(', ')
