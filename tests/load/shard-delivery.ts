import { setTimeout as pause } from 'node:timers/promises'
import { allTenants, type Database } from '../../server/src/kernel/database.ts'
import { isUnreachable } from '../../server/src/kernel/lost-database.ts'
import type { Plan } from '../../server/src/kernel/plan.ts'
import type { Queries } from '../../server/src/kernel/queries.ts'
import type { Poster } from '../../server/src/ledger/poster.ts'
import { deliveryOf, receivedJournal, sentJournal, type Delivery, type Transfer } from './shard-transfers.ts'

/**
 * Delivery of transfers to another shard. The outbox of the sender's shard is its table `job`: the row is written in the
 * transaction of the sent journal, and removed after the other shard has answered. So a delivery is repeated after
 * each failure, and the key of its journal prevents a second effect.
 */
const name = 'shard.deliver'
/** A claim costs two transactions, so small ones wait for more rows. */
const gatherMs = 20
const awayMs = 100

/** The sent journal and the row of its delivery. `from` and `to` are ids of shards. */
export const sendPlan = (transfer: Transfer, { from, to }: { from: string; to: string }): Plan => ({
  journals: [sentJournal(transfer, to)],
  jobs: [{ name, payload: deliveryOf(transfer, from) }],
})

/** A claimed delivery. `lease` is the number of its claim, as of every job. */
export type ClaimedDelivery = {
  readonly id: string
  readonly lease: number
  readonly dueAt: Date
  readonly payload: Delivery
}

const claim = `update job set leased_until = clock_timestamp() + $2 * interval '1 millisecond', lease = lease + 1
  where id in (
    select id from job where name = $1 and not dead and (leased_until is null or leased_until < clock_timestamp())
    order by due_at, id limit $3 for update skip locked)
  returning id, lease, due_at as "dueAt", payload`
const remove = `delete from job using unnest($1::uuid[], $2::int[]) held (id, lease)
  where job.id = held.id and job.lease = held.lease`

export const claimDeliveries = (sql: Queries, of: { leaseMs: number; limit: number }) =>
  sql.rows<ClaimedDelivery>(claim, [name, of.leaseMs, of.limit])

/** Rows that another worker has claimed meanwhile stay. */
export const removeDelivered = (sql: Queries, rows: readonly ClaimedDelivery[]): Promise<number> =>
  sql.run(remove, [rows.map(({ id }) => id), rows.map(({ lease }) => lease)])

export const countUndelivered = async (sql: Queries): Promise<number> =>
  Number((await sql.one<{ count: bigint }>(`select count(*) from job where name = $1`, [name])).count)

export type Arrival = { readonly row: ClaimedDelivery; readonly outcome: string }

/** Posts the receiving journals. A delivery whose answer is unknown is not in the result. */
export const postDeliveries = async (
  poster: Poster,
  rows: readonly ClaimedDelivery[],
): Promise<Arrival[]> => {
  const post = async (row: ClaimedDelivery): Promise<Arrival[]> => {
    try {
      const { outcome } = await poster.apply({ journals: [receivedJournal(row.payload)] })
      return [{ row, outcome }]
    } catch (error) {
      if (isUnreachable(error)) return []
      throw error
    }
  }
  return (await Promise.all(rows.map(post))).flat()
}

export const hasArrived = ({ outcome }: Arrival): boolean => outcome === 'posted' || outcome === 'replayed'

type Route = {
  readonly from: Database
  readonly to: Poster
  readonly leaseMs: number
  readonly limit: number
}

/** Delivers what is due now, and returns what was answered. A refused delivery stays until its lease ends. */
export const deliverNext = async ({ from, to, leaseMs, limit }: Route): Promise<Arrival[]> => {
  const rows = await from.write(allTenants, (sql) => claimDeliveries(sql, { leaseMs, limit }))
  if (rows.length === 0) return []
  const arrivals = await postDeliveries(to, rows)
  const done = arrivals.filter(hasArrived).map(({ row }) => row)
  await from.write(allTenants, (sql) => removeDelivered(sql, done))
  return arrivals
}

/** Runs until it is stopped. A shard that is away is tried again. */
export const startCourier = (route: Route, onArrivals: (arrivals: readonly Arrival[]) => void) => {
  let stopped = false
  const work = async () => {
    while (!stopped) {
      try {
        const arrivals = await deliverNext(route)
        onArrivals(arrivals)
        if (arrivals.length < route.limit) await pause(gatherMs)
      } catch (error) {
        if (!isUnreachable(error)) throw error
        await pause(awayMs)
      }
    }
  }
  const ended = work()
  // The failure is reported by stop().
  ended.catch(() => undefined)
  return {
    stop: () => {
      stopped = true
      return ended
    },
  }
}
