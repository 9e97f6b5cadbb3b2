import { wholeHundredthsBp } from '@cardamom/contract/money'
import { businessHoursBetween } from '../../server/src/calendar/business-time.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { Finding } from '../../server/src/ledger/checks.ts'
import type { World } from './world.ts'

const addSchedule = `insert into fee_schedule
  select $1, null, coalesce(max(version), 0) + 1, $2, $3, $4, '{2000,2000,2000,2000,2000}', $2, null
  from fee_schedule where company_id is null`
/** Changed fees, in hundredths of a basis point by level; they are used in turn. */
const rates = [
  ['{30000,2500,5000,2500,10000}', '{40000,5000,2500,10000,2500}'],
  ['{5000,10000,2500,7500,5000}', '{10000,20000,5000,2500,7500}'],
  ['{10000,5000,7500,5000,2500}', '{20000,7500,10000,7500,5000}'],
] as const

/** Changes the operator's fees from now on. */
export const changeFees = async ({ product }: World, turn: number): Promise<string> => {
  const { db, ids, clock } = product().kernel
  const [regular, immediate] = rates[turn % rates.length] ?? rates[0]
  await db.write(allTenants, (sql) => sql.run(addSchedule, [ids.next(), clock.now(), regular, immediate]))
  return `fees: ${regular} and ${immediate}`
}

const loadsNow = `select id::text as id, concat_ws(' ', fee_schedule_id, rates, chain, speed, asset, due_units, rate, mid_rate,
    spread_hundredths_bp, expires_at) as terms, rates::text[] as rates, acceptance, exception,
    gross_cents + p.gross as gross, fee_cents + p.fee as fee, net_cents + p.net as net, p.earlier
  from load cross join lateral (
    select coalesce(sum(gross_cents) filter (where acceptance = load.acceptance), 0)::int8 as gross,
      coalesce(sum(fee_cents) filter (where acceptance = load.acceptance), 0)::int8 as fee,
      coalesce(sum(net_cents) filter (where acceptance = load.acceptance), 0)::int8 as net,
      coalesce(sum(gross_cents) filter (where acceptance < load.acceptance), 0)::int8 as earlier
    from load_part where load_id = load.id) p
  where parent_id is null`

/** A load as a step of the run finds it. */
export type WatchedLoad = {
  readonly id: string
  /** What the quote promised and nothing changes. */
  readonly terms: string
  readonly rates: readonly string[]
  /** How often the load was accepted. */
  readonly acceptance: number
  readonly exception: string | null
  readonly gross: bigint
  readonly fee: bigint
  readonly net: bigint
  /** Gross of parts that went before the present acceptance. Those of the present one are in its amounts. */
  readonly earlier: bigint
}

const amountsOf = ({ gross, fee, net }: WatchedLoad) => `${gross} − ${fee} = ${net}`
const distance = (one: bigint, other: bigint) => (one > other ? one - other : other - one)
/** The fee of the frozen rates for this gross, rounded half up. */
const feeOf = ({ gross, rates }: WatchedLoad): bigint => {
  const sum = rates.reduce((total, rate) => total + BigInt(rate), 0n)
  return (gross * sum * 2n + wholeHundredthsBp) / (wholeHundredthsBp * 2n)
}
/** A payment of ±50 basis points of the quote is accepted as it is; its cents are rounded once more. */
const isTolerated = (quoted: WatchedLoad, { gross, earlier }: WatchedLoad): boolean =>
  distance(gross + earlier, quoted.gross) * 200n <= quoted.gross + 200n

/** Why this change of a load breaks its quote; null: it does not. `quoted` is the load at its first sight. */
const faultOf = (quoted: WatchedLoad, before: WatchedLoad, now: WatchedLoad): string | null => {
  if (quoted.terms !== now.terms) return `${quoted.terms} became ${now.terms}`
  const change = `${amountsOf(before)} became ${amountsOf(now)}`
  if (amountsOf(before) === amountsOf(now)) return null
  if (before.acceptance === now.acceptance) return `${change} without an acceptance`
  if (now.fee !== feeOf(now) || now.net !== now.gross - now.fee) return `${change}, not by the quoted fees`
  return now.exception === null && !isTolerated(quoted, now) ? `${change}, beyond the tolerance` : null
}

/**
 * Changing fees never changes an existing quote or load (domain §13, 10). An acceptance sets the amounts to those of
 * the payment, at the quoted rates and fees (domain §15).
 */
export const watchTerms = (world: Pick<World, 'rows'>): (() => Promise<Finding[]>) => {
  const first = new Map<string, WatchedLoad>()
  const last = new Map<string, WatchedLoad>()
  return async () => {
    const findings: Finding[] = []
    for (const load of await world.rows<WatchedLoad>(loadsNow)) {
      const quoted = first.get(load.id) ?? load
      const detail = faultOf(quoted, last.get(load.id) ?? load, load)
      first.set(load.id, quoted)
      last.set(load.id, load)
      if (detail !== null) findings.push({ check: 'terms', subject: load.id, detail })
    }
    return findings
  }
}

/** A share of a wire has no day before the wire is on a statement. */
const regularShares = `select id::text as id, accepted_at, due_at from share
  where wallet_type = 'regular' and (source_kind = 'load' or due_at is not null)`
const fewestHours = 48

/** No regular share matures before 48 business hours (domain §13, 6). The run has no holidays. */
export const checkMaturities = async (world: Pick<World, 'rows'>): Promise<Finding[]> => {
  const shares = await world.rows<{ id: string; accepted_at: Date; due_at: Date | null }>(regularShares)
  return shares.flatMap(({ id, accepted_at: from, due_at: to }) => {
    const hours = to && businessHoursBetween({ from, to }, { holidays: new Set() })
    if (hours !== null && hours >= fewestHours) return []
    return [{ check: 'maturity', subject: id, detail: `is due after ${hours} business hours` }]
  })
}
