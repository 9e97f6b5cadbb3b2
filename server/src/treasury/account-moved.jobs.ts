import type { JobHandler } from '../kernel/jobs.ts'
import type { ApplyPlan, Journal, PlanOutcome } from '../kernel/plan.ts'
import { issuerFeeCharged, issuerFunded } from './treasury-postings.ts'

const fundingForm = /^fund:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The reference that a wire to the issuer carries. */
export const fundingReference = (fundingId: string): string => `fund:${fundingId}`
const fundingIdOf = (reference: unknown): string | null =>
  typeof reference === 'string' ? (fundingForm.exec(reference)?.[1] ?? null) : null

type Entry = {
  readonly eventId: string
  readonly recordId: string
  readonly amountCents: bigint
  readonly effectiveAt: Date
}

const post = async (apply: ApplyPlan, journal: Journal, entry: Entry): Promise<PlanOutcome> =>
  apply({
    journals: [journal],
    events: [
      {
        type: journal.kind,
        entity: 'issuer_event',
        entityId: entry.recordId,
        companyId: null,
        userId: null,
        payload: { amountCents: String(entry.amountCents) },
      },
    ],
  })

/** Money came: for the wire that its reference names, else into suspense, where a person finds out whose it is. */
const postFunded = async (apply: ApplyPlan, entry: Entry, fundingId: string | null): Promise<PlanOutcome> => {
  const outcome = await post(apply, issuerFunded({ ...entry, fundingId }), entry)
  return fundingId !== null && outcome.outcome === 'insufficient_funds'
    ? post(apply, issuerFunded({ ...entry, fundingId: null }), entry)
    : outcome
}

/**
 * Consumes `issuer.account_moved`: the master account was funded, or paid for a dispute, or a fee was taken from it. The
 * issuer's entry id is the key, so each counts once, whether a webhook or a poll brought it (postings §4.1, §4.5).
 */
export const accountMovedJob: JobHandler = async ({ payload }, work) => {
  const facts = payload['payload'] as Record<string, unknown>
  const entry: Entry = {
    eventId: String(facts['entryId']),
    recordId: String(payload['entityId']),
    amountCents: BigInt(String(facts['amountCents'])),
    effectiveAt: new Date(String(facts['occurredAt'])),
  }
  const outcome =
    facts['kind'] === 'fee_charged'
      ? await post(work.apply, issuerFeeCharged(entry), entry)
      : await postFunded(work.apply, entry, fundingIdOf(facts['reference']))
  if (outcome.outcome !== 'posted' && outcome.outcome !== 'replayed') {
    throw new Error(`A move of the master account could not be booked: ${outcome.outcome}`)
  }
}
