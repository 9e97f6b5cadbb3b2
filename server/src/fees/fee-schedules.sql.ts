import { sql as fragment } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { LevelRates } from './fee-split.ts'

/** The rates that a quote freezes, by speed. */
export type FeeSchedule = {
  readonly id: string
  readonly version: number
  readonly regular: LevelRates
  readonly immediate: LevelRates
  readonly transfer: LevelRates
}

/**
 * The schedule that is in force for a company at an instant (domain §4). The table's checks require five
 * rates.
 */
export const readFeeSchedule = (
  sql: Queries,
  { companyId, at }: { companyId: string; at: Date },
): Promise<FeeSchedule> =>
  sql
    .selectFrom(fragment<FeeSchedule>`effective_fee_schedule(${companyId}, ${at})`.as('schedule'))
    .selectAll()
    .executeTakeFirstOrThrow()

/** The instant from which a schedule is in force. */
export const readScheduleStart = async (sql: Queries, id: string): Promise<Date> => {
  const schedules = sql.selectFrom('feeSchedule').select('validFrom').where('id', '=', id)
  return (await schedules.executeTakeFirstOrThrow()).validFrom
}

const mostStarts = 20

/** The instants at which the schedule of a company may change after `at`, soonest first. */
export const listScheduleStarts = async (
  sql: Queries,
  { path, at }: { path: readonly string[]; at: Date },
): Promise<Date[]> => {
  const starts = await sql
    .selectFrom('feeSchedule')
    .select('validFrom')
    .distinct()
    .where('validFrom', '>', at)
    .where((eb) => eb.or([eb('companyId', 'is', null), eb('companyId', '=', anyOf(path))]))
    .orderBy('validFrom')
    .limit(mostStarts)
    .execute()
  return starts.map(({ validFrom }) => validFrom)
}
