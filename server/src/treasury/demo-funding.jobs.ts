import { after, type Clock } from '../kernel/clock.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import { countFundings, listFundingsInTransit, readFloat, type Float } from './float.sql.ts'
import { capitalContributed, issuerFundingSent } from './treasury-postings.ts'

/** Makes money arrive at the embedded issuer; sandbox only. */
/** Makes a wire arrive at the issuer; with a reference once, however often it is called. */
export type FundMaster = (wire: { amountCents: bigint; reference?: string }) => Promise<void>

const wireCents = 10_000_000n
/** Below this float the demo's owners pay in again. */
const lowCents = 2_500_000n
const hourMs = 3_600_000
const soonMs = 5000

/** The n-th wire always has the same id, so another attempt is the same wire. */
const fundingIdOf = (number: number): string =>
  `00000000-0000-7000-8000-${(0x1200_0000_0000 + number).toString(16).padStart(12, '0')}`

const isOfDemo = (id: string): boolean => id.startsWith('00000000-0000-7000-8000-12')

/**
 * Refills the demo's float: capital is paid in, wired to the issuer, and arrives by the issuer's own
 * event. Money is sent only while the issuer sends us its events and does not have that wire yet, so a lost
 * answer never sends it twice (money §4.1).
 */
export const createDemoFunding = (deps: {
  issuer: IssuerPort
  clock: Clock
  fundMaster: FundMaster
  webhookUrl: string
}): RecurringJobHandler => {
  const { issuer, clock } = deps

  const send = async (work: Work, number: number): Promise<void> => {
    const wire = { id: fundingIdOf(number), amountCents: wireCents, effectiveAt: clock.now() }
    const outcome = await work.apply({ journals: [capitalContributed(wire), issuerFundingSent(wire)] })
    if (outcome.outcome !== 'posted' && outcome.outcome !== 'replayed') {
      throw new Error(`The demo's capital could not be booked: ${outcome.outcome}`)
    }
  }

  /** Makes the wire arrive, unless the issuer already has it. */
  const arrive = async (float: Pick<Float, 'unallocatedCents'>): Promise<void> => {
    const subscribed = await issuer.isSubscribed(deps.webhookUrl)
    if (subscribed.outcome !== 'ok' || !subscribed.value) return
    const account = await issuer.readAccount()
    if (account.outcome !== 'ok') return
    const isThere = account.value.unallocatedCents - float.unallocatedCents >= wireCents
    if (!isThere) await deps.fundMaster({ amountCents: wireCents })
  }

  return async (_job, work) => {
    const { float, open } = await work.read(async (sql) => ({
      float: await readFloat(sql),
      open: await listFundingsInTransit(sql),
    }))
    const sent = await work.read(countFundings)
    // Wires of two people are theirs to end.
    const isOnItsWay = open.some(isOfDemo)
    if (!isOnItsWay && float.unallocatedCents >= lowCents) return { againAt: after(clock.now(), hourMs) }
    if (!isOnItsWay) await send(work, sent + 1)
    await arrive(float)
    return { againAt: after(clock.now(), soonMs) }
  }
}
