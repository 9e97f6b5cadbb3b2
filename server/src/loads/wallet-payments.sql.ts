import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import { selectOnce } from '../kernel/select-once.ts'

/** Serialises the quotes of a company's deposits until the transaction ends, so that they share its daily limit. */
export const lockDeposits = async (sql: Queries, companyId: string): Promise<void> => {
  await sql
    .selectNoFrom(
      fragment`pg_advisory_xact_lock(hashtextextended('deposits:' || ${companyId}::text, 0))`.as('lock'),
    )
    .execute()
}

/** Quotes of a company that still wait for their payment. */
export const countOpenDeposits = async (
  sql: Queries,
  of: { companyId: string; now: Date },
): Promise<number> => {
  const open = sql
    .selectFrom('load')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('companyId', '=', of.companyId)
    .where('cardId', 'is', null)
    .where('status', '=', 'quoted')
    .where('expiresAt', '>', of.now)
  return Number((await open.executeTakeFirstOrThrow()).count)
}

/** Payments for wallets of companies, of the scope. */
export const walletPayments = selectOnce((sql) =>
  sql.selectFrom('load').selectAll('load').where('load.cardId', 'is', null),
)
