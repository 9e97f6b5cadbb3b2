import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { Plan } from '../../server/src/kernel/plan.ts'
import { withProcessorTime } from './processor-time.ts'
import { clock, fillWallets, ids, type Shard } from './shard-book.ts'
import { countUndelivered, sendPlan, startCourier } from './shard-delivery.ts'
import { insideJournal, shardNumber, type Owner, type Transfer } from './shard-transfers.ts'

export type TwoShards = readonly [Shard, Shard]

const [companies, ownersOfEach] = [60, 80]
const openingCents = 1_000_000_00n
/** Callers of all active shards, each with one transfer at a time. */
const callers = 128
const courier = { leaseMs: 10_000, limit: 256 }
const mostWaitMs = 60_000

/** Assigns companies with their owners to the shards, and opens their wallets. */
export const distributeOwners = async (shards: TwoShards): Promise<void> => {
  for (let company = 0; company < companies; company += 1) {
    const companyId = ids.next()
    const { owners } = shards[shardNumber(companyId, shards.length)]!
    for (let owner = 0; owner < ownersOfEach; owner += 1) owners.push({ ownerId: ids.next(), companyId })
  }
  for (const shard of shards) await fillWallets(shard, openingCents)
}

export const otherOf = (shards: TwoShards, shard: Shard): Shard =>
  shard === shards[0] ? shards[1] : shards[0]

const anyOwner = ({ owners }: Shard): Owner => owners[Math.floor(Math.random() * owners.length)]!

const newTransfer = (from: Shard, to: Shard): Transfer => {
  const sender = anyOwner(from)
  let receiver = anyOwner(to)
  while (receiver.ownerId === sender.ownerId) receiver = anyOwner(to)
  return { id: ids.next(), cents: 100n, feeCents: 1n, effectiveAt: clock.now(), sender, receiver }
}

const post = async ({ poster }: Shard, plan: Plan) => {
  const { outcome } = await poster.apply(plan)
  if (outcome !== 'posted') throw new Error(outcome)
}

const transferInside = (shard: Shard) => post(shard, { journals: [insideJournal(newTransfer(shard, shard))] })

export const sendAcross = (from: Shard, to: Shard): Promise<void> =>
  post(from, sendPlan(newTransfer(from, to), { from: from.id, to: to.id }))

export const untilDelivered = async (shards: TwoShards): Promise<void> => {
  const untilMs = performance.now() + mostWaitMs
  for (const { db } of shards) {
    while ((await db.read(allTenants, countUndelivered)) > 0) {
      if (performance.now() > untilMs) throw new Error('The deliveries did not arrive')
      await pause(5)
    }
  }
}

export const startCouriers = (shards: TwoShards, of = courier) => {
  const seen = { posted: 0, replayed: 0, refused: 0, lagsMs: [] as number[] }
  const couriers = shards.map((from) => {
    const { poster: to } = otherOf(shards, from)
    return startCourier({ ...of, from: from.db, to }, (arrivals) => {
      const nowMs = clock.now().getTime()
      for (const { row, outcome } of arrivals) {
        seen[outcome === 'posted' || outcome === 'replayed' ? outcome : 'refused'] += 1
        seen.lagsMs.push(nowMs - row.dueAt.getTime())
      }
    })
  })
  return { seen, stop: () => Promise.all(couriers.map(({ stop }) => stop())) }
}

/** Idle and whole time of all processors since the machine started, in ms. */
const idleTime = () => {
  const times = cpus().map(({ times: each }) => each)
  const idle = times.reduce((sum, each) => sum + each.idle, 0)
  const all = times.reduce((sum, each) => sum + each.user + each.nice + each.sys + each.irq + each.idle, 0)
  return { idle, all }
}

export type LoadPhase = {
  /** The shards that have callers. */
  readonly active: readonly Shard[]
  /** Part of the transfers whose receiver is on the other shard. */
  readonly crossShare: number
  readonly seconds: number
}
export type Measurement = {
  readonly calls: number
  readonly perSecond: number
  readonly p99Ms: number
  /** From the answer to the sender until the receiver has the money; 0 without deliveries. */
  readonly lagP99Ms: number
  /** Deliveries that the other shard refused. */
  readonly refused: number
  /** Part of the processors' time in which they had nothing to do. */
  readonly idle: number
  readonly serverUs: number
  readonly databaseUs: number
}

const p99 = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * 0.99)] ?? 0

/** Transfers until the time is over and all of them have arrived. A transfer between shards counts once. */
const transferFor = async (shards: TwoShards, { active, crossShare, seconds }: LoadPhase) => {
  const latencies: number[] = []
  const couriers = crossShare > 0 ? startCouriers(shards) : null
  const before = idleTime()
  const startedAt = performance.now()
  const caller = async (shard: Shard) => {
    for (;;) {
      const startedMs = performance.now()
      if (startedMs - startedAt > seconds * 1000) return
      if (Math.random() < crossShare) await sendAcross(shard, otherOf(shards, shard))
      else await transferInside(shard)
      latencies.push(performance.now() - startedMs)
    }
  }
  try {
    await Promise.all(Array.from({ length: callers }, (_, index) => caller(active[index % active.length]!)))
    if (couriers) await untilDelivered(shards)
  } finally {
    await couriers?.stop()
  }
  const elapsedMs = performance.now() - startedAt
  const after = idleTime()
  return {
    calls: latencies.length,
    perSecond: (latencies.length * 1000) / elapsedMs,
    p99Ms: p99(latencies),
    lagP99Ms: p99(couriers?.seen.lagsMs ?? []),
    refused: couriers?.seen.refused ?? 0,
    idle: (after.idle - before.idle) / (after.all - before.all),
  }
}

export const measure = (shards: TwoShards, phase: LoadPhase): Promise<Measurement> =>
  withProcessorTime(
    shards.map((shard) => shard.pid()),
    () => transferFor(shards, phase),
  )
