import { publicRef } from '../kernel/ids.ts'
import type { EventDraft, Plan } from '../kernel/plan.ts'
import { guardedUpdate } from '../kernel/guarded-update.ts'
import { usingLimits } from '../loads/limit-use.ts'
import { queuePayout, stopPayout } from '../payouts/payouts.sql.ts'
import { unchangedWallets, type WalletType } from '../wallets/wallet-holder.ts'
import { withdrawalReleased, withdrawalRequested } from './withdrawal-postings.ts'
import { endWithdrawal, stepTo } from './withdrawal-status.ts'
import type { ReadyWithdrawal } from './withdrawal-terms.ts'
import type { WithdrawalRecord } from './withdrawals.sql.ts'

/** The reference of a withdrawal that people see. */
export const withdrawalRef = (id: string): string => publicRef('W', id)

type EventFacts = Pick<
  WithdrawalRecord,
  'id' | 'companyId' | 'ownerKind' | 'requestedBy' | 'wallet' | 'totalCents' | 'netCents' | 'asset'
>
type EventName = Exclude<Extract<EventDraft['type'], `withdrawal.${string}`>, 'withdrawal.rejected'>

const factsOf = ({ id, ownerKind, wallet, totalCents, netCents, asset }: EventFacts) => ({
  ref: withdrawalRef(id),
  wallet,
  totalCents: String(totalCents),
  netCents: String(netCents),
  asset,
  path: ownerKind === 'person' ? `/withdrawals?open=${id}` : `/admin/withdrawals/${id}`,
})

/** What a withdrawal tells: the person who requested it is told. */
export const withdrawalEvent = (row: EventFacts, type: EventName): EventDraft => ({
  type,
  entityId: row.id,
  companyId: row.companyId,
  userId: row.requestedBy,
  payload: factsOf(row),
})

/** Reserves the money. It is refused if anything was posted to the wallets, or owed, since they were read. */
export const requestPlan = (
  ready: ReadyWithdrawal,
  of: {
    readonly id: string
    readonly wallet: WalletType
    readonly asset: string
    readonly description: string
    readonly risk: WithdrawalRecord['risk']
    readonly by: string
    readonly now: Date
  },
): Plan => {
  const { holder, address, terms, totalCents, feeCents, netCents } = ready
  const { id, wallet, asset, description, risk, by, now } = of
  const owner = { ownerId: holder.id, companyId: holder.company.id }
  const row = {
    id,
    ...owner,
    ownerKind: holder.kind,
    status: 'PENDING',
    step: 'requested',
    wallet,
    totalCents,
    feeCents,
    netCents,
    network: address.network,
    asset,
    addressId: address.id,
    toAddress: address.address,
    addressLabel: address.label,
    description,
    risk,
    requestedBy: by,
    requestedAt: now,
    attempt: 0,
  } as const
  return {
    journals: [
      withdrawalRequested({
        id,
        ...owner,
        wallet,
        totalCents,
        feeCents,
        owedCents: terms.owedCents,
        effectiveAt: now,
        detail: { actor: by },
      }),
    ],
    guards: [
      ...unchangedWallets(holder),
      { account: { code: 'partner.owed', ...owner }, seq: terms.owedSeq },
    ],
    // It is refused if the address was removed meanwhile.
    updates: [
      guardedUpdate({
        table: 'payoutAddress',
        id: address.id,
        from: { removedAt: null },
        set: { lastUsedAt: now },
      }),
      // It is refused too if the person's company is changed meanwhile, as a load is.
      ...(ready.use ? [usingLimits(ready.use)] : []),
    ],
    rows: [{ table: 'withdrawal', row }],
    events: [withdrawalEvent(row, 'withdrawal.requested')],
  }
}

const released = (row: WithdrawalRecord, of: { readonly now: Date; readonly by: string }) => {
  const { id, ownerId, companyId, wallet, totalCents, feeCents } = row
  return withdrawalReleased({
    id,
    ownerId,
    companyId,
    wallet,
    totalCents,
    feeCents,
    effectiveAt: of.now,
    detail: { actor: of.by },
  })
}

/** A withdrawal that waits for its approval or its payment, as it was read. */
export type OpenWithdrawal = WithdrawalRecord & { readonly status: 'PENDING' }

export const cancelPlan = (row: OpenWithdrawal, of: { readonly now: Date; readonly by: string }): Plan => ({
  journals: [released(row, of)],
  updates: [endWithdrawal(row, 'withdrawal.cancelled', { set: { endedAt: of.now, endedBy: of.by } })],
  events: [withdrawalEvent(row, 'withdrawal.cancelled')],
})

/** Rejects it, and stops its payment where it waits for one. */
export const rejectPlan = (
  row: OpenWithdrawal,
  of: {
    readonly now: Date
    readonly by: string
    readonly reason: string
    /** Its payment, where it is queued. */
    readonly payout: { readonly id: string; readonly attempt: number } | null
  },
): Plan => {
  const { now, by, reason, payout } = of
  const stopped = payout && row.step === 'approved' ? stopPayout(payout, now) : {}
  return {
    journals: [released(row, of)],
    updates: [
      endWithdrawal(row, 'withdrawal.rejected', { set: { endedAt: now, endedBy: by, reason } }),
      ...(stopped.updates ?? []),
    ],
    events: [
      {
        type: 'withdrawal.rejected',
        entityId: row.id,
        companyId: row.companyId,
        userId: row.requestedBy,
        payload: { ...factsOf(row), reason },
      },
    ],
  }
}

/** Approves it and queues its payment. */
export const approvePlan = (
  row: OpenWithdrawal,
  of: {
    readonly payoutId: string
    readonly now: Date
    readonly by: string
    readonly units: bigint
    readonly risk: WithdrawalRecord['risk']
  },
): Plan => {
  const { payoutId, now, by, units, risk } = of
  const queued = queuePayout(
    {
      id: payoutId,
      ownerKind: 'withdrawal',
      ownerId: row.id,
      companyId: row.companyId,
      userId: row.ownerKind === 'person' ? row.ownerId : null,
      network: row.network,
      asset: row.asset,
      toAddress: row.toAddress,
      units,
    },
    now,
  )
  return {
    ...queued,
    journals: [],
    updates: [
      stepTo(row, 'withdrawal.approved', { set: { approvedAt: now, approvedBy: by, risk } }),
      ...(queued.updates ?? []),
    ],
    events: [...(queued.events ?? []), withdrawalEvent(row, 'withdrawal.approved')],
  }
}
