import { after } from '../kernel/clock.ts'
import { guardedUpdate, type GuardedUpdate } from '../kernel/guarded-update.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobDraft, JournalDetail, Plan } from '../kernel/plan.ts'
import { transition } from '../kernel/states.ts'
import { issuerTransferRefused } from '../ledger/issuer-transfer.ts'
import type { IssuerTransfer } from '../loads/issuer-transfers.sql.ts'
import { bindRow, endTransfer, watchJob, type BoundRow } from '../loads/load-credit-plans.ts'
import { cardAdjusted } from './adjustment-postings.ts'
import { adjustmentTransitions, undoneBy } from './adjustment-status.ts'
import { callOf, factsOf, inFlight } from './card-adjustment-call.ts'
import type { AdjustmentRecord } from './wallet-adjustments.sql.ts'

const firstCheckMs = 10 * 60_000

/** An adjustment of a card whose call is under way, as it was read, and business time. */
export type AdjustmentStep = {
  readonly ids: Ids
  readonly row: AdjustmentRecord & { readonly status: 'pending' }
  readonly now: Date
  readonly transfer: IssuerTransfer
}

/** Another attempt may have its effect after this one. */
const watching = ({ now, transfer }: AdjustmentStep, isWatched: boolean): JobDraft[] =>
  isWatched
    ? [
        {
          ...watchJob(transfer.id, { check: 0, dueAt: after(now, firstCheckMs) }),
          name: 'wallets.watch_adjustment',
        },
      ]
    : []

const end = (
  { row, now }: AdjustmentStep,
  event: 'adjustment.completed' | 'adjustment.refused',
  refusal: string | null,
): GuardedUpdate =>
  transition(adjustmentTransitions, row, event, {
    guard: { part: row.part },
    set: { endedAt: now, refusal },
  })

const detailOf = ({ row }: AdjustmentStep): JournalDetail => ({
  actor: row.approvedBy ?? row.requestedBy,
  reason: row.reason,
  metadata: { requestedBy: row.requestedBy, ...(row.reversalOf ? { returns: row.reversalOf } : {}) },
})

/** Books an adjustment that the issuer has made, once. */
export const adjustedPlan = (step: AdjustmentStep & { readonly bound: BoundRow | null }): Plan => {
  const { row, now, transfer, bound } = step
  const { id, ownerId, companyId, type, amountCents } = row
  const binding = bindRow(step, transfer, bound)
  const card = { ownerId, companyId }
  return {
    journals: [cardAdjusted({ id, card, type, amountCents, effectiveAt: now, detail: detailOf(step) })],
    updates: [
      end(step, 'adjustment.completed', null),
      endTransfer(transfer, bound ? 'row.bound' : 'transfer.applied'),
      ...binding.updates,
    ],
    rows: binding.rows,
    events: [
      {
        type: 'card_adjustment.completed',
        entityId: id,
        companyId,
        userId: row.cardHolderId,
        payload: factsOf(ownerId, row),
      },
    ],
    jobs: watching(step, row.part > 1),
  }
}

const returned = ({ row, now }: AdjustmentStep) =>
  row.type === 'credit' ? [issuerTransferRefused(inFlight({ ...row, now }))] : []

/** The issuer did not make it: a credit is in the float again, and the card is as before. */
export const refusedAdjustmentPlan = (step: AdjustmentStep & { readonly refusal: string }): Plan => {
  const { row, transfer, refusal } = step
  return {
    journals: returned(step),
    updates: [
      end(step, 'adjustment.refused', refusal),
      endTransfer(transfer, 'transfer.refused', { refusal }),
      ...(row.reversalOf ? [undoneBy(row.reversalOf, { from: row.id, to: null })] : []),
    ],
    events: [
      {
        type: 'card_adjustment.refused',
        entityId: row.id,
        companyId: row.companyId,
        userId: null,
        payload: { ...factsOf(row.ownerId, row), refusal },
      },
    ],
    jobs: watching(step, transfer.attempts > 0),
  }
}

/** Two people decided to send it again: a new call, after the first one had no effect. */
export const againAdjustmentPlan = (step: AdjustmentStep & { readonly refusal: string }): Plan => {
  const { ids, row, now, transfer, refusal } = step
  const { id, companyId, type, amountCents } = row
  const part = row.part + 1
  const { issuerCardId } = transfer
  const call = callOf({ ids, id, companyId, issuerCardId, type, amountCents, part, now })
  return {
    journals: [...returned(step), ...call.journals],
    updates: [
      guardedUpdate({
        table: 'walletAdjustment',
        id,
        from: { status: 'pending', part: row.part },
        set: { part },
      }),
      endTransfer(transfer, 'transfer.refused', { refusal }),
    ],
    rows: [call.row],
    jobs: [call.job, ...watching(step, transfer.attempts > 0)],
  }
}
