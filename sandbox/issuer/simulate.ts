import { findCard } from './card-rows.ts'
import { declineFor, type DeclineCode } from './declines.ts'
import type { Desk } from './desk.ts'
import { feesOn, feeTotal, readFees } from './fees.ts'
import type { Merchant } from './merchants.ts'
import { fromCents, toOriginal, toUsd } from './money.ts'
import { eventsOf, findPayment, inOriginal, inUsd, tally } from './payment-rows.ts'
import type { Channel, Fee, PaymentRow } from './payment-rows.ts'
import { addEvent, openPayment } from './payments.ts'
import { invalid, Refusal } from './refusal.ts'

/**
 * The amount of a merchant: billed USD cents with fees included, or cents of its own currency, fees added.
 */
export type Charge = {
  readonly cardId: string
  readonly merchant: Merchant
  readonly channel: Channel
  readonly currency: string
  readonly rate: bigint
  readonly usdCents?: bigint | undefined
  readonly originalCents?: bigint | undefined
  /** The time of the payment, if before now. */
  readonly paidAt?: Date | undefined
}

type BilledAmount = { amountCents: bigint; originalCents: bigint; fees: readonly Fee[] }

const billOf = (charge: Omit<Charge, 'cardId' | 'merchant' | 'paidAt'>): BilledAmount => {
  if (charge.originalCents !== undefined) {
    const usd = toUsd(charge.originalCents, charge.rate)
    const fees = feesOn(usd, charge)
    return { amountCents: usd + feeTotal(fees), originalCents: charge.originalCents, fees }
  }
  const amountCents = charge.usdCents ?? 0n
  return { amountCents, originalCents: toOriginal(amountCents, charge.rate), fees: [] }
}

const needMore = (bill: BilledAmount): BilledAmount => {
  if (bill.amountCents <= 0n) throw invalid('amount must be above zero')
  return bill
}

/** Reap's refusals of a step that does not fit the transaction. */
export const stepRefusal = {
  cleared: () => new Refusal(400, '0314002', 'Transaction already cleared'),
  refunded: () => new Refusal(400, '0314003', 'Transaction already refunded'),
  notAuthorised: () => new Refusal(400, '0314005', 'Transaction has not authorised yet'),
  notCleared: () => new Refusal(400, '0314008', 'Transaction is not cleared'),
} as const

const openHold = (payment: PaymentRow): void => {
  if (payment.status === 'PENDING') return
  throw payment.status === 'CLEARED' ? stepRefusal.cleared() : stepRefusal.notAuthorised()
}

/** An authorisation: a hold, or a decline with its reason. `decline` forces that reason. */
export const authorise = (
  desk: Desk,
  charge: Charge & { cvv?: string | undefined; decline?: DeclineCode | undefined },
): PaymentRow =>
  desk.db.whole(() => {
    const card = findCard(desk, charge.cardId)
    const bill = needMore(billOf(charge))
    const attempt = { amountCents: bill.amountCents, cvv: charge.cvv }
    const declineCode = charge.decline ?? declineFor(desk, card, attempt)
    const event = { ...bill, rate: charge.rate, at: desk.now(), paidAt: charge.paidAt }
    const payment = openPayment(desk, charge)
    return addEvent(
      desk,
      payment,
      declineCode === null ? { ...event, type: 'authorisation' } : { ...event, type: 'decline', declineCode },
    )
  })

/** A clearing or a refund without an authorisation. It is forced: the card cannot refuse it. */
export const withoutAuthorisation = (desk: Desk, type: 'clearing' | 'refund', charge: Charge): PaymentRow =>
  desk.db.whole(() => {
    const card = findCard(desk, charge.cardId)
    const bill = needMore(billOf(charge))
    const payment = openPayment(desk, { ...charge, cardId: card.id })
    return addEvent(desk, payment, { ...bill, type, rate: charge.rate, at: desk.now() })
  })

/**
 * A step after a payment; without an amount it covers all that is held (for a refund, all that is settled).
 */
export type Step = {
  readonly usdCents?: bigint | undefined
  readonly originalCents?: bigint | undefined
  readonly rate?: bigint | undefined
  /** The time of the step, if before now. */
  readonly paidAt?: Date | undefined
}

