import { totalOfNet } from '@cardamom/contract/money'
import { accepted, type Answer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import type { FeeInside } from '../fees/fee-split.ts'
import { startOfDay } from '../loads/load-limits.ts'
import { operationLimits, type OperationLimits } from '../wallets/operation-limits.ts'
import { feeLevelOf, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'
import { readTransferSides, type TermsRow } from './transfer-sides.sql.ts'
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

export type DecidedTransfer = TransferSides &
  FeeInside & { readonly rateHundredthsBp: bigint; readonly limits: OperationLimits }

const emptyTerms = { rateHundredthsBp: 0n, limits: null } as const

/** What the sender's next transfer costs, and how large it may be; read in the statement of the wallets. */
const termsOf = async (
  sql: Queries,
  { from, terms, now }: { from: WalletHolder; terms: TermsRow; now: Date },
): Promise<Pick<DecidedTransfer, 'rateHundredthsBp' | 'limits'>> => {
  const since = startOfDay(from.company.timeZone, now)
  const used = terms.sent_cents ?? (await readSentSince(sql, { ownerId: from.id, since }))
  const { min_cents: minimumCents, max_cents: maximumCents, daily_cents: dailyCents } = terms
  const limits = operationLimits({ minimumCents, maximumCents, dailyCents }, used)
  return { rateHundredthsBp: terms.rates[feeLevelOf(from)] ?? 0n, limits }
}

/**
 * Reads what a transfer depends on, in the scope of the one who requests it, and decides. `readSides`: another way to read the
 * same.
 */
export const readDecision = async (
  sql: Queries,
  of: { input: TransferInput; now: Date; readSides?: typeof readTransferSides },
): Promise<Answer<DecidedTransfer, TransferRefusal>> => {
  const { input, now, readSides = readTransferSides } = of
  const { fromOwnerId, fromWallet, toOwnerId, toWallet, amount, amountIs } = input
  const sides = await readSides(sql, { fromOwnerId, toOwnerId, now })
  const { from, to } = sides
  const terms = from && sides.terms ? await termsOf(sql, { from, terms: sides.terms, now }) : emptyTerms
  const { rateHundredthsBp, limits } = terms
  const totalCents = amountIs === 'net' ? totalOfNet({ netCents: amount, rateHundredthsBp }) : amount
  const decided = decideTransfer({ from, to, fromWallet, toWallet, totalCents, rateHundredthsBp, limits })
  if (!decided.accepted) return decided
  // A transfer that was accepted has a sender with limits.
  return accepted({ ...decided.value, rateHundredthsBp, limits: limits! })
}
