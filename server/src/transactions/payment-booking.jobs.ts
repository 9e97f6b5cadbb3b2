import { findCardAtIssuer, noMoney, readCardMoney } from '../cards/cards.sql.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobHandler, Work } from '../kernel/jobs.ts'
import type { PlanOutcome } from '../kernel/plan.ts'
import type { IssuerPort, IssuerTransactionEvent } from '../providers/issuer/port.ts'
import { paymentPlan, type PaymentFacts } from './payment-plan.ts'
import { insertUnknownCardBreak, readKnownPayment } from './payments.sql.ts'

/** The job that books the new events of a payment; one for each webhook. */
export const bookingJob = (transactionId: string, eventId: string) => ({
  name: 'transactions.payment',
  key: `transactions.payment:${eventId}`,
  payload: { transactionId },
})

const mostTries = 5
const whileUnavailableMs = 10_000
const unknownCardPauseMs = 30_000
/** Our card may still be in creation at its first payment; after this time the card is not ours. */
const unknownCardMs = 3_600_000

type Deps = { readonly issuer: IssuerPort; readonly ids: Ids; readonly clock: Clock }

/** Another process booked the same events meanwhile: the rest is found by reading again. */
const isRace = ({ outcome }: PlanOutcome) => outcome === 'guard_failed' || outcome === 'idempotency_conflict'
const isDone = ({ outcome }: PlanOutcome) => outcome === 'posted' || outcome === 'replayed'
const isDuplicate = (error: unknown) => (error as { code?: string }).code === '23505'

/**
 * Serialises the work on one payment in this process; guarded updates protect against other copies of the
 * server.
 */
const createQueue = () => {
  const running = new Map<string, Promise<unknown>>()
  return async <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const before = running.get(key) ?? Promise.resolve()
    const mine = before.then(run, run)
    running.set(key, mine)
    try {
      return await mine
    } finally {
      if (running.get(key) === mine) running.delete(key)
    }
  }
}

/**
 * The issuer reported a payment: reads all of its events there and books the new ones. Order, repetition and
 * loss of webhooks make no difference (money §3, providers §1).
 */
export const createPaymentBooking = ({ issuer, ids, clock }: Deps): JobHandler => {
  const inTurn = createQueue()

  const readFacts = (
    work: Work,
    received: readonly IssuerTransactionEvent[],
    issuerCardId: string,
  ): Promise<PaymentFacts | null> =>
    work.read(async (sql) => {
      const card = await findCardAtIssuer(sql, issuerCardId)
      if (!card) return null
      const known = await readKnownPayment(sql, received[0]?.transactionId ?? '')
      const money = (await readCardMoney(sql, [card.id])).get(card.id) ?? noMoney
      const booked = new Set(known.known.map(({ eventId }) => eventId))
      return {
        ids,
        now: clock.now(),
        card: { id: card.id, companyId: card.companyId, userId: card.userId },
        availableCents: money.availableCents,
        ...known,
        fresh: received.filter(({ eventId }) => !booked.has(eventId)),
      }
    })

  /** Null: it is booked. */
  const tryOnce = async (work: Work, facts: PaymentFacts): Promise<'again' | null> => {
    try {
      const outcome = await work.apply(paymentPlan(facts))
      if (isDone(outcome)) return null
      if (isRace(outcome)) return 'again'
      throw new Error(`A payment could not be booked: ${outcome.outcome}`)
    } catch (error) {
      if (isDuplicate(error)) return 'again'
      throw error
    }
  }

  const book = async (
    work: Work,
    received: readonly IssuerTransactionEvent[],
  ): Promise<'booked' | 'no_card'> => {
    for (let attempt = 0; attempt < mostTries; attempt += 1) {
      const facts = await readFacts(work, received, received[0]?.issuerCardId ?? '')
      if (!facts) return 'no_card'
      if (facts.fresh.length === 0 || (await tryOnce(work, facts)) === null) return 'booked'
    }
    throw new Error('Other transactions changed the payment at every attempt')
  }

  return async ({ payload }, work) => {
    const transactionId = String(payload['transactionId'])
    const answer = await issuer.readTransaction(transactionId)
    if (answer.outcome === 'rejected') throw new Error(`The issuer does not know its payment: ${answer.code}`)
    if (answer.outcome !== 'ok') return { againAt: after(clock.now(), whileUnavailableMs) }
    const [first] = answer.value
    if (!first) return
    if ((await inTurn(transactionId, () => book(work, answer.value))) === 'booked') return
    const now = clock.now()
    if (now.getTime() - first.occurredAt.getTime() < unknownCardMs) {
      return { againAt: after(now, unknownCardPauseMs) }
    }
    await work.write(({ sql }) => insertUnknownCardBreak(sql, { id: ids.next(), event: first, at: now }))
  }
}
