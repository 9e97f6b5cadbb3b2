import type { Journal } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'

const bank = { code: 'bank.settlement' }
const transit = { code: 'issuer.transit' }
const float = { code: 'issuer.unallocated' }

/** The owners pay in: bank against capital (money §4.1). */
export const capitalContributed = (act: {
  readonly id: string
  readonly amountCents: bigint
  readonly effectiveAt: Date
}): Journal =>
  journal({
    kind: 'capital.contributed',
    key: `capital:${act.id}`,
    command: `contribute ${act.amountCents}`,
    effectiveAt: act.effectiveAt,
    subjectId: act.id,
    legs: [debit(bank, act.amountCents), credit({ code: 'equity.capital' }, act.amountCents)],
  })

/** A wire to the issuer leaves the bank; it is in transit under its own id until the issuer has it (money §4.1). */
export const issuerFundingSent = (funding: {
  readonly id: string
  readonly amountCents: bigint
  readonly effectiveAt: Date
}): Journal =>
  journal({
    kind: 'issuer.funding_sent',
    key: `fund:${funding.id}:sent`,
    command: `fund ${funding.amountCents}`,
    effectiveAt: funding.effectiveAt,
    subjectId: funding.id,
    legs: [debit(transit, funding.amountCents, { ref: funding.id }), credit(bank, funding.amountCents)],
  })

/**
 * The issuer has the money: the float grows (money §4.1). `fundingId` is the wire it belongs to; where nobody sent
 * one, it waits in suspense under `recordId`, the stored event's id.
 */
export const issuerFunded = (event: {
  /** The issuer's id of the event or file row. */
  readonly eventId: string
  readonly recordId: string
  readonly fundingId: string | null
  readonly amountCents: bigint
  readonly effectiveAt: Date
}): Journal =>
  journal({
    kind: 'issuer.funded',
    key: `issuer:${event.eventId}`,
    command: `event ${event.eventId}`,
    effectiveAt: event.effectiveAt,
    subjectId: event.fundingId ?? event.recordId,
    legs: [
      debit(float, event.amountCents),
      event.fundingId
        ? credit(transit, event.amountCents, { ref: event.fundingId })
        : credit({ code: 'suspense' }, event.amountCents, { ref: event.recordId }),
    ],
  })

/** A fee that the issuer took from the master account; a negative amount is a credit it gave (money §4.5). */
export const issuerFeeCharged = (event: {
  readonly eventId: string
  readonly recordId: string
  readonly amountCents: bigint
  readonly effectiveAt: Date
}): Journal =>
  journal({
    kind: 'issuer.fee_charged',
    key: `issuer:${event.eventId}`,
    command: `event ${event.eventId}`,
    effectiveAt: event.effectiveAt,
    subjectId: event.recordId,
    legs: [debit({ code: 'expense.issuer_fees' }, event.amountCents), credit(float, event.amountCents)],
  })
