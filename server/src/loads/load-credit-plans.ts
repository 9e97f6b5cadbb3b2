import type { JobDraft, Plan, RowMove } from '../kernel/plan.ts'
import { issuerMoveRefused, issuerMoveStarted } from '../ledger/issuer-move.ts'
import type { CreditMove } from './credit-moves.sql.ts'
import { loadCredited } from './load-postings.ts'
import type { LoadRecord } from './load-record.ts'
import { historyRow, loadEvent, moveTo, type LoadStep } from './load-step.ts'

/** What the ledger's keys of a load begin with. */
const keyOf = (load: Pick<LoadRecord, 'id'>): string => `load:${load.id}`

/**
 * The reference of a load at the issuer: one for every try, so that no try can be made that does not see the others. One
 * more acceptance, after the load was undone, is another credit.
 */
const issuerReference = (load: Pick<LoadRecord, 'id' | 'acceptance'>): string =>
  `${keyOf(load)}:${load.acceptance}`

/** The job that makes a call to the issuer, or finds out what became of it. */
export const creditCallJob = (moveId: string): JobDraft => ({
  name: 'loads.credit',
  key: `loads.credit:${moveId}`,
  payload: { moveId },
})

/** The job that takes float for a load and begins its next try. */
export const beginCreditJob = (load: Pick<LoadRecord, 'id' | 'part'>, dueAt: Date): JobDraft => ({
  name: 'loads.begin_credit',
  key: `loads.begin_credit:${load.id}:part:${load.part + 1}`,
  payload: { loadId: load.id },
  dueAt,
})

/** The job that looks for late effects of a load that was sent more than once. */
export const watchJob = (moveId: string, at: { look: number; dueAt: Date }): JobDraft => ({
  name: 'loads.watch_credit',
  key: `loads.watch_credit:${moveId}:${at.look}`,
  payload: { moveId, look: at.look },
  dueAt: at.dueAt,
})

const moveFacts = ({ load, now }: LoadStep, part: number) => ({
  reference: keyOf(load),
  refId: load.id,
  attempt: part,
  amountCents: load.netCents,
  effectiveAt: now,
})

/** Takes the float before the issuer is called, and writes down under which reference it will be (postings §4.2). */
export const beginCreditPlan = (
  step: LoadStep & { issuerCardId: string; leaveAtLeastCents: bigint },
): Plan => {
  const { ids, load, now } = step
  const part = load.part + 1
  const moveId = ids.next()
  return {
    journals: [issuerMoveStarted({ ...moveFacts(step, part), leaveAtLeastCents: step.leaveAtLeastCents })],
    moves: [moveTo(step, 'crediting', { part, waits_for_float: false })],
    rows: [
      historyRow(step, 'crediting', load.exception),
      {
        table: 'issuer_move',
        row: {
          id: moveId,
          company_id: load.companyId,
          load_id: load.id,
          part,
          reference: issuerReference(load),
          issuer_card_id: step.issuerCardId,
          amount_cents: load.netCents,
          status: 'started',
          started_at: now,
        },
      },
    ],
    events: [loadEvent(step, 'load.crediting')],
    jobs: [creditCallJob(moveId)],
  }
}

/** Takes an answer for the try that it belongs to, only while nobody else has. */
const endMove = (move: CreditMove, set: RowMove['set']): RowMove => ({
  table: 'issuer_move',
  id: move.id,
  from: { status: move.status },
  set,
})

const watching = ({ now }: LoadStep, of: { move: CreditMove; isWatched: boolean }): JobDraft[] =>
  of.isWatched ? [watchJob(of.move.id, { look: 0, dueAt: now })] : []

/** The issuer has credited the card, once (postings §4.2). Shares of immediate loads become due now. */
export const creditedPlan = (
  step: LoadStep & { move: CreditMove; isWatched: boolean; shareIds: readonly string[] },
): Plan => {
  const { load, now } = step
  return {
    journals: [
      loadCredited({
        id: load.id,
        card: { ownerId: load.cardId, companyId: load.companyId },
        netCents: load.netCents,
        operatorCents: load.operatorCents ?? 0n,
        spreadCents: load.spreadCents ?? 0n,
        effectiveAt: now,
      }),
    ],
    moves: [
      moveTo(step, 'credited', { credited_at: now }),
      endMove(step.move, { status: 'done' }),
      ...step.shareIds.map((id): RowMove => ({
        table: 'share',
        id,
        from: { due_at: null },
        set: { due_at: now },
      })),
    ],
    rows: [historyRow(step, 'credited', load.exception)],
    events: [
      loadEvent(step, 'load.credited', {
        netCents: String(load.netCents),
        grossCents: String(load.grossCents),
        feeCents: String(load.feeCents),
      }),
    ],
    jobs: watching(step, step),
  }
}

/** Rejected, or proved absent: the money goes back to the float; the load waits again or needs a person. */
export const refusedPlan = (
  step: LoadStep & {
    move: CreditMove
    to: 'held' | 'credit_failed'
    refusal: string
    waitsForFloat: boolean
    isWatched: boolean
    /** When an immediate load is tried again; a regular one has its hourly release. */
    retryAt: Date
  },
): Plan => {
  const { load, to, refusal } = step
  const isTriedAgain = to === 'held' && load.speed === 'immediate'
  return {
    journals: [issuerMoveRefused(moveFacts(step, load.part))],
    moves: [
      moveTo(step, to, { waits_for_float: to === 'held' && step.waitsForFloat }),
      endMove(step.move, { status: 'refused', refusal }),
    ],
    rows: [historyRow(step, to, load.exception)],
    events: [loadEvent(step, to === 'held' ? 'load.credit_postponed' : 'load.credit_failed', { refusal })],
    jobs: [...(isTriedAgain ? [beginCreditJob(load, step.retryAt)] : []), ...watching(step, step)],
  }
}
