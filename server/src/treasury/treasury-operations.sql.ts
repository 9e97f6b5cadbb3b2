import type { Selectable } from 'kysely'
import { constant, type Queries } from '../kernel/queries.ts'
import type { TreasuryOperation } from '../kernel/schema.ts'

/** The key of its reference is made by the database. */
export type TreasuryRow = Readonly<Omit<Selectable<TreasuryOperation>, 'referenceKey'>>

/** What was recorded of the operator's money. */
export const treasuryOperations = (sql: Queries) =>
  sql.selectFrom('treasuryOperation').selectAll('treasuryOperation')

export const readTreasuryOperation = async (sql: Queries, id: string): Promise<TreasuryRow | null> =>
  (await treasuryOperations(sql).where('id', '=', id).executeTakeFirst()) ?? null

type Funding = TreasuryRow & {
  /** What of it neither arrived nor came back, as it is recorded. */
  readonly leftCents: bigint
}

const withLeft = (row: TreasuryRow): Funding => ({ ...row, leftCents: row.amountCents - row.usedCents })

/** A wire to the issuer. */
export const readFunding = async (sql: Queries, id: string): Promise<Funding | null> => {
  const row = await readTreasuryOperation(sql, id)
  return row && withLeft(row)
}

/** Wires to the issuer that are in transit, the oldest first. */
export const listOpenFundings = async (sql: Queries, most: number): Promise<Funding[]> => {
  const rows = await treasuryOperations(sql)
    .where('status', '=', constant('in_transit'))
    .orderBy('recordedAt')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(withLeft)
}

/** Whether the other side's reference is recorded for this kind, whatever its spaces and capitals. */
export const isReferenceUsed = async (
  sql: Queries,
  { kind, reference }: { kind: TreasuryRow['kind']; reference: string },
): Promise<boolean> =>
  (await treasuryOperations(sql)
    .where('referenceKey', '=', reference.replaceAll(/\s/g, '').toUpperCase())
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst()) !== undefined
