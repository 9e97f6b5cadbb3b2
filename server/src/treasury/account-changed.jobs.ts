import type { EventHandler } from '../kernel/jobs.ts'
import type { ApplyPlan, PlanOutcome } from '../kernel/plan.ts'
import { findFundingInTransit } from './float.sql.ts'
import { issuerFunded } from './treasury-postings.ts'

type Entry = {
  readonly eventId: string
  readonly recordId: string
  readonly amountCents: bigint
  readonly effectiveAt: Date
}

const post = async (apply: ApplyPlan, entry: Entry, fundingId: string | null): Promise<PlanOutcome> => {
  const journal = issuerFunded({ ...entry, fundingId })
  return apply({
    journals: [journal],
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
  const fundingId = await work.read((sql) => findFundingInTransit(sql, entry.amountCents))
  let outcome = await post(work.apply, entry, fundingId)
  if (fundingId !== null && outcome.outcome === 'insufficient_funds')
    outcome = await post(work.apply, entry, null)
  if (outcome.outcome !== 'posted' && outcome.outcome !== 'replayed') {
    throw new Error(`A funding of the master account could not be booked: ${outcome.outcome}`)
  }
}
