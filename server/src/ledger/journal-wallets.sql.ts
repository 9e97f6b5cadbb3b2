import type { AccountKey } from '../kernel/plan.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { readStatement } from './reports.ts'
import { readSubjects } from './wallet-lines.sql.ts'

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

/** A line of a wallet with its journal. */
export type WalletLineOf = {
  readonly journalId: string
  readonly availableBefore: bigint
  readonly availableAfter: bigint
  readonly pendingBefore: bigint
  readonly pendingAfter: bigint
}

/** The line of a wallet that a journal about an object wrote at a time; null: it wrote none, or the scope has none. */
export const findWalletLine = async (
  sql: Queries,
  of: {
    readonly ownerId: string
    readonly wallet: 'regular' | 'immediate'
    readonly kind: string
    readonly effectiveAt: Date
    readonly subjectId: string
  },
): Promise<WalletLineOf | null> => {
  const lines = await sql
    .selectFrom('walletLine')
    .select(['journalId', 'availableBefore', 'availableAfter', 'pendingBefore', 'pendingAfter'])
    .where('ownerId', '=', of.ownerId)
    .where('wallet', '=', of.wallet)
    .where('kind', '=', of.kind)
    .where('effectiveAt', '=', of.effectiveAt)
    .execute()
  const subjects = await readSubjects(
    sql,
    lines.map(({ journalId }) => journalId),
  )
  return lines.find(({ journalId }) => subjects.get(journalId)?.subjectId === of.subjectId) ?? null
}
