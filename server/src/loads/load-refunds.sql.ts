import { sql as fragment, type SqlBool } from 'kysely'
import { constant, type Queries } from '../kernel/queries.ts'
import { applyUpdate, guardedUpdate } from '../kernel/guarded-update.ts'
import { applyTransition, transition } from '../kernel/states.ts'
import type { LoadRecord } from './load-record.ts'
import { loadRefundTransitions, loadTransitions } from './load-status.ts'

/** A requested refund that is not sent yet. */
export type OpenRefund = {
  readonly id: string
  readonly address: string
  readonly amounts: readonly CoinAmount[]
  readonly requestedAt: Date
  /** Only a requested one can be withdrawn: two people have approved a queued one, and somebody sends the last. */
  readonly status: 'requested' | 'queued' | 'sending'
}
/** Text of an amount in the contract's own decimals, and its coin. */
export type CoinAmount = { readonly amount: string; readonly asset: string }

/** Stored as JSON by `insertRefund`. */
type StoredAmounts = { amounts: CoinAmount[] }
const openRefunds = (sql: Queries) =>
  sql
    .selectFrom('loadRefund')
    .select(['loadRefund.id', 'loadRefund.address', 'loadRefund.requestedAt', 'loadRefund.amounts'])
    .select('loadRefund.status')
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
const asReviewed = (load: LoadRecord) => {
  const { id, version } = load
  if (load.status !== 'review') return transition(loadTransitions, load, 'load.set_aside')
  return guardedUpdate({ table: 'load', id, from: { version }, set: { version: version + 1 } })
}

/** Records a request on the load as it was read; false: the load changed meanwhile. */
export const insertRefund = async (
  sql: Queries,
  refund: { id: string; load: LoadRecord; address: string; amounts: readonly CoinAmount[]; at: Date },
): Promise<boolean> => {
  const { id, load, address, amounts, at } = refund
  if (!(await applyUpdate(sql, asReviewed(load)))) return false
  const { id: loadId, companyId, userId } = load
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

/** Loads with a refund in this state. They are few, so the index of loads finds each of them. */
export const withRefund = (status: 'requested' | 'queued') =>
  fragment<SqlBool>`load.id = any(array(
    select r.load_id from load_refund r where r.status = ${constant(status)}))`

/** Queued refunds of the reader's companies. Open ones are few and have an index of their own. */
export const queuedRefunds = (sql: Queries) =>
  sql.selectFrom('loadRefund').where('loadRefund.status', '=', constant('queued'))

const mostListed = 1000

/** Refunds that wait for a person to send them, oldest first, with the reference of their load. */
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
  { id, load, at }: { readonly id: string; readonly load: LoadRecord; readonly at: Date },
): Promise<boolean> => {
  const set = { queuedAt: at }
  const refund = { id, status: 'requested' } as const
  if (!(await applyTransition(sql, loadRefundTransitions, refund, 'refund.approved', { set }))) return false
  return applyUpdate(sql, asReviewed(load))
}

/**
 * Claims the queued refund of a load for the person who sends it. False: there is none, two people have not approved
 * it, or it was claimed already.
 */
export const claimRefund = async (sql: Queries, ref: string): Promise<boolean> => {
  const refund = await sql
    .selectFrom('loadRefund')
    .innerJoin('load', 'load.id', 'loadRefund.loadId')
    .select('loadRefund.id')
    .where('load.ref', '=', ref)
    .where('loadRefund.status', '=', 'queued')
    .forUpdate('loadRefund')
    .executeTakeFirst()
  if (!refund) return false
  return applyTransition(sql, loadRefundTransitions, { ...refund, status: 'queued' }, 'refund.claimed')
}
