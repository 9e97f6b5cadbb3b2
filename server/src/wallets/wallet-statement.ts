import type { WalletLine } from '@cardamom/contract/wallets/wallet-lines'
import type { Buckets, WalletType } from '@cardamom/contract/wallets/wallet-records'
import { filePages } from '../kernel/file-pages.ts'
import type { Queries } from '../kernel/queries.ts'
import { readBalances } from '../ledger/reports.ts'
import {
  listLinesBetween,
  readEdges,
  type WalletEdges,
  type WalletLineRow,
} from '../ledger/wallet-lines.sql.ts'
import { bucketsOf } from './wallet-balances.ts'
import { lineViews, spanOf, type Period } from './wallet-lines.list.ts'

export type StatementKey = { readonly ownerId: string; readonly wallet: WalletType }

/**
 * The balances before and after a period. A wallet of which the scope has no line has had its present balances all the
 * time, as far as this reader knows.
 */
export const readStatementEdges = async (
  sql: Queries,
  key: StatementKey,
  period: Period,
): Promise<WalletEdges> => {
  const edges = await readEdges(sql, spanOf(key, period))
  if (edges) return edges
  const present = bucketsOf(await readBalances(sql, [key.ownerId]), key)
  return { opening: present, closing: present, afterSeq: 0n, lastSeq: 0n }
}

/** The lines of a statement page by page, in the order in which they were posted. */
export const statementLines = async function* (
  sql: Queries,
  key: StatementKey,
  { afterSeq, lastSeq }: WalletEdges,
): AsyncGenerator<readonly WalletLine[]> {
  const read = (last: WalletLineRow | null, limit: number) =>
    listLinesBetween(sql, { ...key, lastSeq, afterSeq: last?.seq ?? afterSeq }, limit)
  for await (const rows of filePages<WalletLineRow>({ read })) yield await lineViews(sql, rows)
}

const names = ['available', 'pending', 'reserved'] as const

/** Whether a line does not follow from these balances: what is between belongs to another company. */
export const hasGap = (line: WalletLine, before: Buckets): boolean =>
  names.some((name) => line[name].before !== before[name])

export const bucketsAfterLine = (line: WalletLine): Buckets => ({
  available: line.available.after,
  pending: line.pending.after,
  reserved: line.reserved.after,
})
