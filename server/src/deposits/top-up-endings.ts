import type { JournalDetail, Plan } from '../kernel/plan.ts'
import type { Ids } from '../kernel/ids.ts'
import { transition } from '../kernel/states.ts'
import type { PaymentRecord } from '../loads/load-record.ts'
import { historyRow, loadUpdate } from '../loads/load-step.ts'
import { recoverShares, type OwedShare } from '../shares/share-settlements.sql.ts'
import { shareBecomesDue, undoShare } from '../shares/shares.sql.ts'
import { availableOf } from '../wallets/wallet-holder.ts'
import { coinsOf } from './coin-value.ts'
import { maturedParts, sharesDueAt, type Debts } from './maturity.ts'
import { ofCompany, topUpMatured, topUpReversed, wireMatched } from './top-up-postings.ts'
import { topUpTransitions, wireTransitions } from './top-up-status.ts'
import type { TopUpRecord, TopUpShare } from './top-ups.sql.ts'

/** Facts of an event about a top-up. */
const eventOf = <Type extends 'topup.matched' | 'topup.matured' | 'topup.reversed'>(
  type: Type,
  row: TopUpRecord,
) => ({
  type,
  entityId: row.id,
  companyId: row.companyId,
  userId: null,
  payload: { wallet: row.wallet, grossCents: String(row.grossCents), netCents: String(row.netCents) },
})

/** A second person has found the wire on a statement: it is in the bank, and the shares have their day. */
export const matchPlan = (
  row: TopUpRecord,
  of: {
    readonly shares: readonly TopUpShare[]
    readonly statementLine: string
    readonly matchedBy: string
    readonly now: Date
  },
): Plan => {
  const { shares, statementLine, matchedBy, now } = of
  const waiting = shares.filter((share) => share.dueAt === null && share.undoneCents < share.amountCents)
  return {
    journals: [wireMatched({ ...row, statementLine, effectiveAt: now, detail: { actor: matchedBy } })],
    updates: [
      transition(wireTransitions, { id: row.id, status: 'unmatched' }, 'topup.matched', {
        guard: { reversedAt: null },
        set: { statementLine, matchedBy, matchedAt: now },
      }),
      ...waiting.map(({ id }) => shareBecomesDue(id, sharesDueAt(row, now))),
    ],
    events: [eventOf('topup.matched', row)],
  }
}

/** A regular top-up becomes available. What was read of the company's debts has to be still true. */
export const maturePlan = (
  row: TopUpRecord & { readonly status: 'pending' },
  of: {
    readonly debts: Debts & {
      readonly owedSeq: bigint
      readonly immediateSeq: bigint
      readonly owedShares: readonly OwedShare[]
    }
    readonly now: Date
  },
): Plan => {
  const { debts, now } = of
  const company = { id: row.companyId, company: { id: row.companyId } as never }
  const parts = maturedParts(row.netCents, debts)
  return {
    journals: [
      topUpMatured({
        ...row,
        parts,
        effectiveAt: now,
        detail: { actor: 'deposits.mature' },
      }),
    ],
    guards: [
      { account: ofCompany('partner.owed', row.companyId), seq: debts.owedSeq },
      { account: availableOf(company, 'immediate'), seq: debts.immediateSeq },
    ],
    updates: [
      transition(topUpTransitions, row, 'topup.matured', { set: { maturedAt: now } }),
      ...recoverShares(debts.owedShares, parts.recovered),
    ],
    events: [eventOf('topup.matured', row)],
  }
}

/** A wire that bounced or never came is reversed: from the wallet what is there, the rest is owed; the shares too. */
export const reversePlan = (
  row: TopUpRecord & { readonly status: 'pending' | 'available' },
  of: {
    readonly shares: readonly TopUpShare[]
    /** The payment of one by crypto: its money is the company's again, and a person decides about it. */
    readonly payment: PaymentRecord | null
    readonly ids: Ids
    readonly requestedBy: string
    readonly approvedBy: string
    readonly reason: string
    readonly now: Date
    readonly detail: JournalDetail
  },
): Plan => {
  const { shares, payment, ids, requestedBy, approvedBy, reason, now, detail } = of
  const step = payment && { ids, load: payment, now }
  return {
    journals: [topUpReversed({ ...row, coins: coinsOf(row), shares, effectiveAt: now, detail })],
    updates: [
      transition(topUpTransitions, row, 'topup.reversed', {
        ...(row.wire === null ? {} : { guard: { wire: row.wire } }),
        set: {
          reversedAt: now,
          reversalRequestedBy: requestedBy,
          reversalApprovedBy: approvedBy,
          reversalReason: reason,
        },
      }),
      ...shares.flatMap((share) =>
        undoShare({ ...share, owedLeftCents: 0n }, share.amountCents - share.undoneCents, now),
      ),
      ...(step ? [loadUpdate(step, 'topup.reversed')] : []),
    ],
    rows: step ? [historyRow(step, 'review', step.load.exception)] : [],
    events: [eventOf('topup.reversed', row)],
  }
}
