import type { Selectable } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { TreasuryReading } from '../kernel/schema.ts'

export type Reading = Readonly<Selectable<TreasuryReading>>

/** The last readings of all holdings. Scope: jobs. */
export const listReadings = (sql: Queries): Promise<Reading[]> =>
  sql.selectFrom('treasuryReading').selectAll().execute()

/** Stores what the outside says now, in place of what it said before. */
export const storeReadings = async (sql: Queries, readings: readonly Reading[]): Promise<void> => {
  if (readings.length === 0) return
  await sql
    .insertInto('treasuryReading')
    .values(readings)
    .onConflict((conflict) =>
      conflict.columns(['holding', 'asset']).doUpdateSet((eb) => ({
        outsideUnits: eb.ref('excluded.outsideUnits'),
        bookUnits: eb.ref('excluded.bookUnits'),
        readAt: eb.ref('excluded.readAt'),
      })),
    )
    .execute()
}
