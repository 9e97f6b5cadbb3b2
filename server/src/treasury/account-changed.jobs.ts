import type { EventHandler } from '../kernel/jobs.ts'
import type { GuardedUpdate } from '../kernel/guarded-update.ts'
import type { ApplyPlan, PlanOutcome } from '../kernel/plan.ts'
import type { Queries } from '../kernel/queries.ts'
import { transition } from '../kernel/states.ts'
import { findFundingInTransit } from './float.sql.ts'
import { readTreasuryOperation } from './treasury-operations.sql.ts'
import { treasuryTransitions } from './treasury-status.ts'
import { issuerFunded } from './treasury-postings.ts'

type Entry = {
  readonly eventId: string
  readonly recordId: string
  readonly amountCents: bigint
  readonly effectiveAt: Date
}

/** The wire in transit; a wire of the demo has no record of two people, so no status. */
type Wire = { readonly id: string; readonly update: GuardedUpdate | null }

const readWire = async (sql: Queries, amountCents: bigint): Promise<Wire | null> => {
  const id = await findFundingInTransit(sql, amountCents)
  if (id === null) return null
  const row = await readTreasuryOperation(sql, id)
  const update =
    row?.status === 'in_transit'
      ? transition(treasuryTransitions, { id, status: row.status }, 'wire.arrived')
      : null
  return { id, update }
}

const post = async (apply: ApplyPlan, entry: Entry, wire: Wire | null): Promise<PlanOutcome> => {
  const journal = issuerFunded({ ...entry, fundingId: wire?.id ?? null })
  return apply({
    journals: [journal],
    updates: wire?.update ? [wire.update] : [],
    events: [
      {
        type: 'issuer.funded',
        entityId: entry.recordId,
        companyId: null,
        userId: null,
        payload: { amountCents: String(entry.amountCents) },
      },
    ],
  })
}

/**
 * Consumes `issuer.account_changed`: money arrived on the master account. The issuer sends no reference, so the
 * money is assigned to the oldest wire of that amount in transit. Without such a wire it is booked in
 * suspense, where a person finds its origin. The issuer's event is the key, so each event is booked once
 * (money §4.1).
 */
export const accountChangedJob: EventHandler<'issuer.account_changed'> = async (
  { entityId, payload },
  work,
) => {
  const entry: Entry = {
    eventId: payload.entryId,
    recordId: entityId,
    amountCents: BigInt(payload.amountCents),
    effectiveAt: new Date(payload.occurredAt),
  }
  const wire = await work.read((sql) => readWire(sql, entry.amountCents))
  let outcome = await post(work.apply, entry, wire)
  if (wire !== null && outcome.outcome === 'insufficient_funds') outcome = await post(work.apply, entry, null)
  if (outcome.outcome !== 'posted' && outcome.outcome !== 'replayed') {
    throw new Error(`A funding of the master account could not be booked: ${outcome.outcome}`)
  }
}
