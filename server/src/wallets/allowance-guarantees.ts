import { after } from '../kernel/clock.ts'
import type { Journal, Plan } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'

const dayMs = 86_400_000
/** An allowance is paid back by its own company for so long (domain §7). */
const mostDays = 30

/** A company whose immediate wallet is below zero. */
export type UsedAllowance = {
  readonly companyId: string
  readonly isActive: boolean
  readonly parentId: string | null
  readonly guarantorId: string
  readonly usedCents: bigint
  /** Number of the last posting of the wallet's available money, and of its reserved money. */
  readonly seq: bigint
  readonly reservedSeq: bigint
  /** Since when the wallet is below zero. */
  readonly since: Date
}

export type GuaranteeReason = 'company_closed' | 'parent_changed' | 'thirty_days'

/** Why the guarantor pays now; null: the company may still pay back itself. */
export const guaranteeReason = (
  {
    isActive,
    parentId,
    guarantorId,
    since,
  }: Pick<UsedAllowance, 'isActive' | 'parentId' | 'guarantorId' | 'since'>,
  now: Date,
): GuaranteeReason | null => {
  if (!isActive) return 'company_closed'
  if (parentId !== guarantorId) return 'parent_changed'
  return now >= after(since, mostDays * dayMs) ? 'thirty_days' : null
}

const ofCompany = (code: string, id: string) => ({ code, ownerId: id, companyId: id })

/** The guarantor's regular wallet pays as much as it has, and the rest is owed to the operator (money §4.4). */
export const allowanceGuaranteed = (
  { companyId, guarantorId, usedCents }: Pick<UsedAllowance, 'companyId' | 'guarantorId' | 'usedCents'>,
  { reason, effectiveAt }: { readonly reason: GuaranteeReason; readonly effectiveAt: Date },
): Journal =>
  journal({
    kind: 'allowance.guaranteed',
    key: `guarantee:${companyId}:${effectiveAt.toISOString().slice(0, 10)}`,
    command: `guarantee ${companyId} ${guarantorId} ${usedCents}`,
    effectiveAt,
    subjectId: companyId,
    detail: { reason, metadata: { guarantor: guarantorId } },
    legs: [
      debit(ofCompany('wallet.regular.available', guarantorId), usedCents, {
        atLeast: 0n,
        restOn: { account: ofCompany('partner.owed', guarantorId) },
      }),
      credit(ofCompany('wallet.immediate.available', companyId), usedCents),
    ],
  })

/** The plan is refused when the wallet has changed since it was read. */
export const guaranteePlan = (
  used: UsedAllowance,
  at: { readonly reason: GuaranteeReason; readonly effectiveAt: Date },
): Plan => ({
  journals: [allowanceGuaranteed(used, at)],
  guards: [
    { account: ofCompany('wallet.immediate.available', used.companyId), seq: used.seq },
    { account: ofCompany('wallet.immediate.reserved', used.companyId), seq: used.reservedSeq },
  ],
  events: [
    {
      type: 'allowance.guaranteed',
      entityId: used.companyId,
      companyId: used.companyId,
      userId: null,
      payload: { guarantorId: used.guarantorId, cents: String(used.usedCents), reason: at.reason },
    },
  ],
})