const stepBill = (payment: PaymentRow, step: Step, all: { usd: bigint; original: bigint }): BilledAmount => {
  const rate = step.rate ?? payment.rate
  if (step.originalCents === undefined && step.usdCents === undefined) {
    const restated = step.rate === undefined ? all.usd : toUsd(all.original, rate)
    return { amountCents: restated, originalCents: all.original, fees: [] }
  }
  const charge = { channel: payment.channel, currency: payment.original_currency, rate }
  return billOf({ ...charge, usdCents: step.usdCents, originalCents: step.originalCents })
}

const standing = (desk: Desk, payment: PaymentRow) => {
  const events = eventsOf(desk, payment.id)
  const fees = events.flatMap((event) => (event.type === 'authorisation' ? readFees(event.fees) : []))
  return { usd: tally(events.map(inUsd)), original: tally(events.map(inOriginal)), fees }
}

/**
 * Increases an authorisation; refused like a new one when the card does not allow it (the hold does not
 * change).
 */
export const increment = (desk: Desk, paymentId: string, step: Step): PaymentRow =>
  desk.db.whole(() => {
    const payment = findPayment(desk, paymentId)
    openHold(payment)
    const bill = needMore(stepBill(payment, step, { usd: 0n, original: 0n }))
    const declineCode = declineFor(desk, findCard(desk, payment.card_id), { amountCents: bill.amountCents })
    const event = { ...bill, rate: step.rate ?? payment.rate, at: desk.now() }
    return addEvent(
      desk,
      payment,
      declineCode === null ? { ...event, type: 'increment' } : { ...event, type: 'decline', declineCode },
    )
  })

/** Reverses a hold, or a part of it. */
export const reverse = (desk: Desk, paymentId: string, step: Step): PaymentRow =>
  desk.db.whole(() => {
    const payment = findPayment(desk, paymentId)
    openHold(payment)
    const { usd, original } = standing(desk, payment)
    const bill = needMore(stepBill(payment, step, { usd: usd.held, original: original.held }))
    if (bill.amountCents > usd.held) throw invalid(`amount is above the ${fromCents(usd.held)} that is held`)
    return addEvent(desk, payment, { ...bill, type: 'reversal', rate: payment.rate, at: desk.now() })
  })

/** Clears any amount, also more than the hold, also after it lapsed. The first clearing ends the hold. */
export const clear = (desk: Desk, paymentId: string, step: Step): PaymentRow =>
  desk.db.whole(() => {
    const payment = findPayment(desk, paymentId)
    if (payment.status === 'DECLINED') throw stepRefusal.notAuthorised()
    const { usd, original, fees } = standing(desk, payment)
    const bill = stepBill(payment, step, { usd: usd.held, original: original.held })
    if (bill.amountCents <= 0n) throw invalid('nothing is held: the amount is required')
    const own = step.originalCents === undefined && usd.held > 0n ? fees : bill.fees
    const inside = feeTotal(own) < bill.amountCents ? own : []
    const event = { ...bill, fees: inside, type: 'clearing', rate: step.rate ?? payment.rate } as const
    return addEvent(desk, payment, { ...event, at: desk.now(), paidAt: step.paidAt })
  })

/** Refunds settled money; `reason` marks a chargeback. */
export const refund = (desk: Desk, paymentId: string, step: Step & { reason?: 'chargeback' }): PaymentRow =>
  desk.db.whole(() => {
    const payment = findPayment(desk, paymentId)
    const { usd, original } = standing(desk, payment)
    if (usd.cleared <= 0n) throw stepRefusal.notCleared()
    if (usd.settled <= 0n) throw stepRefusal.refunded()
    const settled = { usd: usd.settled, original: original.settled }
    const bill = needMore({ ...stepBill(payment, step, settled), fees: [] })
    if (bill.amountCents > usd.settled) {
      throw invalid(`amount is above the ${fromCents(usd.settled)} that is settled`)
    }
    const reason = step.reason === undefined ? {} : { reason: step.reason }
    return addEvent(desk, payment, { ...bill, ...reason, type: 'refund', rate: payment.rate, at: desk.now() })
  })

/** Ends a hold at that instant because it has lapsed. */
export const lapse = (desk: Desk, payment: PaymentRow, at: Date): PaymentRow => {
  openHold(payment)
  const { usd, original } = standing(desk, payment)
  const amounts = { amountCents: usd.held, originalCents: original.held, rate: payment.rate }
  return addEvent(desk, payment, { ...amounts, type: 'lapse', at })
}

/** A chargeback that was won, paid to the card: Reap has no separate event for it. */
export const chargeback = (desk: Desk, paymentId: string, step: Step): PaymentRow =>
  refund(desk, paymentId, { ...step, reason: 'chargeback' })
