import { formatUnits } from '@cardamom/contract/money'
import { accepted } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import { countCap, idOfCursor, pageFrom } from '../kernel/keyset.ts'
import { loadOfRow, type LoadRecord, type LoadRow } from './load-record.ts'

/** Loads whose money is ours and not on the card yet. */
const waiting = `('held', 'crediting', 'credit_failed', 'review')`
const mostWaiting = 200

/** Paid loads of a person that are not on a card, oldest first. */
export const listWaitingLoads = async (sql: Queries, userId: string): Promise<LoadRecord[]> =>
  (
    await sql.rows<LoadRow>(
      `select * from load where user_id = $1 and status in ${waiting}
       order by accepted_at nulls last, id limit ${mostWaiting}`,
      [userId],
    )
  ).map(loadOfRow)

export type DepositRow = {
  readonly id: string
  readonly txHash: string
  readonly network: string
  readonly amount: string
  readonly asset: string
  readonly status: 'seen' | 'final' | 'gone' | 'unlisted'
  readonly at: Date
  readonly load: Pick<LoadRecord, 'id' | 'ref' | 'status' | 'exception' | 'speed'>
  readonly pending: { readonly beforeCents: bigint; readonly afterCents: bigint } | null
}

type Row = {
  id: string
  tx_hash: string
  network: string
  contract_units: string
  decimals: number
  asset: string | null
  token_address: string
  status: DepositRow['status']
  block_time: Date
  load_id: string
  ref: string
  load_status: LoadRecord['status']
  exception: LoadRecord['exception']
  speed: LoadRecord['speed']
  net_cents: bigint
  completes: boolean
  before: bigint
}

/** A load is completed by the last of its transfers that was final when it was accepted. */
const page = `select t.id, t.tx_hash, t.network, t.contract_units, l.decimals, t.asset, t.token_address, t.status,
    t.block_time, l.id as load_id, l.ref, l.status as load_status, l.exception, l.speed, l.net_cents,
    l.accepted_at is not null and t.status = 'final' and t.asset = l.asset and not exists (
      select 1 from chain_transfer later where later.load_id = l.id and later.status = 'final'
        and later.asset = l.asset and later.id > t.id) as completes,
    (select coalesce(sum(o.net_cents), 0)::int8 from load o where o.user_id = l.user_id and o.id <> l.id
      and (o.accepted_at, o.id) < (l.accepted_at, l.id) and o.status not in ('refunding', 'refunded', 'review')
      and (o.credited_at is null or o.credited_at > l.accepted_at)) as before
  from chain_transfer t join load l on l.id = t.load_id
  where l.user_id = $1 and t.user_id = $1 and ($2::uuid is null or t.id < $2) order by t.id desc limit $3`
const counted = `select count(*) from (select 1 from chain_transfer t where t.user_id = $1 and t.load_id is not null
  limit ${countCap + 1}) counted`

const depositOf = (row: Row): DepositRow => ({
  id: row.id,
  txHash: row.tx_hash,
  network: row.network,
  amount: formatUnits({ units: BigInt(row.contract_units), decimals: row.decimals }),
  asset: row.asset ?? row.token_address,
  status: row.status,
  at: row.block_time,
  load: {
    id: row.load_id,
    ref: row.ref,
    status: row.load_status,
    exception: row.exception,
    speed: row.speed,
  },
  pending: row.completes ? { beforeCents: row.before, afterCents: row.before + row.net_cents } : null,
})

/** Transfers to the addresses of a person's loads, newest first. */
export const listDepositsOf = async (
  sql: Queries,
  of: { userId: string; limit: number; cursor?: string | undefined },
) => {
  const filter = { list: 'deposits' }
  const after = idOfCursor(of.cursor, filter)
  if (!after.accepted) return after
  const rows = await sql.rows<Row>(page, [of.userId, after.value, of.limit + 1])
  const { count } = await sql.one<{ count: bigint }>(counted, [of.userId])
  return accepted(pageFrom(rows.map(depositOf), { limit: of.limit, filter, count: Number(count) }))
}
