import type { Journal } from '../kernel/plan.ts'
import { credit, debit, journal } from './posting.ts'

/** Money in transit from the float to a card, for one call of the issuer. */
type IssuerTransfer = {
  /** Prefix of the key and of the issuer's reference: `load:{id}`, `wload:{id}`, `adjustment:{id}`. */
  readonly reference: string
  /** Id of that object: `issuer.in_flight` holds the money under it. */
  readonly refId: string
  /** 1 for the first attempt; one more after each refused attempt. */
  readonly attempt: number
  readonly amountCents: bigint
  readonly effectiveAt: Date
  /** Float that this transfer must leave, because releases need it (domain §5, immediate). */
  readonly leaveAtLeastCents?: bigint
}

const float = { code: 'issuer.unallocated' }
const inFlight = { code: 'issuer.in_flight' }

/**
 * Debits the float before the issuer is called (money §4.2). `insufficient_funds` on `issuer.unallocated`
 * means: wait for float.
 */
export const issuerTransferStarted = (transfer: IssuerTransfer): Journal =>
  journal({
    kind: 'issuer.transfer_started',
    key: `${transfer.reference}:started:${transfer.attempt}`,
    command: `start ${transfer.reference} ${transfer.amountCents}`,
    effectiveAt: transfer.effectiveAt,
    subjectId: transfer.refId,
    legs: [
      debit(inFlight, transfer.amountCents, { ref: transfer.refId }),
      credit(
        float,
        transfer.amountCents,
        transfer.leaveAtLeastCents ? { atLeast: transfer.leaveAtLeastCents } : {},
      ),
    ],
  })

/** Returns the money when the call was rejected, or was unknown and proved absent (money §4.2). */
export const issuerTransferRefused = (transfer: IssuerTransfer): Journal =>
  journal({
    kind: 'issuer.transfer_refused',
    key: `${transfer.reference}:refused:${transfer.attempt}`,
    command: `refuse ${transfer.reference} ${transfer.amountCents}`,
    effectiveAt: transfer.effectiveAt,
    subjectId: transfer.refId,
    legs: [
      debit(float, transfer.amountCents),
      credit(inFlight, transfer.amountCents, { ref: transfer.refId }),
    ],
  })
