import type { Queries } from '../kernel/queries.ts'
import type { LevelRates } from './fee-split.ts'

/** The rates that a quote freezes, by speed. */
export type FeeSchedule = {
  readonly id: string
  readonly version: number
  readonly regular: LevelRates
  readonly immediate: LevelRates
  readonly transfer: LevelRates
}

type Row = { id: string; version: number; regular: bigint[]; immediate: bigint[]; transfer: bigint[] }

const levels = (rates: bigint[]): LevelRates => {
  const [operator, one, two, three, four] = rates
  if (
    operator === undefined ||
    one === undefined ||
    two === undefined ||
    three === undefined ||
    four === undefined
  ) {
    throw new Error('A fee schedule has five levels')
  }
  return [operator, one, two, three, four]
}

/** The schedule that counts for a company at an instant (domain §4). */
export const readFeeSchedule = async (
  sql: Queries,
  of: { companyId: string; at: Date },
): Promise<FeeSchedule> => {
  const row = await sql.one<Row>('select * from effective_fee_schedule($1, $2)', [of.companyId, of.at])
  return {
    id: row.id,
    version: row.version,
    regular: levels(row.regular),
    immediate: levels(row.immediate),
    transfer: levels(row.transfer),
  }
}

const startOf = 'select valid_from from fee_schedule where id = $1'
const startsAfter = `select distinct f.valid_from from fee_schedule f left join company me on me.id = $1
  where f.valid_from > $2 and (f.company_id is null or f.company_id = any (me.path))
  order by f.valid_from limit 20`

/** When a schedule began to hold. */
export const readScheduleStart = async (sql: Queries, id: string): Promise<Date> =>
  (await sql.one<{ valid_from: Date }>(startOf, [id])).valid_from

/** The instants at which the schedule of a company may change after `at`, soonest first. */
export const listScheduleStarts = async (
  sql: Queries,
  of: { companyId: string; at: Date },
): Promise<Date[]> =>
  (await sql.rows<{ valid_from: Date }>(startsAfter, [of.companyId, of.at])).map((row) => row.valid_from)
