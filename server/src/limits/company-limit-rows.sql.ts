import type { Insertable } from 'kysely'
import { changedOne, type Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'

/** The tables with one limit for each company, which has a version. */
type LimitTable = 'balanceAllowance' | 'emergencyMaximum'

/** A limit of a company as a person sets it, on the version that they saw (0: none). */
export type SetLimit = {
  readonly id: string
  readonly companyId: string
  readonly seen: number
  readonly changedBy: string
  readonly reason: string
  readonly now: Date
}

/** Stores a limit where it is still of the version that the person saw; false: it is not. */
export const writeLimit = async <T extends LimitTable>(
  sql: Queries,
  table: T,
  of: SetLimit &
    Omit<Insertable<DB[T]>, 'id' | 'companyId' | 'changedBy' | 'reason' | 'changedAt' | 'version'>,
): Promise<boolean> => {
  const { id, companyId, seen, now: changedAt, ...set } = of
  // Both tables have these columns, and the type of `of` has checked the others.
  const name = table as 'emergencyMaximum'
  const row = { ...set, changedAt } as unknown as Omit<Insertable<DB['emergencyMaximum']>, 'id' | 'companyId'>
  const written =
    seen === 0
      ? await sql
          .insertInto(name)
          .values({ id, companyId, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : await sql
          .updateTable(name)
          .set({ ...row, version: seen + 1 })
          .where('companyId', '=', companyId)
          .where('version', '=', seen)
          .executeTakeFirst()
  return changedOne(written)
}
