import type { Ids } from '../kernel/ids.ts'
import type { JournalDetail, Plan } from '../kernel/plan.ts'
import type { Queries } from '../kernel/queries.ts'
import { transition } from '../kernel/states.ts'
import { listOwedShares, recoverShare } from '../shares/share-settlements.sql.ts'
import { decidePayment, recoveryLines, type Payment } from './settlement.ts'
import { accountsOf, settlementPaid } from './settlement-postings.ts'
import { settlementTransitions } from './settlement-status.ts'
import { readStanding, type LedgerStanding, type SettlementRecord } from './settlements.sql.ts'

/** A payment names at most so many reversed shares; what else it recovers is one line. */
const mostReversals = 200

export type ReadyPayment = {
  readonly payment: Payment
  readonly standing: LedgerStanding
  readonly lines: ReturnType<typeof recoveryLines<Awaited<ReturnType<typeof listOwedShares>>[number]>>
}

/** What a settlement would pay now. */
export const readPayment = async (
  sql: Queries,
  row: Pick<SettlementRecord, 'ownerId' | 'wallet' | 'maturedCents' | 'addedCents' | 'deductedCents'>,
): Promise<ReadyPayment> => {
  const standing = await readStanding(sql, row)
  const payment = decidePayment(row, standing)
  const reversed = await listOwedShares(sql, { ownerId: row.ownerId, limit: mostReversals })
  return { payment, standing, lines: recoveryLines(payment, reversed) }
}

/** A payment depends on what is owed, and on an immediate wallet below zero. */
const guardsOf = (
  accounts: ReturnType<typeof accountsOf>,
  { owedSeq, immediateCents, immediateSeq }: LedgerStanding,
) => [
  ...(owedSeq === 0n ? [] : [{ account: accounts.owed, seq: owedSeq }]),
  ...(immediateSeq === 0n
    ? []
    : [{ account: accounts.immediate, ...(immediateCents < 0n ? { seq: immediateSeq } : { atLeast: 0n }) }]),
]

/**
 * The plan that pays an approved settlement: one journal, its lines, and what is recovered of each reversed share. It is
 * refused if what it recovers has changed, or if it was paid or voided meanwhile.
 */
export const paymentPlan = (
  row: SettlementRecord & { readonly status: 'approved' },
  { payment, standing, lines }: ReadyPayment,
  of: {
    readonly ids: Ids
    readonly now: Date
    readonly by: string | null
    /** The company of the beneficiary's accounts. */
    readonly companyId: string
    readonly detail: JournalDetail
  },
): Plan => {
  const { id, ownerId, wallet } = row
  const { ids, now, by, companyId, detail } = of
  const { owedBeforeCents, owedAfterCents, allowanceCents, paidCents } = payment
  const figures = { owedBeforeCents, owedAfterCents, allowanceCents, paidCents }
  return {
    journals: [settlementPaid({ ...row, ...payment, companyId, effectiveAt: now, detail })],
    guards: guardsOf(accountsOf({ ownerId, companyId, wallet }), standing),
    updates: [
      transition(settlementTransitions, row, 'settlement.paid', {
        set: { ...figures, paidAt: now, paidBy: by },
      }),
      ...lines.flatMap(({ share, amountCents }) => (share ? [recoverShare(share, -amountCents)] : [])),
    ],
    rows: lines.map(({ kind, amountCents, share }) => ({
      table: 'settlementLine' as const,
      row: {
        id: ids.next(),
        settlementId: id,
        companyId: row.companyId,
        ownerId,
        kind,
        amountCents,
        shareId: share?.id ?? null,
      },
    })),
    events: [
      {
        type: 'settlement.paid',
        entityId: id,
        companyId: row.companyId,
        userId: row.ownerKind === 'person' ? ownerId : null,
        payload: { wallet, ownerId, paidCents: String(paidCents) },
      },
    ],
  }
}
