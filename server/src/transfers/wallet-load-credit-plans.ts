import { after } from '../kernel/clock.ts'
import { guardedUpdate } from '../kernel/guarded-update.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobDraft, Plan } from '../kernel/plan.ts'
import { transition } from '../kernel/states.ts'
import { usingLimits, type LimitUse } from '../loads/limit-use.ts'
import { issuerTransferRefused, issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import type { IssuerTransfer } from '../loads/issuer-transfers.sql.ts'
import {
  bindRow,
  creditCallJob,
  endTransfer,
  newCreditRow,
  watchJob,
  type BoundRow,
} from '../loads/load-credit-plans.ts'
import { transferTransitions } from './transfer-status.ts'
import type { TransferRecord } from './transfers.sql.ts'
import { cancelledEvent, figuresOfRow, releasedUpdate, startWalletLoadJob } from './wallet-load-plan.ts'
import { walletLoadCredited, walletLoadReference, walletLoadReleased } from './wallet-load-postings.ts'

const firstCheckMs = 10 * 60_000
const waitForFloatMs = 60_000

/** A transfer to a card that waits or is under way, as it was read, and business time. */
export type WalletLoadStep = {
  readonly ids: Ids
  readonly row: TransferRecord & { readonly status: 'pending' }
  readonly now: Date
}

const callFacts = ({ row, now }: WalletLoadStep, part: number) => ({
  reference: walletLoadReference(row.id),
  refId: row.id,
  attempt: part,
  amountCents: row.netCents,
  effectiveAt: now,
})
const event = <Type extends string>({ row }: WalletLoadStep, type: Type) => ({
  type,
  entityId: row.id,
  companyId: row.companyId,
  userId: null,
})

/** The call at the issuer of a transfer. Its key is that of every credit, so the same commands of the operator find it. */
const callJob = (issuerTransferId: string): JobDraft => ({
  ...creditCallJob(issuerTransferId),
  name: 'transfers.credit',
})

/** Reserves the float before the issuer is called, and records the call (money §4.2). */
export const startWalletLoadPlan = (
  step: WalletLoadStep & {
    readonly issuerCardId: string
    readonly leaveAtLeastCents: bigint
    /** The row that guards the maximum emergency load of this day, if the transfer uses some of it only now. */
    readonly use: LimitUse | null
  },
): Plan => {
  const { ids, row, now, issuerCardId, leaveAtLeastCents, use } = step
  const part = row.part + 1
  const issuerTransferId = ids.next()
  return {
    journals: [issuerTransferStarted({ ...callFacts(step, part), leaveAtLeastCents })],
    updates: [
      guardedUpdate({
        table: 'walletTransfer',
        id: row.id,
        from: { status: 'pending', isCrediting: false, part: row.part },
        set: {
          isCrediting: true,
          waitsForFloat: false,
          waitsForCard: false,
          waitsForLimit: false,
          part,
          ...(use ? { countsFrom: now } : {}),
        },
      }),
      ...(use ? [usingLimits(use)] : []),
    ],
    rows: [
      newCreditRow({
        id: issuerTransferId,
        companyId: row.companyId,
        walletTransferId: row.id,
        part,
        issuerCardId,
        amountCents: row.netCents,
        startedAt: now,
      }),
    ],
    events: [event(step, 'transfer.credit_started')],
    jobs: [callJob(issuerTransferId)],
  }
}

const watching = ({ now }: WalletLoadStep, of: { transfer: IssuerTransfer; isWatched: boolean }) =>
  of.isWatched
    ? [
        {
          ...watchJob(of.transfer.id, { check: 0, dueAt: after(now, firstCheckMs) }),
          name: 'transfers.watch_credit',
        },
      ]
    : []

type EndedCall = WalletLoadStep & { readonly transfer: IssuerTransfer; readonly isWatched: boolean }

/** Books the issuer's credit of the card, once. */
export const creditedWalletLoadPlan = (
  step: EndedCall & { readonly bound: BoundRow | null; readonly senderName: string },
): Plan => {
  const { row, now, transfer, bound, senderName } = step
  const binding = bindRow(step, transfer, bound)
  return {
    journals: [walletLoadCredited(figuresOfRow(row, now))],
    updates: [
      transition(transferTransitions, row, 'wallet_load.credited', {
        guard: { isCrediting: true, part: row.part },
        set: { isCrediting: false, endedAt: now },
      }),
      endTransfer(transfer, bound ? 'row.bound' : 'transfer.applied'),
      ...binding.updates,
    ],
    rows: binding.rows,
    events: [
      {
        ...event(step, 'transfer.credited'),
        userId: row.cardHolderId,
        payload: {
          cardId: row.toOwnerId,
          wallet: row.wallet,
          netCents: String(row.netCents),
          totalCents: String(row.totalCents),
          feeCents: String(row.feeCents),
          senderName,
        },
      },
    ],
    jobs: watching(step, step),
  }
}

/** The issuer did not credit the card: the float is back, and so is the money of the wallet. */
export const releasedWalletLoadPlan = (step: EndedCall & { readonly refusal: string }): Plan => {
  const { row, now, transfer, refusal } = step
  return {
    journals: [
      issuerTransferRefused(callFacts(step, row.part)),
      walletLoadReleased(figuresOfRow(row, now, { reason: refusal })),
    ],
    updates: [releasedUpdate(row, { now, refusal }), endTransfer(transfer, 'transfer.refused', { refusal })],
    events: [cancelledEvent(row, refusal)],
    jobs: watching(step, step),
  }
}

/**
 * The issuer has no money for it, its card is paused, or two people decided to try again: the transfer waits as before. A regular one has its
 * next release, an immediate one a job.
 */
export const postponedWalletLoadPlan = (
  step: EndedCall & {
    readonly refusal: string
    readonly waitsForFloat: boolean
    readonly waitsForCard: boolean
  },
): Plan => {
  const { row, now, transfer, refusal, waitsForFloat, waitsForCard } = step
  const again = { ...startWalletLoadJob(row.id, row.part + 1), dueAt: after(now, waitForFloatMs) }
  return {
    journals: [issuerTransferRefused(callFacts(step, row.part))],
    updates: [
      guardedUpdate({
        table: 'walletTransfer',
        id: row.id,
        from: { status: 'pending', isCrediting: true, part: row.part },
        set: {
          isCrediting: false,
          waitsForFloat,
          waitsForCard,
          ...(waitsForCard ? { countsFrom: row.countsFrom ?? row.madeAt } : {}),
        },
      }),
      endTransfer(transfer, 'transfer.refused', { refusal }),
    ],
    events: [event(step, 'transfer.credit_postponed')],
    jobs: [...(row.wallet === 'immediate' ? [again] : []), ...watching(step, step)],
  }
}
