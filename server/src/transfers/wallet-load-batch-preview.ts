import type { previewWalletLoadBatch } from '@cardamom/contract/transfers/wallet-load-batches'
import type { OutputOf } from '@cardamom/contract/endpoint'
import type { Leg } from '../kernel/plan.ts'
import type { ShareReader } from '../companies/share-access.ts'
import { legViews, walletChange } from '../wallets/wallet-view.ts'
import type { DecidedBatch } from './wallet-load-batch.ts'
import { walletLoadCredited, walletLoadReserved } from './wallet-load-postings.ts'

/** One leg for each account kind and side: those of all cards together. */
const summed = (legs: readonly Leg[]): Leg[] => {
  const sums = new Map<string, Leg>()
  for (const leg of legs) {
    const key = `${leg.account.code} ${leg.amount < 0n}`
    sums.set(key, { ...leg, amount: leg.amount + (sums.get(key)?.amount ?? 0n) })
  }
  return [...sums.values()]
}

/** The wallet before and after a file, and the sums of both journals of its rows, by the functions that post them. */
export const batchPreview = (
  { from, wallet, rows }: DecidedBatch,
  of: { readonly me: ShareReader; readonly id: string; readonly now: Date; readonly limitCents: bigint },
): OutputOf<typeof previewWalletLoadBatch> => {
  const sender = { ownerId: from.id, companyId: from.company.id }
  const loads = rows.map(({ cardId, total: totalCents, feeCents }) => ({
    id: of.id,
    from: sender,
    card: { ownerId: cardId, companyId: from.company.id },
    wallet,
    totalCents,
    feeCents,
    effectiveAt: of.now,
  }))
  const names = new Map([[from.id, from.name]])
  const totalCents = rows.reduce((sum, { total }) => sum + total, 0n)
  const sumsOf = (journalOf: typeof walletLoadReserved) =>
    legViews(summed(loads.flatMap((load) => journalOf(load).legs)), names)
  return {
    sender: walletChange(of.me, from, { wallet, changeCents: -totalCents }),
    legs: sumsOf(walletLoadReserved),
    creditLegs: sumsOf(walletLoadCredited),
    needsApproval: totalCents > of.limitCents,
  }
}
