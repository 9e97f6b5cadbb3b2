import type { Selectable } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { IssuerDay as Columns } from '../kernel/schema.ts'

/** The issuer's available balance at the first reading of a UTC day, and what became of the period before it. */
export type IssuerDay = Readonly<Selectable<Columns>>

export const hasIssuerDay = async (sql: Queries, day: string): Promise<boolean> =>
  (await sql.selectFrom('issuerDay').select('day').where('day', '=', day).executeTakeFirst()) !== undefined

export const insertIssuerDay = async (
  sql: Queries,
  reading: { day: string; readAt: Date; availableCents: bigint },
): Promise<void> => {
  await sql
    .insertInto('issuerDay')
    .values(reading)
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
}

/** Readings from a day on, oldest first. */
export const listIssuerDays = (sql: Queries, from: string): Promise<IssuerDay[]> =>
  sql.selectFrom('issuerDay').selectAll().where('day', '>=', from).orderBy('day').execute()

export const storeOutcome = async (
  sql: Queries,
  { day, ...outcome }: { day: string; outcome: 'agrees' | 'differs'; detail: string | null; checkedAt: Date },
): Promise<void> => {
  await sql.updateTable('issuerDay').set(outcome).where('day', '=', day).execute()
}
