import { unchangedCard } from '../cards/card-for-load.ts'
import type { Ids } from '../kernel/ids.ts'
import type { ApprovalFacts } from '../kernel/mount-context.ts'
import type { Plan } from '../kernel/plan.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { usingLimits, type LimitUse } from '../loads/limit-use.ts'
import { undoneBy } from './adjustment-status.ts'
import { callOf, factsOf } from './card-adjustment-call.ts'
import type { DecidedCardAdjustment } from './card-adjustments.sql.ts'

export type Deciders = {
  readonly me: Pick<SessionPrincipal, 'userId'>
  readonly approval: Pick<ApprovalFacts, 'checkerId'> | null
}

/**
 * Records an adjustment of a card, and the call at the issuer that makes it. It is refused if another operation of the cardholder
 * used the limits since they were read, or if the card has changed.
 */
export const startAdjustmentPlan = (
  made: DecidedCardAdjustment & { readonly use: LimitUse },
  of: Deciders & {
    readonly ids: Ids
    readonly id: string
    readonly reason: string
    readonly now: Date
    /** The adjustment that this one undoes. */
    readonly reversalOf?: string
  },
): Plan => {
  const { card, type, amount: amountCents, use } = made
  const { ids, id, reason, now, me, approval, reversalOf } = of
  const { companyId, issuerCardId } = card
  const call = callOf({ ids, id, companyId, issuerCardId, type, amountCents, part: 1, now })
  return {
    journals: call.journals,
    updates: [
      usingLimits(use),
      unchangedCard(card),
      ...(reversalOf ? [undoneBy(reversalOf, { from: null, to: id })] : []),
    ],
    rows: [
      {
        table: 'walletAdjustment',
        row: {
          id,
          companyId,
          ownerId: card.id,
          ownerKind: 'card',
          wallet: null,
          type,
          status: 'pending',
          amountCents,
          reason,
          cardHolderId: card.userId,
          part: 1,
          requestedBy: me.userId,
          approvedBy: approval?.checkerId ?? null,
          adjustedAt: now,
          reversalOf: reversalOf ?? null,
        },
      },
      call.row,
    ],
    events: [
      {
        type: 'card_adjustment.started',
        entityId: id,
        companyId,
        userId: null,
        payload: factsOf(card.id, { type, amountCents }),
      },
    ],
    jobs: [call.job],
  }
}
