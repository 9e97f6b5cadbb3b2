import { after } from '../kernel/clock.ts'
import type { ChangeOf, GuardedUpdate, RowInsert } from '../kernel/guarded-update.ts'
import type { JobDraft, Plan } from '../kernel/plan.ts'
import { transition } from '../kernel/states.ts'
import { issuerTransferRefused, issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import type { BalanceHistoryRow } from '../providers/issuer/port.ts'
import { shareBecomesDue } from '../shares/shares.sql.ts'
import {
  issuerHistoryRowTransitions,
  issuerTransferTransitions,
  type IssuerTransferEvent,
} from './credit-status.ts'
import { newHistoryRow } from './credit-history.sql.ts'
import type { IssuerTransfer } from './issuer-transfers.sql.ts'
import { loadCredited } from './load-postings.ts'
import type { LoadRecord } from './load-record.ts'
import { historyRow, loadEvent, loadUpdate, type LoadStep } from './load-step.ts'

const firstCheckMs = 10 * 60_000

/** Prefix of a load's ledger keys. */
const keyOf = (load: Pick<LoadRecord, 'id'>): string => `load:${load.id}`

/** The job that sends a credit to the issuer and finds its outcome. */
export const creditCallJob = (issuerTransferId: string) => ({
  name: 'loads.credit',
  key: `loads.credit:${issuerTransferId}`,
  payload: { issuerTransferId },
})

/** The job that reserves float for a load and starts its next credit. */
export const startCreditJob = (load: Pick<LoadRecord, 'id' | 'part'>) => ({
  name: 'loads.start_credit',
  key: `loads.start_credit:${load.id}:part:${load.part + 1}`,
  payload: { loadId: load.id },
})

/** The job that checks for delayed effects of a credit with several attempts. */
export const watchJob = (issuerTransferId: string, at: { check: number; dueAt: Date }): JobDraft => ({
  name: 'loads.watch_credit',
  key: `loads.watch_credit:${issuerTransferId}:${at.check}`,
  payload: { issuerTransferId, check: at.check },
  dueAt: at.dueAt,
})

const transferFacts = ({ load, now }: LoadStep, part: number) => ({
  reference: keyOf(load),
  refId: load.id,
  attempt: part,
  amountCents: load.netCents,
  effectiveAt: now,
})

/** The row of a new credit at the issuer; of a load, of a transfer from a wallet, or of an adjustment, which may be a debit. */
export const newCreditRow = (
  credit: Pick<IssuerTransfer, 'id' | 'companyId' | 'part' | 'issuerCardId' | 'amountCents' | 'startedAt'> &
    (
      | { readonly loadId: string }
      | { readonly walletTransferId: string }
      | { readonly walletAdjustmentId: string }
      | { readonly loadReversalId: string }
    ),
): RowInsert => ({ table: 'issuerTransfer', row: { ...credit, status: 'started' } })

/** Reserves the float before the issuer is called, and records the credit (money §4.2). */
export const startCreditPlan = (
  step: LoadStep & { issuerCardId: string; leaveAtLeastCents: bigint },
): Plan => {
  const { ids, load, now } = step
  const part = load.part + 1
  const issuerTransferId = ids.next()
  return {
    journals: [
      issuerTransferStarted({ ...transferFacts(step, part), leaveAtLeastCents: step.leaveAtLeastCents }),
    ],
    updates: [loadUpdate(step, 'issuer.transfer_started', { part, waitsForFloat: false })],
    rows: [
      historyRow(step, 'crediting', load.exception),
      newCreditRow({
        id: issuerTransferId,
        companyId: load.companyId,
        loadId: load.id,
        part,
        issuerCardId: step.issuerCardId,
        amountCents: load.netCents,
        startedAt: now,
      }),
    ],
    events: [loadEvent(step, 'load.credit_started', {})],
    jobs: [creditCallJob(issuerTransferId)],
  }
}

/** Ends the operation if it is unchanged since it was read. */
export const endTransfer = (
  transfer: IssuerTransfer,
  event: IssuerTransferEvent,
  set: ChangeOf<'issuerTransfer'> = {},
): GuardedUpdate =>
  transition(issuerTransferTransitions, transfer, event, {
    guard: { attempts: transfer.attempts },
    set: { ...set, reviewReason: null },
  })

/** The history row of a credit; `strayId` if the row is already stored. */
export type BoundRow = { readonly row: BalanceHistoryRow; readonly strayId: string | null }

export const bindRow = (
  { ids, now }: Pick<LoadStep, 'ids' | 'now'>,
  transfer: IssuerTransfer,
  bound: BoundRow | null,
): { rows: RowInsert[]; updates: GuardedUpdate[] } => {
  if (!bound) return { rows: [], updates: [] }
  const { row, strayId } = bound
  if (strayId === null) {
    const inserted = newHistoryRow({ ids, transfer, at: now }, row, 'bound')
    return { rows: [{ table: 'issuerHistoryRow', row: inserted }], updates: [] }
  }
  const stray = { id: strayId, status: 'stray' } as const
  const set = { issuerTransferId: transfer.id }
  return { rows: [], updates: [transition(issuerHistoryRowTransitions, stray, 'row.bound', { set })] }
}

const watching = ({ now }: LoadStep, of: { transfer: IssuerTransfer; isWatched: boolean }): JobDraft[] =>
  of.isWatched ? [watchJob(of.transfer.id, { check: 0, dueAt: after(now, firstCheckMs) })] : []

/**
 * Books the issuer's credit of the card, once (money §4.2). Shares of immediate loads become due now. The
 * operation reserves the card until its history row is found.
 */
export const creditedPlan = (
  step: LoadStep & {
    transfer: IssuerTransfer
    bound: BoundRow | null
    isWatched: boolean
    shareIds: readonly string[]
  },
): Plan => {
  const { load, now, transfer, bound } = step
  const binding = bindRow(step, transfer, bound)
  return {
    journals: [
      loadCredited({
        id: load.id,
        acceptance: load.acceptance,
        card: { ownerId: load.cardId, companyId: load.companyId },
        netCents: load.netCents,
        operatorCents: load.operatorCents ?? 0n,
        spreadCents: load.spreadCents ?? 0n,
        effectiveAt: now,
      }),
    ],
    updates: [
      loadUpdate(step, 'load.credited', { creditedAt: now, creditReview: false }),
      endTransfer(transfer, bound ? 'row.bound' : 'transfer.applied'),
      ...binding.updates,
      ...step.shareIds.map((id) => shareBecomesDue(id, now)),
    ],
    rows: [historyRow(step, 'credited', load.exception), ...binding.rows],
    events: [
      loadEvent(step, 'load.credited', {
        netCents: String(load.netCents),
        grossCents: String(load.grossCents),
        feeCents: String(load.feeCents),
        acceptance: load.acceptance,
      }),
    ],
    jobs: watching(step, step),
  }
}

/**
 * The credit was rejected or proved absent. The money returns to the float; the load waits again or needs a
 * person.
 */
export const refusedPlan = (
  step: LoadStep & {
    transfer: IssuerTransfer
    to: 'held' | 'credit_failed'
    refusal: string
    waitsForFloat: boolean
    isWatched: boolean
    /** Time of the next attempt for an immediate load. A regular load waits for its hourly release. */
    retryAt: Date
  },
): Plan => {
  const { load, to, refusal } = step
  const isTriedAgain = to === 'held' && load.speed === 'immediate'
  return {
    journals: [issuerTransferRefused(transferFacts(step, load.part))],
    updates: [
      loadUpdate(step, to === 'held' ? 'issuer.transfer_refused' : 'load.credit_failed', {
        waitsForFloat: to === 'held' && step.waitsForFloat,
        creditReview: false,
      }),
      endTransfer(step.transfer, 'transfer.refused', { refusal }),
    ],
    rows: [historyRow(step, to, load.exception)],
    events: [loadEvent(step, to === 'held' ? 'load.credit_postponed' : 'load.credit_failed', { refusal })],
    jobs: [
      ...(isTriedAgain ? [{ ...startCreditJob(load), dueAt: step.retryAt }] : []),
      ...watching(step, step),
    ],
  }
}
