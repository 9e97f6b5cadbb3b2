import { totalOfNet } from '@cardamom/contract/money'
import { readFeeSchedule } from '../fees/fee-schedules.sql.ts'
import { accepted, type Answer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import type { FeeInside } from '../fees/fee-split.ts'
import { readOperationLimits, type OperationLimits } from '../wallets/operation-limits.ts'
import { feeLevelOf, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'
import { readWalletHolders } from '../wallets/wallet-holders.sql.ts'
import { decideTransfer, type TransferRefusal, type TransferSides } from './transfer.ts'
import { readSentSince } from './transfers.sql.ts'

export type TransferInput = {
  readonly fromOwnerId: string
  readonly fromWallet: WalletType
  readonly toOwnerId: string
  readonly toWallet: WalletType
  readonly amount: bigint
  readonly amountIs: 'total' | 'net'
}

type Holder = WalletHolder | null

export type DecidedTransfer = TransferSides &
  FeeInside & { readonly rateHundredthsBp: bigint; readonly limits: OperationLimits }

/** What a sender's next transfer costs, and how large it may be. The wallets were read before. */
const readTerms = async (sql: Queries, { from, now }: { from: WalletHolder; now: Date }) => {
  const { id: companyId } = from.company
  const [{ transfer }, limits] = await Promise.all([
    readFeeSchedule(sql, { companyId, at: now }),
    readOperationLimits(sql, {
      holder: from,
      category: 'transfer',
      now,
      usedSince: (since) => readSentSince(sql, { ownerId: from.id, since }),
    }),
  ])
  return { rateHundredthsBp: transfer[feeLevelOf(from)] ?? 0n, limits }
}

/** Reads what a transfer depends on, in the scope of the one who requests it, and decides. */
export const readDecision = async (
  sql: Queries,
  { input, now }: { input: TransferInput; now: Date },
): Promise<Answer<DecidedTransfer, TransferRefusal>> => {
  const { fromOwnerId, fromWallet, toOwnerId, toWallet, amount, amountIs } = input
  const holders = await readWalletHolders(sql, [...new Set([fromOwnerId, toOwnerId])])
  const [from, to] = [fromOwnerId, toOwnerId].map((id) => holders.get(id) ?? null) as [Holder, Holder]
  const terms = from && (await readTerms(sql, { from, now }))
  const rateHundredthsBp = terms?.rateHundredthsBp ?? 0n
  const totalCents = amountIs === 'net' ? totalOfNet({ netCents: amount, rateHundredthsBp }) : amount
  const decided = decideTransfer({
    from,
    to,
    fromWallet,
    toWallet,
    totalCents,
    rateHundredthsBp,
    limits: terms?.limits ?? null,
  })
  if (!decided.accepted) return decided
  // A transfer that was accepted has a sender.
  return accepted({ ...decided.value, ...terms! })
}
