import type { FastifyInstance } from 'fastify'
import { controlCard } from './card-json.ts'
import { findCard, livingCard, type CardRow } from './card-rows.ts'
import { allBlockStatuses, blockCard, expireCard, unblockCard } from './cards.ts'
import { defaultDesign } from './designs.ts'
import type { Desk } from './desk.ts'
import { fieldsOf } from './fields.ts'
import { fromCents } from './money.ts'
import { invalid } from './refusal.ts'
import { setShipping } from './shipping.ts'
import { assignStock, listStock, makeStock, sixDigits, stockJson } from './stock.ts'
import { sendWalletCode, startThreeDs } from './three-ds.ts'

type ById = { Params: { id: string } }
type Change = (desk: Desk, card: CardRow, body: unknown) => CardRow

const changes: Readonly<Record<string, Change>> = {
  block: (desk, card, body) =>
    blockCard(desk, card, fieldsOf(body).oneOf('status', allBlockStatuses) ?? 'SUSPECTED_FRAUD_CVV'),
  unblock: (desk, card) => unblockCard(desk, card),
  expire: (desk, card) => expireCard(desk, card, desk.now()),
  ship: (desk, card) => setShipping(desk, card.id, 'CARD_IN_TRANSIT', desk.now()),
  deliver: (desk, card) => setShipping(desk, card.id, 'CARD_DELIVERED', desk.now()),
}

const mountNotifications = (app: FastifyInstance, desk: Desk): void => {
  app.post<ById>('/_control/cards/:id/3ds', async ({ params, body }, reply) => {
    const fields = fieldsOf(body)
    const cents = fields.cents('amount')
    if (cents === undefined || cents <= 0n) throw invalid('amount must be above zero')
    const of = { merchantName: fields.text('merchantName') ?? 'Almacén Norte', amount: fromCents(cents) }
    const initiateActionId = desk.db.whole(() => startThreeDs(desk, livingCard(desk, params.id), of))
    return reply.code(201).send({ initiateActionId })
  })
  app.post<ById>('/_control/cards/:id/wallet-otp', async ({ params, body }, reply) => {
    const wallet = fieldsOf(body).text('wallet') ?? 'Google Pay'
    const otp = desk.db.whole(() =>
      sendWalletCode(desk, livingCard(desk, params.id), { wallet, otp: sixDigits() }),
    )
    return reply.code(201).send({ otp })
  })
}

const mountStock = (app: FastifyInstance, desk: Desk): void => {
  app.get('/_control/stock', async () => ({ items: listStock(desk).map(stockJson) }))
  app.post('/_control/stock', async ({ body }, reply) => {
    const count = fieldsOf(body).number('count', { from: 1, to: 500 }) ?? 10
    const made = makeStock(desk, { count, cardDesign: defaultDesign })
    return reply.code(201).send({ items: made.map(stockJson) })
  })
  app.post<{ Params: { serial: string } }>('/_control/stock/:serial/assign', async ({ params, body }) =>
    controlCard(assignStock(desk, { serial: params.serial, cardId: fieldsOf(body).needText('cardId') })),
  )
}

/** Cards as the issuer sees and changes them: blocks, packages, stock, 3-D Secure. */
export const mountControlCards = (app: FastifyInstance, desk: Desk): void => {
  app.get('/_control/cards', async ({ query }) => ({
    items: desk.db
      .all<CardRow>(
        'select * from card where ?1 is null or id = ?1 order by seq',
        fieldsOf(query).text('id') ?? null,
      )
      .map(controlCard),
  }))
  for (const [word, change] of Object.entries(changes)) {
    app.post<ById>(`/_control/cards/:id/${word}`, async ({ params, body }) =>
      desk.db.whole(() => controlCard(change(desk, findCard(desk, params.id), body))),
    )
  }
  mountNotifications(app, desk)
  mountStock(app, desk)
}
