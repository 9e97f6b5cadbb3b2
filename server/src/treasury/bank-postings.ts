import type { Journal, JournalDetail } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'

const bank = { code: 'bank.settlement' }
const transit = { code: 'issuer.transit' }

type BankRecord = {
  readonly id: string
  readonly amountCents: bigint
  readonly effectiveAt: Date
  readonly detail?: JournalDetail
}

const factsOf = ({ id, effectiveAt, detail }: BankRecord) => ({
  effectiveAt,
  subjectId: id,
  ...(detail ? { detail } : {}),
})

/** A wire to the issuer came back to the bank (money §4.1). */
export const fundingReturned = (record: BankRecord & { readonly fundingId: string }): Journal =>
  journal({
    ...factsOf(record),
    kind: 'issuer.funding_returned',
    key: `fund:${record.fundingId}:returned`,
    command: `return ${record.fundingId} ${record.amountCents}`,
    legs: [debit(bank, record.amountCents), credit(transit, record.amountCents, { ref: record.fundingId })],
  })

/** A line of the bank's statement is its fee (money §4.1). */
export const bankFeeCharged = (record: BankRecord & { readonly line: string }): Journal =>
  journal({
    ...factsOf(record),
    kind: 'bank.fee_charged',
    key: `bank:${record.line}`,
    command: `fee ${record.line} ${record.amountCents}`,
    legs: [debit({ code: 'expense.bank_fees' }, record.amountCents), credit(bank, record.amountCents)],
  })

/** The owners take money out (money §4.1). */
export const capitalWithdrawn = (record: BankRecord): Journal =>
  journal({
    ...factsOf(record),
    kind: 'capital.withdrawn',
    key: `capital:${record.id}`,
    command: `withdraw ${record.amountCents}`,
    legs: [debit({ code: 'equity.drawings' }, record.amountCents), credit(bank, record.amountCents)],
  })

/** Money in suspense was a wire that a person had entered, or a wire of ours to the issuer (money §4.1). */
export const suspenseResolved = (
  record: BankRecord & {
    readonly suspenseId: string
    readonly to: 'bank.unconfirmed' | 'issuer.transit'
    readonly toRef: string
  },
): Journal =>
  journal({
    ...factsOf(record),
    kind: 'suspense.resolved',
    key: `suspense:${record.suspenseId}:${record.id}`,
    command: `resolve ${record.suspenseId} ${record.id}`,
    legs: [
      debit({ code: 'suspense' }, record.amountCents, { ref: record.suspenseId }),
      credit({ code: record.to }, record.amountCents, { ref: record.toRef }),
    ],
  })
