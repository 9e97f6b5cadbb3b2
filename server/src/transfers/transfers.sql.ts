import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'

/** Transfers that were posted. */
export const transferRows = (sql: Queries) => sql.selectFrom('walletTransfer').selectAll('walletTransfer')

export type TransferRecord = Awaited<ReturnType<ReturnType<typeof transferRows>['execute']>>[number]

/** A transfer of the scope. */
export const readTransfer = async (sql: Queries, id: string): Promise<TransferRecord | null> =>
  (await transferRows(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** The transfer back of a transfer. */
export const readReversalOf = async (sql: Queries, id: string): Promise<{ id: string } | null> =>
  (await sql.selectFrom('walletTransfer').select('id').where('reversalOf', '=', id).executeTakeFirst()) ??
  null

/** What a holder has sent from both wallets since an instant, in cents. What was returned does not count. */
export const readSentSince = async (
  sql: Queries,
  { ownerId, since }: { ownerId: string; since: Date },
): Promise<bigint> => {
  const sum = fragment<bigint>`sent_since(${ownerId}, ${since})`
  return (await sql.selectNoFrom(sum.as('cents')).executeTakeFirstOrThrow()).cents
}
