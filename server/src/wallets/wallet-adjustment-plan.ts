import { formatCents } from '@cardamom/contract/money'
import type { JournalDetail, Plan } from '../kernel/plan.ts'
import { walletAdjusted } from './adjustment-postings.ts'
import { undoneBy } from './adjustment-status.ts'
import type { Deciders } from './card-adjustment-plans.ts'
import { unchangedWallets, type WalletHolder, type WalletType } from './wallet-holder.ts'

export type DecidedWalletAdjustment = {
  readonly holder: WalletHolder
  readonly wallet: WalletType
  readonly type: 'credit' | 'debit'
  readonly amount: bigint
  readonly changeCents: bigint
}

/** Posts an adjustment of a wallet, if nothing else was posted to the holder's wallets since they were read. */
export const walletAdjustmentPlan = (
  { holder, wallet, type, amount: amountCents }: DecidedWalletAdjustment,
  of: Deciders & {
    readonly id: string
    readonly reason: string
    readonly now: Date
    /** The adjustment that this one undoes. */
    readonly reversalOf?: string
  },
): Plan => {
  const { id, reason, now, me, approval, reversalOf } = of
  const companyId = holder.company.id
  const detail: JournalDetail = {
    actor: approval?.checkerId ?? me.userId,
    reason,
    metadata: { requestedBy: me.userId, ...(reversalOf ? { returns: reversalOf } : {}) },
  }
  return {
    journals: [walletAdjusted({ id, holder, wallet, type, amountCents, effectiveAt: now, detail })],
    guards: unchangedWallets(holder),
    ...(reversalOf ? { updates: [undoneBy(reversalOf, { from: null, to: id })] } : {}),
    rows: [
      {
        table: 'walletAdjustment',
        row: {
          id,
          companyId,
          ownerId: holder.id,
          ownerKind: holder.kind,
          wallet,
          type,
          status: 'completed',
          amountCents,
          reason,
          requestedBy: me.userId,
          approvedBy: approval?.checkerId ?? null,
          adjustedAt: now,
          reversalOf: reversalOf ?? null,
        },
      },
    ],
    events: [
      {
        type: 'wallet.adjusted',
        entityId: id,
        companyId,
        userId: holder.kind === 'person' ? holder.id : null,
        payload: { wallet, type, amountCents: String(amountCents) },
      },
    ],
  }
}

/** How the poster's refusals of an adjustment of a wallet read. */
export const walletRefusals = {
  guard_failed: 'wallet_changed',
  insufficient_funds: 'not_enough_money',
  account_closed: 'wallet_changed',
  replayed: 'adjustment_made',
} as const

const beforeAndAfter = ({ holder, wallet, changeCents }: DecidedWalletAdjustment) => {
  const before = holder.wallets?.[wallet].availableCents ?? 0n
  return { before, after: before + changeCents }
}

/** What an adjustment of a wallet changes, for the audit. */
export const walletAdjustmentChanges = (made: DecidedWalletAdjustment) => {
  const { before, after } = beforeAndAfter(made)
  return [
    {
      entity: 'wallet' as const,
      entityId: made.holder.id,
      companyId: made.holder.company.id,
      userId: made.holder.kind === 'person' ? made.holder.id : null,
      before: { [made.wallet]: before },
      after: { [made.wallet]: after },
    },
  ]
}

/** The wallet before and after, for the person who approves it. */
export const describeWalletAdjustment = (made: DecidedWalletAdjustment) => {
  const { before, after } = beforeAndAfter(made)
  return {
    companyId: made.holder.company.id,
    changes: [{ name: 'balance' as const, before: formatCents(before), after: formatCents(after) }],
  }
}
