import type { Journal } from '../kernel/plan.ts'
import { credit, debit, journal } from './posting.ts'

/** Money on its way from the float to a card, for one call of the issuer. */
type IssuerTransfer = {
  /** What the key begins with and the issuer's reference says: `load:{id}`, `wload:{id}`, `adjustment:{id}`. */
  readonly reference: string
  /** Id of that object: the money stands in `issuer.in_flight` under it. */
  readonly refId: string
  /** 1 for the first try; one more only after the last was refused. */
  readonly attempt: number
  readonly amountCents: bigint
  readonly effectiveAt: Date
  /** Float that this transfer must leave: what is promised to releases (domain §5, immediate). */
  readonly leaveAtLeastCents?: bigint
}

const float = { code: 'issuer.unallocated' }
const inFlight = { code: 'issuer.in_flight' }

/**
 * Takes money from the float before the issuer is called (money §4.2). `insufficient_funds` on
 * `issuer.unallocated` means: wait for float.
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

/** Puts it back when the call was rejected, or unknown and proved absent (money §4.2). */
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
