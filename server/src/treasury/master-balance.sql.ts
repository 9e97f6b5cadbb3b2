import type { Selectable } from 'kysely'
import { after } from '../kernel/clock.ts'
import type { Queries } from '../kernel/queries.ts'
import { dayOf } from '../kernel/report-days.ts'
import type { MasterBalanceSample } from '../kernel/schema.ts'

const dayMs = 86_400_000
/** Samples older than this are removed. */
const storedDays = 400

export type Sample = Readonly<Selectable<MasterBalanceSample>>

/** Stores the last reading of its day, and removes the samples that are too old. Scope: jobs. */
export const storeSample = async (
  sql: Queries,
  { availableCents, floatCents, readAt }: Omit<Sample, 'day'>,
): Promise<void> => {
  const reading = { availableCents, floatCents, readAt }
  await sql
    .insertInto('masterBalanceSample')
    .values({ day: dayOf(readAt), ...reading })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(reading))
    .execute()
  const oldest = dayOf(after(readAt, -storedDays * dayMs))
  await sql.deleteFrom('masterBalanceSample').where('day', '<', oldest).execute()
}

/** Samples since a day, the oldest first. Scope: jobs. */
export const listSamples = (sql: Queries, since: string): Promise<Sample[]> =>
  sql.selectFrom('masterBalanceSample').selectAll().where('day', '>=', since).orderBy('day').execute()
