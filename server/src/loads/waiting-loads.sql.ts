import { sql as fragment } from 'kysely'
import { constant, type Queries } from '../kernel/queries.ts'

/** Money of loads that the card issuer has to credit now, and of wallets that the next release takes. Scope: jobs. */
export const readReleases = async (
  sql: Queries,
): Promise<{ readonly creditingCents: bigint; readonly walletCents: bigint }> => {
  const crediting = sql
    .selectFrom('load')
    .select(fragment<bigint>`coalesce(sum(net_cents), 0)::int8`.as('cents'))
    .where('status', '=', constant('crediting'))
  const ofWallets = sql.selectNoFrom(fragment<bigint>`wallet_loads_waiting()`.as('cents'))
  return {
    creditingCents: (await crediting.executeTakeFirstOrThrow()).cents,
    walletCents: (await ofWallets.executeTakeFirstOrThrow()).cents,
  }
}
