import type { FastifyInstance, FastifyReply } from 'fastify'
import { findCard, type CardRow } from './card-rows.ts'
import { positive, stepOf, steps } from './control-simulate-routes.ts'
import type { Desk } from './desk.ts'
import { feesOn, feeTotal } from './fees.ts'
import { fieldsOf } from './fields.ts'
import { langCookie, langOf, pageFile } from './html.ts'
import { merchantById, publicMerchant, testMerchants } from './merchants.ts'
import { fromCents, toCents, toRate, toUsd, usdRates } from './money.ts'
import { paymentJson } from './payment-json.ts'
import type { PaymentRow } from './payment-rows.ts'
import { mountKit } from '../kernel/page-files.ts'
import { invalid, Refusal } from './refusal.ts'
import { runScenario } from './scenarios.ts'
import { shopPage } from './shop-page.ts'
import { authorise } from './simulate.ts'

const assets: Readonly<Record<string, string>> = {
  'pieces.css': 'text/css',
  'shop.css': 'text/css',
  'till.css': 'text/css',
  'shop.js': 'text/javascript',
  'dom.js': 'text/javascript',
  'payments.js': 'text/javascript',
  'desk.js': 'text/javascript',
}

const csp = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src data:; base-uri 'none'",
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
].join('; ')

const ownHeaders = {
  'content-security-policy': csp,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}
const guarded = (reply: FastifyReply): FastifyReply => reply.headers(ownHeaders)

const mountPage = (app: FastifyInstance): void => {
  app.get('/', async (_request, reply) => reply.redirect('/shop', 302))
  app.get('/shop', async (request, reply) => {
    const { lang, isChosen } = langOf(request)
    if (isChosen) void reply.header('set-cookie', langCookie(lang))
    return guarded(reply).type('text/html; charset=utf-8').send(shopPage(lang))
  })
  const files = new Map(Object.keys(assets).map((name) => [name, pageFile(name)]))
  mountKit(app, { under: '/kernel/page', headers: ownHeaders })
  app.get<{ Params: { name: string } }>('/shop/assets/:name', async ({ params: { name } }, reply) => {
    const text = files.get(name)
    if (text === undefined) throw new Refusal(404, 'not_found', 'There is no such file')
    return guarded(reply)
      .type(`${assets[name] ?? 'text/plain'}; charset=utf-8`)
      .send(text)
  })
}

type NamedCard = CardRow & { first_name: string; last_name: string }

const named = `select card.*, first_name, last_name from card join holder on holder.id = card.holder_id`

const cardTile = (card: NamedCard) => ({
  id: card.id,
  holder: `${card.first_name} ${card.last_name}`,
  cardName: card.card_name,
  last4: card.last4,
  cardType: card.card_type,
  status: card.status,
  expiry: `${card.expiry_month}/${card.expiry_year.slice(-2)}`,
  availableCredit: fromCents(card.credit_cents),
})

const mountCards = (app: FastifyInstance, desk: Desk): void => {
  app.get('/shop/cards', async ({ query }) => {
    const fields = fieldsOf(query)
    const rows = desk.db.all<NamedCard>(
      `${named} where activated = 1 and status in ('ACTIVE', 'FROZEN', 'BLOCKED', 'EXPIRED')
         and (?1 is null or card.id = ?1 or meta_id = ?1)
         and (?2 is null or instr(lower(first_name || ' ' || last_name || ' ' || last4), lower(?2)) > 0)
       order by status <> 'ACTIVE', seq desc limit 30`,
      fields.text('card') ?? null,
      fields.text('q') ?? null,
    )
    return { items: rows.map(cardTile) }
  })
  app.get('/shop/post', async () => ({
    items: desk.db
      .all<NamedCard>(`${named} where activated = 0 and status = 'INACTIVE' order by seq desc limit 50`)
      .map((card) => ({
        ...cardTile(card),
        serial: card.serial,
        shippingStatus: card.shipping_status,
        activationCode: card.activation_code,
      })),
  }))
  app.get('/shop/merchants', async () => ({
    items: testMerchants.map(({ id, name, category, city, channel, currency, typical }) => {
      const rate = toRate(usdRates[currency]) ?? 0n
      const usd = toUsd(toCents(typical) ?? 0n, rate)
      const fees = feeTotal(feesOn(usd, { channel, currency }))
      return {
        id,
        name,
        category,
        city,
        channel,
        currency,
        typical,
        rate: usdRates[currency],
        fees: fromCents(fees),
      }
    }),
  }))
}

const pay = (desk: Desk, body: unknown): PaymentRow => {
  const fields = fieldsOf(body)
  const card = findCard(desk, fields.needText('cardId'))
  const merchant = merchantById(fields.needText('merchantId'))
  if (!merchant) throw invalid('merchantId must be one of the test merchants')
  const rate = toRate(usdRates[merchant.currency])
  const originalCents = positive(fields, 'amount')
  if (rate === null || originalCents === undefined) throw invalid('amount is required')
  return authorise(desk, {
    cardId: card.id,
    merchant: publicMerchant(merchant),
    channel: merchant.channel,
    currency: merchant.currency,
    rate,
    originalCents,
    ...(fields.flag('wrongCvv') === true ? { cvv: 'none' } : {}),
  })
}

const stepLabels = {
  clear: steps.clearing,
  reverse: steps.reversal,
  refund: steps.refund,
  increment: steps.increment,
  chargeback: steps.chargeback,
  lapse: steps.lapse,
} as const

/** The shop page and its public calls: a tool of the sandbox, so it needs no key. */
export const mountShop = (app: FastifyInstance, desk: Desk): void => {
  mountPage(app)
  mountCards(app, desk)
  app.get('/shop/payments', async ({ query }) => ({
    items: desk.db
      .all<PaymentRow>(
        'select * from payment where card_id = ? order by seq desc limit 20',
        fieldsOf(query).needText('cardId'),
      )
      .map((payment) => paymentJson(desk, payment)),
  }))
  app.post('/shop/payments', async ({ body }, reply) =>
    reply.code(201).send(paymentJson(desk, pay(desk, body))),
  )
  for (const [word, step] of Object.entries(stepLabels)) {
    app.post<{ Params: { id: string } }>(`/shop/payments/:id/${word}`, async ({ params, body }) =>
      paymentJson(desk, step(desk, params.id, stepOf(body))),
    )
  }
  app.post('/shop/scenarios', async ({ body }) => {
    const fields = fieldsOf(body)
    const payments = runScenario(desk, fields.text('name'), fields.needText('cardId'))
    return { items: payments.map((payment) => paymentJson(desk, payment)) }
  })
}
