import type { Journal } from '../kernel/plan.ts'
import { credit, debit, journal } from './posting.ts'

/** Money on its way from the float to a card, for one call of the issuer. */
type IssuerMove = {
  /** What the key begins with and the issuer's reference says: `load:{id}`, `wload:{id}`, `adjustment:{id}`. */
  readonly reference: string
  /** Id of that object: the money stands in `issuer.in_flight` under it. */
  readonly refId: string
  /** 1 for the first try; one more only after the last was refused. */
  readonly attempt: number
  readonly amountCents: bigint
  readonly effectiveAt: Date
  /** Float that this move must leave: what is promised to releases (domain §5, immediate). */
  readonly leaveAtLeastCents?: bigint
}

const float = { code: 'issuer.unallocated' }
const inFlight = { code: 'issuer.in_flight' }

/**
 * Takes money from the float before the issuer is called (postings §4.2). `insufficient_funds` on
 * `issuer.unallocated` means: wait for float.
 */
export const issuerMoveStarted = (move: IssuerMove): Journal =>
  journal({
    kind: 'issuer.move_started',
    key: `${move.reference}:started:${move.attempt}`,
    command: `start ${move.reference} ${move.amountCents}`,
    effectiveAt: move.effectiveAt,
    subjectId: move.refId,
    legs: [
      debit(inFlight, move.amountCents, { ref: move.refId }),
      credit(float, move.amountCents, move.leaveAtLeastCents ? { atLeast: move.leaveAtLeastCents } : {}),
    ],
  })

/** Puts it back when the call was rejected, or unknown and proved absent (postings §4.2). */
export const issuerMoveRefused = (move: IssuerMove): Journal =>
  journal({
    kind: 'issuer.move_refused',
    key: `${move.reference}:refused:${move.attempt}`,
    command: `refuse ${move.reference} ${move.amountCents}`,
    effectiveAt: move.effectiveAt,
    subjectId: move.refId,
    legs: [debit(float, move.amountCents), credit(inFlight, move.amountCents, { ref: move.refId })],
  })
