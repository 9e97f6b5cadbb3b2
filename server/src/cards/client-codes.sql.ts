import { sql as fragment } from 'kysely'
import { changedOne, type Queries } from '../kernel/queries.ts'

/**
 * Changes the client code of a holder. False: another holder of the company has it. Others who change a code of the company
 * wait until this transaction ends.
 */
export const writeClientCode = async (
  sql: Queries,
  { userId, companyId, clientCode }: Readonly<Record<'userId' | 'companyId' | 'clientCode', string>>,
): Promise<boolean> => {
  const key = fragment`pg_advisory_xact_lock(hashtextextended('client codes of ' || ${companyId}::text, 0))`
  await sql.selectNoFrom(key.as('lock')).execute()
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
