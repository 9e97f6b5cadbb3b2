import type { Journal, JournalDetail } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import type { OwnAccount } from '../loads/own-transfers.sql.ts'

const bank = { code: 'bank.settlement' }
const transit = { code: 'issuer.transit' }
const float = { code: 'issuer.unallocated' }

/** The owners pay in: bank against capital (money §4.1). */
export const capitalContributed = (contribution: {
  readonly id: string
  readonly amountCents: bigint
  readonly effectiveAt: Date
  readonly detail?: JournalDetail
}): Journal =>
  journal({
    kind: 'capital.contributed',
    key: `capital:${contribution.id}`,
    command: `contribute ${contribution.amountCents}`,
    effectiveAt: contribution.effectiveAt,
    subjectId: contribution.id,
    ...(contribution.detail ? { detail: contribution.detail } : {}),
    legs: [
      debit(bank, contribution.amountCents),
      credit({ code: 'equity.capital' }, contribution.amountCents),
    ],
  })

/**
 * Books a wire to the issuer: the money leaves the bank and is in transit under the wire's id until it
 * arrives (money §4.1).
 */
export const issuerFundingSent = (funding: {
  readonly id: string
  readonly amountCents: bigint
  readonly effectiveAt: Date
  readonly detail?: JournalDetail
}): Journal =>
  journal({
    ...(funding.detail ? { detail: funding.detail } : {}),
    kind: 'issuer.funding_sent',
    key: `fund:${funding.id}:sent`,
    command: `fund ${funding.amountCents}`,
    effectiveAt: funding.effectiveAt,
    subjectId: funding.id,
    legs: [debit(transit, funding.amountCents, { ref: funding.id }), credit(bank, funding.amountCents)],
  })

/**
 * Books the arrival of money at the issuer: the float grows (money §4.1). `fundingId` is its wire. Without a
 * wire the money is in suspense under `recordId`, the id of the stored event.
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

/**
 * Books a fee that the issuer debited from the master account; a negative amount is a credit by the issuer
 * (money §4.5).
 */
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

/** Books a final transfer between our own addresses (money §4.1). */
export const unitsTransferred = (transfer: {
  readonly id: string
  readonly network: string
  readonly txHash: string
  readonly logIndex: number
  readonly from: OwnAccount
  readonly to: OwnAccount
  /** `token@chain` */
  readonly asset: string
  readonly units: bigint
  readonly effectiveAt: Date
}): Journal => {
  const { asset, units, from, to } = transfer
  const position = `${transfer.network}:${transfer.txHash}:${transfer.logIndex}`
  return journal({
    kind: from === 'deposits' && to === 'treasury' ? 'deposit.swept' : 'treasury.moved',
    key: `move:${position}`,
    command: `move ${position}`,
    effectiveAt: transfer.effectiveAt,
    subjectId: transfer.id,
    legs: [debit({ code: `crypto.${to}`, asset }, units), credit({ code: `crypto.${from}`, asset }, units)],
  })
}
