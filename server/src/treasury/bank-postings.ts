import type { AccountKey, Journal, JournalDetail } from '../kernel/plan.ts'
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

/**
 * Where money in suspense belongs: to a wire of ours to the issuer, into the regular wallet of its payer, or to the
 * operator, as the difference that it is.
 */
export type SuspenseTarget =
  | { readonly account: { readonly code: 'issuer.transit' }; readonly ref: string }
  | { readonly account: AccountKey; readonly ref?: undefined }

/** A person showed what money in suspense was (money §4.1). */
export const suspenseResolved = (
  record: BankRecord & { readonly suspenseId: string; readonly to: SuspenseTarget },
): Journal =>
  journal({
    ...factsOf(record),
    kind: 'suspense.resolved',
    key: `suspense:${record.suspenseId}:${record.id}`,
    command: `resolve ${record.suspenseId} ${record.id}`,
    legs: [
      debit({ code: 'suspense' }, record.amountCents, { ref: record.suspenseId }),
      credit(
        record.to.account,
        record.amountCents,
        record.to.ref === undefined ? {} : { ref: record.to.ref },
      ),
    ],
  })
