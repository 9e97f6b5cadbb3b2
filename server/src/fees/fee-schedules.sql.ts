import { sql as fragment } from 'kysely'
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

/** A company, or null for the platform, at an instant. */
type CompanyAt = { readonly companyId: string | null; readonly at: Date }

/**
 * The schedule that is in force for a company at an instant (domain §4). The table's checks require five
 * rates.
 */
export const readFeeSchedule = (sql: Queries, { companyId, at }: CompanyAt): Promise<FeeSchedule> =>
  sql
    .selectFrom(fragment<FeeSchedule>`effective_fee_schedule(${companyId}, ${at})`.as('schedule'))
    .selectAll()
    .executeTakeFirstOrThrow()

/** Whose schedule it is, and the instant from which it is in force. */
export const readScheduleSource = (sql: Queries, id: string) =>
  sql
    .selectFrom(
      fragment<{ companyId: string | null; validFrom: Date }>`fee_schedule_source(${id})`.as('source'),
    )
    .selectAll()
    .executeTakeFirstOrThrow()

/** The next instants at which the schedule of a company may change after `at`, soonest first, at most 20. */
export const listScheduleStarts = async (sql: Queries, { companyId, at }: CompanyAt): Promise<Date[]> => {
  const starts = await sql
    .selectFrom(fragment<{ validFrom: Date }>`fee_schedule_starts(${companyId}, ${at})`.as('start'))
    .selectAll()
    .execute()
  return starts.map(({ validFrom }) => validFrom)
}
