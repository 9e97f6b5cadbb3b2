import { unchangedCard } from '../cards/card-for-load.ts'
import type { CardRecord } from '../cards/card-record.ts'
import { after } from '../kernel/clock.ts'
import { guardedUpdate } from '../kernel/guarded-update.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobDraft, Plan } from '../kernel/plan.ts'
import { transition } from '../kernel/states.ts'
import { standingCents, undoShare } from '../shares/shares.sql.ts'
import type { AcceptedMoney } from './accepted-load.sql.ts'
import type { IssuerTransfer } from './issuer-transfers.sql.ts'
import { usingLimits, type LimitUse } from './limit-use.ts'
import {
  bindRow,
  creditCallJob,
  endTransfer,
  newCreditRow,
  watchJob,
  type BoundRow,
} from './load-credit-plans.ts'
import { postedPart, recordPart, type DividedLoad } from './load-part-plan.ts'
import type { LoadRecord } from './load-record.ts'
import type { LoadReversal } from './load-reversals.sql.ts'
import { loadReversalTransitions } from './load-status.ts'
import { historyRow, loadEvent, loadUpdate, unchangedLoad, type LoadStep } from './load-step.ts'
import { postedLoad } from './load-undo.ts'
import { loadReversed } from './load-undo-postings.ts'
import { inPresentBooks } from './present-books.sql.ts'

const firstCheckMs = 10 * 60_000

type Call = Pick<LoadReversal, 'id' | 'companyId' | 'part' | 'amountCents'> & {
  readonly ids: Ids
  readonly issuerCardId: string
  readonly now: Date
}

/** The call at the issuer that takes the money off the card: its row and its job. */
const callOf = ({ ids, id, companyId, part, amountCents, issuerCardId, now }: Call) => {
  const callId = ids.next()
  return {
    row: newCreditRow({
      id: callId,
      companyId,
      loadReversalId: id,
      part,
      issuerCardId,
      amountCents: -amountCents,
      startedAt: now,
    }),
    job: { ...creditCallJob(callId), name: 'loads.reverse_credit' } satisfies JobDraft,
  }
}

/**
 * Records a reversal that two people decided, and the call at the issuer. It is refused if the load or the card has changed
 * since they were read, or if another operation of the cardholder used the limits. Nothing is posted before the issuer has
 * made it.
 */
export const startReversalPlan = (
  step: LoadStep & {
    readonly id: string
    readonly card: CardRecord & { readonly issuerCardId: string }
    readonly use: LimitUse
    /** The gross of a part; null: all that is left. */
    readonly amount: { readonly grossCents: bigint | null; readonly netCents: bigint }
    readonly reason: string
    readonly requestedBy: string
    readonly approvedBy: string
  },
): Plan => {
  const { ids, id, load, card, now, use, reason, requestedBy, approvedBy } = step
  const { companyId, issuerCardId } = card
  const { grossCents, netCents: amountCents } = step.amount
  const call = callOf({ ids, id, companyId, part: 1, amountCents, issuerCardId, now })
  return {
    journals: [],
    updates: [usingLimits(use), unchangedCard(card), unchangedLoad(load)],
    rows: [
      {
        table: 'loadReversal',
        row: {
          id,
          companyId,
          userId: load.userId,
          loadId: load.id,
          acceptance: load.acceptance,
          cardId: card.id,
          status: 'pending',
          amountCents,
          grossCents,
          reason,
          requestedBy,
          approvedBy,
          startedAt: now,
        },
      },
      call.row,
    ],
    events: [loadEvent(step, 'load.reversal_started', { netCents: String(amountCents) })],
    jobs: [call.job],
  }
}

/** A reversal whose call is under way, with its load as they were read. */
export type ReversalStep = LoadStep & {
  readonly reversal: LoadReversal & { readonly status: 'pending' }
  readonly transfer: IssuerTransfer
}

