import type { Plan, RowMove } from '../kernel/plan.ts'
import { issuerMoveRefused, issuerMoveStarted } from '../ledger/issuer-move.ts'
import { loadCredited } from './load-postings.ts'
import type { LoadRecord } from './load-record.ts'
import { historyRow, loadEvent, moveTo, type LoadStep } from './load-step.ts'

/** What keys and the issuer's references of a load begin with. */
const issuerReference = (load: Pick<LoadRecord, 'id'>): string => `load:${load.id}`

const moveFacts = ({ load, now }: LoadStep, part: number) => ({
  reference: issuerReference(load),
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
          reference: `${issuerReference(load)}:${part}`,
          issuer_card_id: step.issuerCardId,
          amount_cents: load.netCents,
          status: 'started',
          started_at: now,
        },
      },
    ],
    events: [loadEvent(step, 'load.crediting')],
    jobs: [{ name: 'loads.credit', key: `loads.credit:${moveId}`, payload: { moveId } }],
  }
}

/** The issuer has credited the card, once (postings §4.2). Shares of immediate loads become due now. */
export const creditedPlan = (
  step: LoadStep & { moveId: string; moveStatus: string; shareIds: readonly string[] },
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
      { table: 'issuer_move', id: step.moveId, from: { status: step.moveStatus }, set: { status: 'done' } },
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
  }
}

/** Rejected, or proved absent: the money goes back to the float; the load waits again or needs a person. */
export const refusedPlan = (
  step: LoadStep & { moveId: string; moveStatus: string; to: 'held' | 'credit_failed'; refusal: string },
): Plan => ({
  journals: [issuerMoveRefused(moveFacts(step, step.load.part))],
  moves: [
    moveTo(step, step.to, { waits_for_float: step.to === 'held' }),
    {
      table: 'issuer_move',
      id: step.moveId,
      from: { status: step.moveStatus },
      set: { status: 'refused', refusal: step.refusal },
    },
  ],
  rows: [historyRow(step, step.to, step.load.exception)],
  events: [
    loadEvent(step, step.to === 'held' ? 'load.credit_postponed' : 'load.credit_failed', {
      refusal: step.refusal,
    }),
  ],
})
