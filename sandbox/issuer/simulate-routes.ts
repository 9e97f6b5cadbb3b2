import type { FastifyInstance } from 'fastify'
import { declineCodes } from './declines.ts'
import type { Desk } from './desk.ts'
import { fieldsOf, type Fields } from './fields.ts'
import { merchantById, publicMerchant, type Merchant } from './merchants.ts'
import { toRate, usdRates } from './money.ts'
import { paymentJson } from './payment-json.ts'
import { invalid } from './refusal.ts'
import { authorise, chargeback, clear, increment, refund, reverse, withoutAuthorisation } from './simulate.ts'
import type { Charge, Step } from './simulate.ts'

const merchantOf = (fields: Fields): Merchant => {
  const base = merchantById('grocery')
  return {
    name: fields.text('name') ?? base?.name ?? '',
    mcc: fields.text('mcc', 4) ?? base?.mcc ?? '',
    category: fields.text('category') ?? base?.category ?? '',
    city: fields.text('city') ?? base?.city ?? '',
    country: fields.text('country', 3) ?? base?.country ?? '',
  }
}

/** Cents of an amount field that must not be below zero. */
export const positive = (fields: Fields, name: string): bigint | undefined => {
  const cents = fields.cents(name)
  if (cents !== undefined && cents <= 0n) throw invalid(`${name} must be above zero`)
  return cents
}

/** A charge from a request: `amount` in USD, or `originalAmount` with `originalCurrency`. */
export const chargeOf = (body: unknown): Charge => {
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
    channel: fields.oneOf('channel', ['POS', 'ECOMMERCE', 'ATM', 'RECURRING']) ?? 'POS',
    currency,
    rate,
    usdCents,
    originalCents,
  }
}

export const stepOf = (body: unknown): Step & { final: boolean; payTo: 'card' | 'master' } => {
  const fields = fieldsOf(body)
  return {
    usdCents: positive(fields, 'amount'),
    originalCents: positive(fields, 'originalAmount'),
    rate: fields.rate('rate'),
    final: fields.flag('final') ?? true,
    payTo: fields.oneOf('payTo', ['card', 'master']) ?? 'card',
  }
}

/** What may follow a payment, by the last word of the path. */
export const steps = {
  increment,
  clearing: clear,
  reversal: reverse,
  refund: (desk: Desk, id: string, { usdCents, originalCents, rate }: Step) =>
    refund(desk, id, { usdCents, originalCents, rate }),
  chargeback,
} as const

export const mountSimulate = (app: FastifyInstance, desk: Desk): void => {
  app.post('/simulate/authorisation', async ({ body }, reply) => {
    const fields = fieldsOf(body)
    const rest = { cvv: fields.text('cvv', 4), decline: fields.oneOf('decline', declineCodes) }
    return reply.code(201).send(paymentJson(desk, authorise(desk, { ...chargeOf(body), ...rest })))
  })
  for (const type of ['clearing', 'refund'] as const) {
    app.post(`/simulate/${type}`, async ({ body }, reply) =>
      reply.code(201).send(paymentJson(desk, withoutAuthorisation(desk, type, chargeOf(body)))),
    )
  }
  for (const [word, step] of Object.entries(steps)) {
    app.post<{ Params: { id: string } }>(`/simulate/:id/${word}`, async ({ params, body }) =>
      paymentJson(desk, step(desk, params.id, stepOf(body))),
    )
  }
}