/** Another attempt may have its effect after this one. */
const watching = ({ now, transfer }: ReversalStep, isWatched: boolean): JobDraft[] =>
  isWatched
    ? [
        {
          ...watchJob(transfer.id, { check: 0, dueAt: after(now, firstCheckMs) }),
          name: 'loads.watch_reversal',
        },
      ]
    : []

const end = (
  { reversal, now }: ReversalStep,
  event: 'reversal.completed' | 'reversal.refused',
  refusal: string | null,
) =>
  transition(loadReversalTransitions, reversal, event, {
    guard: { part: reversal.part },
    set: { endedAt: now, refusal },
  })

type BookedReversal = ReversalStep & {
  readonly money: AcceptedMoney
  readonly bound: BoundRow | null
  /** Null: all of the load. */
  readonly divided: DividedLoad | null
}

/** The load is in review with all of its money. */
const recordWhole = (step: BookedReversal) => {
  const { load, now, money } = step
  return {
    part: load,
    updates: [
      // The history has the instant of the credit.
      loadUpdate(step, 'load.reversed', { creditedAt: null }),
      ...money.shares.flatMap((share) => undoShare(share, standingCents(share), now)),
    ],
    rows: [historyRow(step, 'review', load.exception)],
  }
}

/**
 * Books a reversal that the issuer has made, once. The load is in review, or goes on with what is left while its part is;
 * what was settled of its shares is owed.
 */
export const reversedPlan = (step: BookedReversal): Plan => {
  const { load, now, reversal, transfer, bound, money } = step
  const binding = bindRow(step, transfer, bound)
  const detail = {
    actor: reversal.approvedBy,
    reason: reversal.reason,
    metadata: { requestedBy: reversal.requestedBy },
  }
  const { divided } = step
  const record = divided ? recordPart(step, divided, { kind: 'reversed', money }) : recordWhole(step)
  const posted = { ...postedLoad(load, money), ...(divided ? postedPart(divided) : {}) }
  const netCents = String(posted.figures.netCents)
  const plan: Plan = {
    journals: [loadReversed({ ...posted, effectiveAt: now, detail })],
    updates: [
      ...record.updates,
      end(step, 'reversal.completed', null),
      endTransfer(transfer, bound ? 'row.bound' : 'transfer.applied'),
      ...binding.updates,
    ],
    rows: [...record.rows, ...binding.rows],
    events: [
      loadEvent({ ...step, load: record.part }, 'load.reversed', { netCents, reversalId: reversal.id }),
    ],
    jobs: watching(step, reversal.part > 1),
  }
  return inPresentBooks(plan, money.books)
}

/** The issuer did not make it: the load and the card are as before. */
export const refusedReversalPlan = (step: ReversalStep & { readonly refusal: string }): Plan => {
  const { transfer, refusal } = step
  return {
    journals: [],
    updates: [end(step, 'reversal.refused', refusal), endTransfer(transfer, 'transfer.refused', { refusal })],
    events: [loadEvent(step, 'load.reversal_refused', { refusal })],
    jobs: watching(step, transfer.attempts > 0),
  }
}

/** Two people decided to send it again: a new call, after the first one had no effect. */
export const againReversalPlan = (step: ReversalStep & { readonly refusal: string }): Plan => {
  const { ids, reversal, now, transfer, refusal } = step
  const part = reversal.part + 1
  const call = callOf({ ...reversal, ids, part, issuerCardId: transfer.issuerCardId, now })
  return {
    journals: [],
    updates: [
      guardedUpdate({
        table: 'loadReversal',
        id: reversal.id,
        from: { status: 'pending', part: reversal.part },
        set: { part },
      }),
      endTransfer(transfer, 'transfer.refused', { refusal }),
    ],
    rows: [call.row],
    jobs: [call.job, ...watching(step, transfer.attempts > 0)],
  }
}

/** Whether a load is on its card and nothing takes it off. */
export const isReversible = (
  load: LoadRecord,
  last: Pick<LoadReversal, 'status'> | null,
): load is LoadRecord & { readonly status: 'credited' } =>
  load.status === 'credited' && last?.status !== 'pending'
