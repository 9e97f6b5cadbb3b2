import { sql as fragment } from 'kysely'
import { changedOne, type Queries } from '../kernel/queries.ts'

const lockCodesOf = async (sql: Queries, companyId: string): Promise<void> => {
  const key = fragment`pg_advisory_xact_lock(hashtextextended('client codes of ' || ${companyId}::text, 0))`
  await sql.selectNoFrom(key.as('lock')).execute()
}

/** Whether a holder of another company has the client code of this person. No code of the company changes meanwhile. */
export const hasSameCode = async (
  sql: Queries,
  { userId, companyId }: { readonly userId: string; readonly companyId: string },
): Promise<boolean> => {
  await lockCodesOf(sql, companyId)
  const own = sql.selectFrom('holder').select('clientCode').where('userId', '=', userId)
  const other = sql
    .selectFrom('holder')
    .select('userId')
    .where('companyId', '=', companyId)
    .where('userId', '!=', userId)
    .where('clientCode', '=', own)
  return (await other.executeTakeFirst()) !== undefined
}

/**
 * Changes the client code of a holder. False: another holder of the company has it. Others who change a code of the company
 * wait until this transaction ends.
 */
export const writeClientCode = async (
  sql: Queries,
  { userId, companyId, clientCode }: Readonly<Record<'userId' | 'companyId' | 'clientCode', string>>,
): Promise<boolean> => {
  await lockCodesOf(sql, companyId)
  const other = sql
    .selectFrom('holder as other')
    .select('other.userId')
    .where('other.companyId', '=', companyId)
    .where('other.clientCode', '=', clientCode)
    .where('other.userId', '!=', userId)
  return changedOne(
    await sql
      .updateTable('holder')
      .set({ clientCode })
      .where('userId', '=', userId)
      .where((eb) => eb.not(eb.exists(other)))
      .executeTakeFirst(),
  )
}
