import { shareDue, releaseWindow, type BusinessCalendar } from '../calendar/business-time.ts'
import { guardedUpdate } from '../kernel/guarded-update.ts'
import type { JobDraft, Plan } from '../kernel/plan.ts'
import { transition } from '../kernel/states.ts'
import { newShare } from '../shares/shares.sql.ts'
import { chainTransferTransitions, type LoadException } from './load-status.ts'
import { depositConfirmed, loadAccepted, type Owner } from './load-postings.ts'
import { cryptoOf, figuresOf, type PricedPart } from './load-pricing.ts'
import { ledgerAssetOf } from './load-record.ts'
import {
  historyRow,
  loadEvent,
  loadUpdate,
  paymentEvent,
  type LoadStep,
  type PaymentStep,
} from './load-step.ts'
import type { TransferRow } from './chain-transfers.sql.ts'

/** Books a transfer that became final in its own asset, whatever it is for (money §4.1). */
export const depositPlan = (facts: {
  transfer: TransferRow & { readonly status: 'seen' }
  network: string
  payer: Owner | null
  now: Date
}): Plan => {
  const { transfer, payer, now } = facts
  if (transfer.asset === null || transfer.units === null)
    throw new Error('An unlisted token is recorded, not booked')
  return {
    journals: [
      depositConfirmed({
        id: transfer.id,
        chain: facts.network,
        tx: transfer.txHash,
        log: transfer.logIndex,
        asset: ledgerAssetOf({ asset: transfer.asset, network: facts.network }),
        units: transfer.units,
        payer,
        effectiveAt: now,
      }),
    ].filter(({ legs }) => legs.length > 0),
    updates: [
      transition(chainTransferTransitions, transfer, 'transfer.finalised', {
        set: { finalAt: now, screenedOut: transfer.screenedOut },
      }),
    ],
  }
}

/** Turns a deposit that did not pay its accepted load into a separate load. */
export const setAsideJob = (transferId: string): JobDraft => ({
  name: 'loads.set_aside',
  key: `loads.set_aside:${transferId}`,
  payload: { transferId },
})

/**
 * Accepts a load, with its last deposit or when the payer chooses the credit: the money is used, shares
 * become pending, the release dates are fixed (money §4.2). Immediate loads start their credit at once.
 */
export const acceptPlan = (
  step: LoadStep & {
    calendar: BusinessCalendar
    parts: readonly PricedPart[]
    exception: LoadException | null
  },
): Plan => {
  const { ids, load, now, calendar, exception } = step
  const figures = figuresOf(load, step.parts)
  const coins = cryptoOf(load, step.parts)
  const asset = ledgerAssetOf(load)
  const wasReviewed = load.status === 'review'
  const acceptance = load.acceptance + 1
  const window = releaseWindow(now, calendar)
  const isRegular = load.speed === 'regular'
  const from = isRegular ? window.earliestAt : now
  const by = isRegular ? window.latestAt : now
  const shares = figures.shares.map((share) => {
    const owner = load.chain.find(({ ownerId }) => ownerId === share.ownerId)
    if (owner?.ownerKind === 'operator') throw new Error('The operator has no share of a load')
    return newShare({
      id: ids.next(),
      companyId: share.companyId,
      ownerKind: owner?.ownerKind ?? 'company',
      ownerId: share.ownerId,
      walletType: load.speed,
      level: owner?.level ?? 1,
      sourceKind: 'load',
      sourceId: load.id,
      payerId: load.userId,
      sellerCodeId: owner?.sellerCodeId ?? null,
      // The load may be accepted again with another gross, or go on with a part of it.
      basis: JSON.stringify({ gross: String(figures.grossCents) }),
      amountCents: share.amountCents,
      acceptedAt: now,
      dueAt: isRegular ? shareDue(now, calendar) : null,
    })
  })
  return {
    journals: [
      loadAccepted({
        id: load.id,
        acceptance,
        speed: load.speed,
        card: { ownerId: load.cardId, companyId: load.companyId },
        payer: { ownerId: load.userId, companyId: load.companyId },
        asset,
        deposits: coins.find((coin) => coin.asset === asset)?.deposits ?? [],
        otherCoins: coins.filter((coin) => coin.asset !== asset),
        figures,
        effectiveAt: now,
      }),
    ],
    updates: [
      loadUpdate(step, 'load.accepted', {
        exception,
        acceptance,
        acceptedAt: now,
        grossCents: figures.grossCents,
        feeCents: figures.feeCents,
        netCents: figures.netCents,
        operatorCents: figures.operatorCents,
        spreadCents: figures.spreadCents,
        releaseFrom: from,
        releaseBy: by,
      }),
    ],
    rows: [
      ...(wasReviewed ? [] : [historyRow(step, 'confirmed', exception)]),
      historyRow(step, 'held', exception),
      ...shares,
    ],
    events: [
      loadEvent(step, 'load.accepted', { netCents: String(figures.netCents), releaseBy: by.toISOString() }),
    ],
    jobs: isRegular
      ? []
      : [
          {
            name: 'loads.start_credit',
            key: `loads.start_credit:${load.id}:${acceptance}`,
            payload: { loadId: load.id },
          },
        ],
  }
}

/**
 * Puts money that is not as quoted in review, where people see it. Its resolution is chosen later (domain
 * §5).
 */
export const reviewPlan = (step: PaymentStep & { exception: LoadException }): Plan => {
  const { load, exception } = step
  const isOpen = load.status === 'detected' || load.status === 'quoted'
  return {
    journals: [],
    updates: [loadUpdate(step, isOpen ? 'load.set_aside' : 'load.paid_late', { exception })],
    rows: [
      ...(isOpen ? [historyRow(step, 'confirmed', exception)] : []),
      historyRow(step, 'review', exception),
    ],
    events: [paymentEvent(step, 'load.set_aside', { exception })],
  }
}

const waiting = ({ load }: PaymentStep, exception: LoadException | null) => {
  const { id, version } = load
  const set = { exception, version: version + 1 }
  return guardedUpdate({ table: 'load', id, from: { version }, set })
}

/**
 * Records on the load that a part came in time. The update is guarded, so two parts that become final at once
 * see each other.
 */
export const waitPlan = (step: PaymentStep & { exception: LoadException | null }): Plan => ({
  journals: [],
  updates: [waiting(step, step.exception)],
  events:
    step.load.exception === step.exception
      ? []
      : [paymentEvent(step, 'load.underpaid', { exception: step.exception })],
})

/** Two plans as one. */
export const joined = (first: Plan, second: Plan): Plan => ({
  journals: [...first.journals, ...second.journals],
  updates: [...(first.updates ?? []), ...(second.updates ?? [])],
  rows: [...(first.rows ?? []), ...(second.rows ?? [])],
  events: [...(first.events ?? []), ...(second.events ?? [])],
  jobs: [...(first.jobs ?? []), ...(second.jobs ?? [])],
})
