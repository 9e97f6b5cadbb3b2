import type { AccountKey } from '../kernel/plan.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { readStatement } from './reports.ts'

/** The available money of a wallet before and after a journal, in cents. */
export type WalletStep = { readonly beforeCents: bigint; readonly afterCents: bigint }

/**
 * What a journal did to wallets of a type, by owner, as far as they are in the scope. It is the journal of a posting.
 * @param seq number of the posting in its account
 */
export const readWalletSteps = async (
  sql: Queries,
  of: {
    readonly account: AccountKey
    readonly seq: bigint
    readonly wallet: 'regular' | 'immediate'
    readonly owners: readonly string[]
  },
): Promise<ReadonlyMap<string, WalletStep>> => {
  const [posting] = await readStatement(sql, { account: of.account, beforeSeq: of.seq + 1n, limit: 1 })
  if (posting?.seq !== of.seq) return new Map()
  const lines = await sql
    .selectFrom('walletLine')
    .select(['ownerId', 'availableBefore as beforeCents', 'availableAfter as afterCents'])
    .where('journalId', '=', posting.journalId)
    .where('wallet', '=', of.wallet)
    .where('ownerId', '=', anyOf(of.owners))
    .execute()
  return new Map(lines.map(({ ownerId, ...step }) => [ownerId, step]))
}
