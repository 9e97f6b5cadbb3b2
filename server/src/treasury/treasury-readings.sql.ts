import type { Selectable } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { TreasuryReading } from '../kernel/schema.ts'

export type Reading = Readonly<Selectable<TreasuryReading>>

/** The last readings of all holdings. Scope: jobs. */
export const listReadings = (sql: Queries): Promise<Reading[]> =>
  sql.selectFrom('treasuryReading').selectAll().execute()

/** Stores what the outside says now, in place of what it said before. */
export const storeReadings = async (sql: Queries, readings: readonly Reading[]): Promise<void> => {
  for (const { holding, asset, ...said } of readings)
    await sql
      .insertInto('treasuryReading')
      .values({ holding, asset, ...said })
      .onConflict((conflict) => conflict.columns(['holding', 'asset']).doUpdateSet(said))
      .execute()
}
