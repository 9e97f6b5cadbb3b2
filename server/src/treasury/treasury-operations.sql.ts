import type { Selectable } from 'kysely'
import { anyOf, constant, type Queries } from '../kernel/queries.ts'
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

/** Cents of each wire that were found in suspense or came back. */
const readUsed = async (sql: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await treasuryOperations(sql)
    .where((row) =>
      row.or([
        row('fundingId', '=', anyOf(ids)),
        row('targetId', '=', anyOf(ids)).and('target', '=', 'funding'),
      ]),
    )
    .execute()
  const used = new Map<string, bigint>()
  for (const { fundingId, targetId, amountCents } of rows) {
    const id = fundingId ?? targetId ?? ''
    used.set(id, (used.get(id) ?? 0n) + amountCents)
  }
  return used
}

const withLeft = async (sql: Queries, rows: readonly TreasuryRow[]): Promise<Funding[]> => {
  const used = await readUsed(
    sql,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, leftCents: row.amountCents - (used.get(row.id) ?? 0n) }))
}

/** A wire to the issuer. */
export const readFunding = async (sql: Queries, id: string): Promise<Funding | null> => {
  const row = await readTreasuryOperation(sql, id)
  return row && ((await withLeft(sql, [row]))[0] ?? null)
}

/** Wires to the issuer that are in transit, the oldest first. */
export const listOpenFundings = async (sql: Queries, most: number): Promise<Funding[]> => {
  const rows = await treasuryOperations(sql)
    .where('status', '=', constant('in_transit'))
    .orderBy('recordedAt')
    .orderBy('id')
    .limit(most)
    .execute()
  return withLeft(sql, rows)
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
