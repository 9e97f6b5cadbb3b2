import type { Queries } from '../kernel/queries.ts'
import { applyUpdate, guardedUpdate } from '../kernel/guarded-update.ts'
import { applyTransition, transition } from '../kernel/states.ts'
import type { LoadRecord } from './load-record.ts'
import { loadRefundTransitions, loadTransitions } from './load-status.ts'

/** A refund that the payer asked for and that is not sent yet. */
export type OpenRefund = {
  readonly id: string
  readonly address: string
  readonly amounts: readonly CoinAmount[]
  readonly requestedAt: Date
  /** Taken by a person who sends it: it cannot be withdrawn any more. */
  readonly isSending: boolean
}
/** Text of an amount in the contract's own decimals, and its coin. */
export type CoinAmount = { readonly amount: string; readonly asset: string }

type Row = {
  id: string
  address: string
  amounts: CoinAmount[]
  requested_at: Date
  status: 'requested' | 'sending'
}
const refundOf = ({ id, address, amounts, requested_at: requestedAt, status }: Row): OpenRefund => ({
  id,
  address,
  amounts,
  requestedAt,
  isSending: status === 'sending',
})

const open = `select id, address, amounts, requested_at, status from load_refund
  where load_id = $1 and status in ('requested', 'sending')`
const insert = `insert into load_refund (id, load_id, company_id, user_id, address, amounts, status, requested_at)
  values ($1, $2, $3, $4, $5, $6, 'requested', $7)`
const lockedById = 'select id, status from load_refund where id = $1 for update'
const touch = `update load set version = version + 1 where id = $1`

export const readOpenRefund = async (sql: Queries, loadId: string): Promise<OpenRefund | null> => {
  const row = await sql.maybe<Row>(open, [loadId])
  return row && refundOf(row)
}

/** The load's version is the guard: a credit that was decided on the load as it was read is refused. */
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
  await sql.run(insert, [id, load.id, load.companyId, load.userId, address, JSON.stringify(amounts), at])
  return true
}

/** Takes an open request back; false: there is none any more. */
export const withdrawRefund = async (
  sql: Queries,
  of: { refundId: string; loadId: string; at: Date },
): Promise<boolean> => {
  const refund = await sql.maybe<{ id: string; status: Row['status'] }>(lockedById, [of.refundId])
  if (refund?.status !== 'requested') return false
  const set = { endedAt: of.at }
  await applyTransition(sql, loadRefundTransitions, refund, 'refund.withdrawn', { set })
  await sql.run(touch, [of.loadId])
  return true
}

export type RequestedRefund = OpenRefund & { readonly ref: string; readonly network: string }

const requested = `select r.id, r.address, r.amounts, r.requested_at, r.status, l.ref, l.network
  from load_refund r join load l on l.id = r.load_id where r.status in ('requested', 'sending')
  order by r.requested_at, r.id limit 1000`

/** Refunds that wait for a person to send them, oldest first. */
export const listRequestedRefunds = async (sql: Queries): Promise<RequestedRefund[]> =>
  (await sql.rows<Row & { ref: string; network: string }>(requested)).map((row) => ({
    ...refundOf(row),
    ref: row.ref,
    network: row.network,
  }))

const lockedOfLoad = `select r.id, r.status from load_refund r join load l on l.id = r.load_id
  where l.ref = $1 and r.status = 'requested' for update of r`

/** A person is going to send the refund of a load. False: there is none to send, or somebody took it already. */
export const claimRefund = async (sql: Queries, ref: string): Promise<boolean> => {
  const refund = await sql.maybe<{ id: string; status: 'requested' }>(lockedOfLoad, [ref])
  return refund !== null && applyTransition(sql, loadRefundTransitions, refund, 'refund.taken')
}
