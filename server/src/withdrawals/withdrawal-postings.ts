import type { AccountKey, Journal, JournalDetail, Leg } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import type { WalletType } from '../wallets/wallet-holder.ts'
import type { PaidFigures } from './withdrawal.ts'

export type PostedWithdrawal = {
  readonly id: string
  readonly ownerId: string
  readonly companyId: string
  readonly wallet: WalletType
  readonly totalCents: bigint
  readonly feeCents: bigint
  readonly effectiveAt: Date
  readonly detail?: JournalDetail
}
type SentWithdrawal = PostedWithdrawal &
  PaidFigures & {
    readonly n: number
    /** `token@chain` */
    readonly asset: string
  }

const bucketOf = (
  { ownerId, companyId, wallet }: Pick<PostedWithdrawal, 'ownerId' | 'companyId' | 'wallet'>,
  bucket: 'available' | 'reserved',
): AccountKey => ({ code: `wallet.${wallet}.${bucket}`, ownerId, companyId })

const about = ({ id, effectiveAt, detail }: PostedWithdrawal) => ({
  effectiveAt,
  subjectId: id,
  ...(detail ? { detail } : {}),
})

/** The money is reserved. What is owed stays in the wallet (money §4.6). */
export const withdrawalRequested = (of: PostedWithdrawal & { readonly owedCents: bigint }): Journal =>
  journal({
    ...about(of),
    kind: 'withdrawal.requested',
    key: `withdrawal:${of.id}:requested`,
    command: `withdraw ${of.ownerId} ${of.wallet} ${of.totalCents}`,
    legs: [
      debit(bucketOf(of, 'available'), of.totalCents, { atLeast: of.owedCents }),
      credit(bucketOf(of, 'reserved'), of.totalCents, { ref: of.id }),
    ],
  })

/** Rejected or cancelled: the wallet has the money again. */
export const withdrawalReleased = (of: PostedWithdrawal): Journal =>
  journal({
    ...about(of),
    kind: 'withdrawal.released',
    key: `withdrawal:${of.id}:released`,
    command: `release ${of.id}`,
    legs: [
      debit(bucketOf(of, 'reserved'), of.totalCents, { ref: of.id }),
      credit(bucketOf(of, 'available'), of.totalCents),
    ],
  })

const positive = (amount: bigint) => (amount > 0n ? amount : 0n)

const sentLegs = (of: SentWithdrawal): Leg[] => {
  const { id, asset, units, valueCents, spreadCents } = of
  return [
    debit(bucketOf(of, 'reserved'), of.totalCents, { ref: id }),
    credit({ code: 'income.withdrawal_fees' }, of.feeCents),
    credit({ code: 'fx.usd', asset }, valueCents),
    credit({ code: 'income.spread' }, positive(spreadCents)),
    debit({ code: 'income.fx_result' }, positive(-spreadCents)),
    debit({ code: 'fx.units', asset }, units),
    credit({ code: 'payout.in_flight', asset }, units, { ref: id }),
  ]
}

/** Attempt `n` is signed: units leave the operator's own position (money §4.6). */
export const withdrawalSent = (of: SentWithdrawal): Journal =>
  journal({
    ...about(of),
    kind: 'withdrawal.sent',
    key: `withdrawal:${of.id}:sent:${of.n}`,
    command: `send ${of.id} ${of.n}`,
    legs: sentLegs(of),
  })

/** Attempt `n` has paid nothing: the mirror of its journal. */
export const withdrawalFailed = (of: SentWithdrawal): Journal =>
  journal({
    ...about(of),
    kind: 'withdrawal.failed',
    key: `withdrawal:${of.id}:failed:${of.n}`,
    command: `fail ${of.id} ${of.n}`,
    legs: sentLegs(of).map(({ account, amount, ref }) => credit(account, -amount, ref ? { ref } : {})),
  })

/** The payment is final. */
export const withdrawalConfirmed = (
  of: Pick<SentWithdrawal, 'id' | 'asset' | 'units' | 'effectiveAt'>,
): Journal =>
  journal({
    kind: 'withdrawal.confirmed',
    key: `withdrawal:${of.id}:final`,
    command: `confirm ${of.id}`,
    effectiveAt: of.effectiveAt,
    subjectId: of.id,
    legs: [
      debit({ code: 'payout.in_flight', asset: of.asset }, of.units, { ref: of.id }),
      credit({ code: 'crypto.payout', asset: of.asset }, of.units),
    ],
  })
