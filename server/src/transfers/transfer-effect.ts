import type { Level } from '../fees/fee-chain.ts'
import { feeInside, type FeeSplit, type LevelRates } from '../fees/fee-split.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { testIds } from '../identity/test-people.sql.ts'
import { feeLevelOf } from '../wallets/wallet-holder.ts'
import { readWalletHolders } from '../wallets/wallet-holders.sql.ts'
import type { TransferRecord } from './transfers.sql.ts'

/** A transfer with the level that its sender pays by. */
export type PaidTransfer = Pick<TransferRecord, 'totalCents' | 'feeCents' | 'netCents'> & {
  readonly level: Level
}

/**
 * Transfers since an instant to wallets and to cards that senders of the scope paid for, the last ones first; those that
 * were returned or cancelled do not count.
 */
export const readLastTransfers = async (
  sql: Queries,
  { since, companyIds, most }: { since: Date; companyIds: readonly string[] | null; most: number },
): Promise<PaidTransfer[]> => {
  const rows = sql
    .selectFrom('walletTransfer')
    .selectAll('walletTransfer')
    .where('madeAt', '>=', since)
    .where('kind', 'in', ['transfer', 'card_load'])
    .where('status', 'in', ['pending', 'completed'])
    .where((row) => row.or([row('fromKind', '=', 'company'), row('fromOwnerId', 'not in', testIds)]))
    .orderBy('madeAt', 'desc')
    .limit(most)
  const own =
    companyIds === null
      ? rows
      : rows
          .where('companyId', '=', anyOf(companyIds))
          .where((row) =>
            row.or([row('fromKind', '=', 'person'), row('fromOwnerId', '=', anyOf(companyIds))]),
          )
  const found = await own.execute()
  const senders = await readWalletHolders(sql, [...new Set(found.map(({ fromOwnerId }) => fromOwnerId))])
  return found.flatMap((row) => {
    const sender = senders.get(row.fromOwnerId)
    // The company of a row is the lower one of both sides, so its sender may be a company above the reader's.
    if (!sender || (companyIds !== null && !companyIds.includes(sender.company.id))) return []
    return [{ ...row, level: feeLevelOf(sender) as Level }]
  })
}

const splitOf = ({ totalCents, feeCents, netCents }: Omit<PaidTransfer, 'level'>): FeeSplit => ({
  grossCents: totalCents,
  feeCents,
  netCents,
  operatorCents: feeCents,
  shares: [],
})

/** What transfers paid, or would have paid by other rates; the operator gets all of it. */
export const transferSplits = (transfers: readonly PaidTransfer[], rates: LevelRates | null): FeeSplit[] =>
  transfers.map((made) =>
    splitOf(rates ? feeInside({ totalCents: made.totalCents, rateHundredthsBp: rates[made.level] }) : made),
  )
