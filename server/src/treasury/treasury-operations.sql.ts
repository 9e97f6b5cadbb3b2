import type { Selectable } from 'kysely'
import { constant, type Queries } from '../kernel/queries.ts'
import type { TreasuryOperation } from '../kernel/schema.ts'

export type TreasuryRow = Readonly<Selectable<TreasuryOperation>>

/** What was recorded of the operator's money. */
export const treasuryOperations = (sql: Queries) =>
  sql.selectFrom('treasuryOperation').selectAll('treasuryOperation')

export const readTreasuryOperation = async (sql: Queries, id: string): Promise<TreasuryRow | null> =>
  (await treasuryOperations(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** Wires to the issuer that are in transit, the oldest first. */
export const listOpenFundings = (sql: Queries, most: number) =>
  treasuryOperations(sql)
    .where('status', '=', constant('in_transit'))
    .orderBy('recordedAt')
    .orderBy('id')
    .limit(most)
    .execute()

/** Whether the other side's reference is recorded for this kind. */
export const isReferenceUsed = async (
  sql: Queries,
  { kind, reference }: { kind: TreasuryRow['kind']; reference: string },
): Promise<boolean> =>
  (await treasuryOperations(sql)
    .where('reference', '=', reference)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst()) !== undefined
