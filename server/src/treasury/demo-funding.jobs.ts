import { after, type Clock } from '../kernel/clock.ts'
import type { KeptJobHandler, Work } from '../kernel/jobs.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import { fundingReference } from './account-moved.jobs.ts'
import { countFundings, readFloat } from './float.sql.ts'
import { capitalContributed, issuerFundingSent } from './treasury-postings.ts'

/** Asks the embedded issuer to let money arrive; sandbox only. */
export type FundMaster = (wire: { amountCents: bigint; reference: string }) => Promise<void>

const wireCents = 10_000_000n
/** Below it the demo's owners pay in again. */
const lowCents = 2_500_000n
const hourMs = 3_600_000
const soonMs = 5000

/** The n-th wire has always the same id, so that trying again is the same wire. */
const fundingIdOf = (number: number): string =>
  `00000000-0000-7000-8000-${(0x1200_0000_0000 + number).toString(16).padStart(12, '0')}`

/**
 * Keeps the demo's float filled: capital is paid in, wired to the issuer, and arrives by the issuer's own event. The
 * reference is looked for at the issuer before money is sent, so a lost answer never sends it twice (postings §4.1).
 */
export const createDemoFunding = (deps: {
  issuer: IssuerPort
  clock: Clock
  fundMaster: FundMaster
}): KeptJobHandler => {
  const { issuer, clock } = deps

  const send = async (work: Work, number: number): Promise<void> => {
    const wire = { id: fundingIdOf(number), amountCents: wireCents, effectiveAt: clock.now() }
    const outcome = await work.apply({ journals: [capitalContributed(wire), issuerFundingSent(wire)] })
    if (outcome.outcome !== 'posted' && outcome.outcome !== 'replayed') {
      throw new Error(`The demo's capital could not be booked: ${outcome.outcome}`)
    }
  }

  /** Whether the issuer has the wire, or has it now. */
  const arrive = async (number: number): Promise<void> => {
    const reference = fundingReference(fundingIdOf(number))
    const found = await issuer.accountEntries({ kind: 'funded', cursor: null, reference })
    if (found.outcome !== 'ok' || found.value.entries.length > 0) return
    await deps.fundMaster({ amountCents: wireCents, reference })
  }

  return async (_job, work) => {
    const { float, sent } = await work.read(async (sql) => ({
      float: await readFloat(sql),
      sent: await countFundings(sql),
    }))
    const isOnItsWay = float.transitCents > 0n
    if (!isOnItsWay && float.unallocatedCents >= lowCents) return { againAt: after(clock.now(), hourMs) }
    const number = isOnItsWay ? sent : sent + 1
    if (!isOnItsWay) await send(work, number)
    await arrive(number)
    return { againAt: after(clock.now(), soonMs) }
  }
}
