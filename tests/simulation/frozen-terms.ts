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

const termsOfLoads = `select id::text as id, concat_ws(' ', fee_schedule_id, rates, chain, speed, asset, due_units, rate, mid_rate,
    spread_hundredths_bp, gross_cents, fee_cents, net_cents, expires_at) as terms
  from load where parent_id is null`

/** Changing fees never changes an existing quote or load (domain §13, 10). */
export const watchTerms = (world: Pick<World, 'rows'>): (() => Promise<Finding[]>) => {
  const first = new Map<string, string>()
  return async () => {
    const findings: Finding[] = []
    for (const { id, terms } of await world.rows<{ id: string; terms: string }>(termsOfLoads)) {
      const known = first.get(id) ?? terms
      first.set(id, known)
      if (known !== terms) findings.push({ check: 'terms', subject: id, detail: `${known} became ${terms}` })
    }
    return findings
  }
}

const regularShares = `select id::text as id, accepted_at, due_at from share where wallet_type = 'regular'`
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
