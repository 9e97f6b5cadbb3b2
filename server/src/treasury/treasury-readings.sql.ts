import type { Selectable } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { TreasuryReading } from '../kernel/schema.ts'

export type Reading = Readonly<Selectable<TreasuryReading>>

/** The last readings of all places. Scope: jobs. */
export const listReadings = (sql: Queries): Promise<Reading[]> =>
  sql.selectFrom('treasuryReading').selectAll().execute()

/** Stores what the outside says now, in place of what it said before. */
export const storeReadings = async (sql: Queries, readings: readonly Reading[]): Promise<void> => {
  for (const { place, asset, ...said } of readings)
    await sql
      .insertInto('treasuryReading')
      .values({ place, asset, ...said })
      .onConflict((conflict) => conflict.columns(['place', 'asset']).doUpdateSet(said))
      .execute()
}
