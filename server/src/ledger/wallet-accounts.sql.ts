import { sql as fragment, type SqlBool } from 'kysely'
import type { Queries } from '../kernel/queries.ts'

/** Written out, so that the partial indexes of wallets are used. */
const isWallet = fragment<SqlBool>`account.code in ('wallet.regular.available', 'wallet.immediate.available')`

/** A company's own accounts belong to it. Written out for its partial index. */
export const ownedByCompany = fragment<SqlBool>`account.owner_id = account.company_id`

/** The rows, orders and scope of a list of wallets; a higher module adds who their owners are. */
export const walletAccountSource = {
  table: 'account' as const,
  from: (sql: Queries) =>
    sql
      .selectFrom('account')
      .select(['account.id', 'account.ownerId', 'account.companyId', 'account.code', 'account.openedAt'])
      .where(isWallet)
      .$narrowType<{ ownerId: string; companyId: string }>(),
  scope: { companies: 'account.companyId', people: 'account.ownerId' },
  filters: {
    wallet: (wallet: 'regular' | 'immediate') =>
      fragment<SqlBool>`account.code = ${`wallet.${wallet}.available`}`,
  },
}

/** When an owner's wallets were opened, by their codes. The caller has checked that the owner is in its scope. */
export const readWalletOpenings = (sql: Queries, ownerId: string) =>
  sql
    .selectFrom('account')
    .select(['code', 'openedAt'])
    .where('ownerId', '=', ownerId)
    .where(isWallet)
    .execute()
