import type { Queries } from '../kernel/queries.ts'
import type { LoadRecord } from './load-record.ts'

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
const withdraw = `update load_refund set status = 'withdrawn', ended_at = $2
  where id = $1 and status = 'requested'`
// The load's version is the guard: a credit that was decided on the load as it was read is refused.
const claim = `update load set status = 'review', version = version + 1
  where id = $1 and status = $2 and version = $3`
const touch = `update load set version = version + 1 where id = $1`

export const readOpenRefund = async (sql: Queries, loadId: string): Promise<OpenRefund | null> => {
  const row = await sql.maybe<Row>(open, [loadId])
  return row && refundOf(row)
}

/** Records a request on the load as it was read; false: the load changed meanwhile. */
export const insertRefund = async (
  sql: Queries,
  refund: { id: string; load: LoadRecord; address: string; amounts: readonly CoinAmount[]; at: Date },
): Promise<boolean> => {
  const { id, load, address, amounts, at } = refund
  if ((await sql.run(claim, [load.id, load.status, load.version])) === 0) return false
  await sql.run(insert, [id, load.id, load.companyId, load.userId, address, JSON.stringify(amounts), at])
  return true
}

/** Takes an open request back; false: there is none any more. */
export const withdrawRefund = async (
  sql: Queries,
  of: { refundId: string; loadId: string; at: Date },
): Promise<boolean> => {
  const withdrawn = await sql.run(withdraw, [of.refundId, of.at])
  if (withdrawn > 0) await sql.run(touch, [of.loadId])
  return withdrawn > 0
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

const take = `update load_refund r set status = 'sending' from load l
  where l.id = r.load_id and l.ref = $1 and r.status = 'requested'`

/** A person is going to send the refund of a load. False: there is none to send, or somebody took it already. */
export const takeRefund = async (sql: Queries, ref: string): Promise<boolean> =>
  (await sql.run(take, [ref])) === 1
