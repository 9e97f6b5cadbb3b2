import type { FastifyInstance } from 'fastify'
import { declineCodes } from './declines.ts'
import { dayMs, plusMs, type Desk } from './desk.ts'
import { fieldsOf, type Fields } from './fields.ts'
import { merchantById, publicMerchant, type Merchant } from './merchants.ts'
import { toRate, usdRates } from './money.ts'
import { paymentJson } from './payment-json.ts'
import { findPayment } from './payment-rows.ts'
import { invalid } from './refusal.ts'
import {
  authorise,
  chargeback,
  clear,
  increment,
  lapse,
  refund,
  reverse,
  withoutAuthorisation,
} from './simulate.ts'
import type { Charge, Step } from './simulate.ts'

const merchantOf = (fields: Fields): Merchant => {
  const base = merchantById('grocery')
  return {
    id: base?.id ?? '',
    name: fields.text('name') ?? base?.name ?? '',
    mcc: fields.text('mcc', 4) ?? base?.mcc ?? '',
    category: fields.text('category') ?? base?.category ?? '',
    city: fields.text('city') ?? base?.city ?? '',
    country: fields.text('country', 3) ?? base?.country ?? '',
  }
}

/** Cents of an amount field that must be above zero. */
export const positive = (fields: Fields, name: string): bigint | undefined => {
  const cents = fields.cents(name)
  if (cents !== undefined && cents <= 0n) throw invalid(`${name} must be above zero`)
  return cents
}

/** A charge from a request: `amount` in USD, or `originalAmount` with `originalCurrency`. */
const chargeOf = (body: unknown): Charge => {
  const fields = fieldsOf(body)
  const currency = fields.text('originalCurrency', 3) ?? 'USD'
  const rate = fields.rate('rate') ?? toRate(usdRates[currency])
  if (rate === null) throw invalid(`originalCurrency must be one of ${Object.keys(usdRates).join(', ')}`)
  const usdCents = positive(fields, 'amount')
  const originalCents = positive(fields, 'originalAmount')
  if ((usdCents === undefined) === (originalCents === undefined)) {
    throw invalid('one of amount and originalAmount is required')
  }
  return {
    cardId: fields.needText('cardId'),
    merchant: publicMerchant(merchantOf(fields.fields('merchant'))),
    channel: fields.oneOf('channel', ['POS', 'ECOMMERCE', 'ATM', 'VISA_DIRECT']) ?? 'POS',
    currency,
    rate,
    usdCents,
    originalCents,
  }
}

const longestAgoMs = 2 * dayMs

/** The time of an event that is reported later: shops send some events after hours. */
const paidAtOf = (body: unknown, now: Date): Date | undefined => {
  const at = fieldsOf(body).instant('at')
  if (at !== undefined && (at > now || at < plusMs(now, -longestAgoMs)))
    throw invalid('at must be in the last two days')
  return at
}

export const stepOf = (body: unknown): Step => {
  const fields = fieldsOf(body)
  return {
    usdCents: positive(fields, 'amount'),
    originalCents: positive(fields, 'originalAmount'),
    rate: fields.rate('rate'),
  }
}

/** The steps that may follow a payment, by the last segment of the path. */
export const steps = {
  increment,
  clearing: clear,
  reversal: reverse,
  refund: (desk: Desk, id: string, { usdCents, originalCents, rate }: Step) =>
    refund(desk, id, { usdCents, originalCents, rate }),
  chargeback,
  lapse: (desk: Desk, id: string) => lapse(desk, findPayment(desk, id), desk.now()),
} as const

/** Payments for tests, with options that Reap's own simulate calls do not offer. */
export const mountControlSimulate = (app: FastifyInstance, desk: Desk): void => {
  app.post('/_control/simulate/authorisation', async ({ body }, reply) => {
    const fields = fieldsOf(body)
    const rest = { cvv: fields.text('cvv', 4), decline: fields.oneOf('decline', declineCodes) }
    const charge = { ...chargeOf(body), ...rest, paidAt: paidAtOf(body, desk.now()) }
    return reply.code(201).send(paymentJson(desk, authorise(desk, charge)))
  })
  for (const type of ['clearing', 'refund'] as const) {
    app.post(`/_control/simulate/${type}`, async ({ body }, reply) =>
      reply.code(201).send(paymentJson(desk, withoutAuthorisation(desk, type, chargeOf(body)))),
    )
  }
  for (const [word, step] of Object.entries(steps)) {
    app.post<{ Params: { id: string } }>(`/_control/simulate/:id/${word}`, async ({ params, body }) =>
      paymentJson(desk, step(desk, params.id, { ...stepOf(body), paidAt: paidAtOf(body, desk.now()) })),
    )
  }
}
