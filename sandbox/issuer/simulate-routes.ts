import type { FastifyInstance } from 'fastify'
import type { DeclineCode } from './declines.ts'
import type { Desk } from './desk.ts'
import { merchantById, publicMerchant, type Merchant } from './merchants.ts'
import { currencyOfNumber, numberToCents, toRate, usdRates } from './money.ts'
import { eventsOf, findPayment, type PaymentRow } from './payment-rows.ts'
import { invalid, Refusal } from './refusal.ts'
import { setProduction, setShipping } from './shipping.ts'
import {
  authorise,
  clear,
  increment,
  refund,
  reverse,
  withoutAuthorisation,
  type Charge,
  type Step,
} from './simulate.ts'

type Amounts = {
  readonly billAmount?: number
  readonly transactionAmount?: number
  readonly transactionCurrency?: string | null
}

type Authorisation = Amounts & {
  readonly cardID: string
  readonly billAmount: number
  readonly transactionID?: string
  readonly mcc?: string
  readonly acquirerCountry?: string | null
  readonly merchantName?: string
  readonly simulateIncorrectCVV?: boolean
  readonly simulateIncorrectPIN?: boolean
  readonly simulateIncorrectExpiryDate?: boolean
  readonly simulateTimeout?: boolean
  readonly simulateFraud?: boolean
}

type Clearing = Amounts & {
  readonly cardID?: string
  readonly simulateOfflineTxn?: boolean
  readonly acquirerCountry?: string | null
}

type Refund = Amounts & { readonly unrelated?: boolean }
type ById = { Params: { transactionID: string } }

const centsOf = (value: number | undefined): bigint | undefined => {
  if (value === undefined) return undefined
  const cents = numberToCents(value)
  if (cents === null) throw invalid('an amount must have at most two decimals')
  return cents
}

/** A refusal of an unknown card or transaction, as the simulate calls answer it. */
const simulated = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal && error.code === '0302001') {
      throw new Refusal(404, '1001001', 'A card with that public token does not exist')
    }
    if (error instanceof Refusal && error.code === '0312001') {
      throw new Refusal(404, '0314006', 'Transaction not found under business')
    }
    throw error
  }
}

const merchantOf = (body: Partial<Authorisation>): Merchant => {
  const base = merchantById('grocery')
  if (!base) throw new Error('There is no test merchant grocery')
  return publicMerchant({
    ...base,
    name: body.merchantName ?? base.name,
    mcc: body.mcc ?? base.mcc,
    country: body.acquirerCountry ?? base.country,
  })
}

const chargeOf = (cardId: string, body: Partial<Authorisation>): Charge => {
  const currency = currencyOfNumber(body.transactionCurrency ?? '840')
  const rate = currency === null ? null : toRate(usdRates[currency])
  if (currency === null || rate === null) throw new Refusal(400, '0314001', 'Currency is not supported')
  return {
    cardId,
    merchant: merchantOf(body),
    channel: 'POS',
    currency,
    rate,
    usdCents: centsOf(body.billAmount),
  }
}

const declineOf = (body: Authorisation): DeclineCode | undefined => {
  if (body.simulateIncorrectCVV === true) return 'N7'
  if (body.simulateIncorrectPIN === true) return '55'
  if (body.simulateIncorrectExpiryDate === true) return '6P'
  if (body.simulateTimeout === true) return '82'
  return body.simulateFraud === true ? '59' : undefined
}

const stepOf = (body: Amounts | null): Step => ({ usdCents: centsOf(body?.billAmount) })

/** A refund as a separate transaction, on the card of the named transaction. */
const unrelatedRefund = (desk: Desk, transactionId: string, body: Refund): PaymentRow => {
  const { card_id: cardId, settled_cents: settledCents } = findPayment(desk, transactionId)
  const charge = chargeOf(cardId, body)
  return withoutAuthorisation(desk, 'refund', { ...charge, usdCents: charge.usdCents ?? settledCents })
}

/** Id of the transaction and of the event that was just added to it. */
const outcome = (desk: Desk, payment: PaymentRow) => ({
  id: payment.id,
  lifecycleEventID: eventsOf(desk, payment.id).at(-1)?.id ?? '',
})

const mountPackages = (app: FastifyInstance, desk: Desk): void => {
  app.post<{ Params: { cardID: string }; Body: { productionStatus: string } }>(
    '/simulate/cards/:cardID/production-status',
    async ({ params: { cardID }, body: { productionStatus } }, reply) => {
      desk.db.whole(() => setProduction(desk, cardID, productionStatus))
      return reply.send({ cardID, productionStatus })
    },
  )
  app.post<{ Params: { cardID: string }; Body: { shippingStatus: string } }>(
    '/simulate/cards/:cardID/shipping-status',
    async ({ params: { cardID }, body: { shippingStatus } }, reply) => {
      desk.db.whole(() => setShipping(desk, cardID, shippingStatus, desk.now()))
      return reply.send({ cardID, shippingStatus })
    },
  )
  for (const what of ['production', 'shipping']) {
    app.post(`/simulate/bulkships/:bulkshipID/${what}-status`, async () => {
      throw new Refusal(404, 'not_found', 'There are no bulk ships')
    })
  }
}

/** Reap's own sandbox calls. Bodies have passed their schema. */
export const mountSimulate = (app: FastifyInstance, desk: Desk): void => {
  app.post<{ Body: Authorisation }>('/simulate/authorisation', async ({ body }, reply) => {
    const { transactionID } = body
    const payment = simulated(() =>
      transactionID === undefined
        ? authorise(desk, { ...chargeOf(body.cardID, body), decline: declineOf(body) })
        : increment(desk, transactionID, stepOf(body)),
    )
    return reply.code(201).send(outcome(desk, payment))
  })
  app.post<ById & { Body: Clearing | null }>(
    '/simulate/:transactionID/clearing',
    async ({ params, body }, reply) => {
      const payment = simulated(() =>
        body?.simulateOfflineTxn === true
          ? withoutAuthorisation(desk, 'clearing', chargeOf(body.cardID ?? '', body))
          : clear(desk, params.transactionID, stepOf(body)),
      )
      return reply.code(201).send(outcome(desk, payment))
    },
  )
  app.post<ById & { Body: Amounts | null }>(
    '/simulate/:transactionID/reversal',
    async ({ params, body }, reply) =>
      reply.code(201).send(
        outcome(
          desk,
          simulated(() => reverse(desk, params.transactionID, stepOf(body))),
        ),
      ),
  )
  app.post<ById & { Body: Refund | null }>(
    '/simulate/:transactionID/refund',
    async ({ params, body }, reply) => {
      const payment = simulated(() =>
        body?.unrelated === true
          ? unrelatedRefund(desk, params.transactionID, body)
          : refund(desk, params.transactionID, stepOf(body)),
      )
      return reply.code(201).send(outcome(desk, payment))
    },
  )
  mountPackages(app, desk)
}
