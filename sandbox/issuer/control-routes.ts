import type { FastifyInstance } from 'fastify'
import { moveMaster } from './account.ts'
import { findCard, type CardRow } from './card-rows.ts'
import { cardJsonWithCode, expireCard, shipCard } from './card-endings.ts'
import { blockCard, unblockCard } from './cards.ts'
import { closeDay } from './day-files.ts'
import { readSetting, writeSetting, type Desk } from './desk.ts'
import { runDue } from './due.ts'
import { shiftBalances } from './entries.ts'
import { fieldsOf } from './fields.ts'
import { paymentJson } from './payment-json.ts'
import { invalid } from './refusal.ts'
import { runScenario, scenarioNames } from './scenarios.ts'
import { positive } from './simulate-routes.ts'
import { makeStock, stockJson } from './stock.ts'
import type { WebhookKey } from './webhook-key.ts'

type ById = { Params: { id: string } }

const mountMoney = (app: FastifyInstance, desk: Desk): void => {
  app.post('/_control/fund', async ({ body }, reply) => {
    const fields = fieldsOf(body)
    const cents = positive(fields, 'amount')
    if (cents === undefined) throw invalid('amount is required')
    const move = { type: 'FUNDING', word: 'funded', cents, reference: fields.text('reference') } as const
    return reply.code(201).send(desk.db.whole(() => moveMaster(desk, move)))
  })
  app.post('/_control/fee', async ({ body }, reply) => {
    const fields = fieldsOf(body)
    const cents = fields.cents('amount')
    if (cents === undefined || cents === 0n) throw invalid('amount must be other than zero')
    const feeType = fields.text('feeType') ?? 'monthly'
    const move = {
      type: 'FEE',
      word: 'fee_charged',
      cents,
      reference: fields.text('reference'),
      feeType,
    } as const
    return reply.code(201).send(desk.db.whole(() => moveMaster(desk, move)))
  })
  app.post('/_control/day-close', async () => {
    runDue(desk)
    const { date, rows, sha256 } = closeDay(desk)
    return { date, count: Number(rows), sha256 }
  })
  app.post('/_control/drift', async ({ body }) => {
    const fields = fieldsOf(body)
    const cardId = fields.text('cardId')
    shiftBalances(desk, {
      cardId: cardId === undefined ? undefined : findCard(desk, cardId).id,
      cardCents: fields.cents('card') ?? 0n,
      availableCents: fields.cents('available') ?? 0n,
      unallocatedCents: fields.cents('unallocated') ?? 0n,
    })
    return { planted: true }
  })
}

const mountCardControl = (app: FastifyInstance, desk: Desk): void => {
  app.get('/_control/cards', async () => ({
    items: desk.db
      .all<CardRow>('select * from card order by seq')
      .map((card) => cardJsonWithCode(desk, card)),
  }))
  const moves: Record<string, (card: CardRow, body: unknown) => CardRow> = {
    block: (card, body) =>
      blockCard(desk, card, { by: 'ISSUER', reason: fieldsOf(body).text('reason') ?? 'FRAUD' }),
    unblock: (card) => unblockCard(desk, card, 'ISSUER'),
    expire: (card) => expireCard(desk, card, desk.now()),
    ship: (card) => shipCard(desk, card, { to: 'SHIPPED', at: desk.now(), nextAt: null }),
    deliver: (card) => shipCard(desk, card, { to: 'DELIVERED', at: desk.now(), nextAt: null }),
  }
  for (const [word, move] of Object.entries(moves)) {
    app.post<ById>(`/_control/cards/:id/${word}`, async ({ params, body }) =>
      desk.db.whole(() => cardJsonWithCode(desk, move(findCard(desk, params.id), body))),
    )
  }
  app.post('/_control/stock', async ({ body }, reply) => {
    const fields = fieldsOf(body)
    const wanted = {
      count: fields.number('count', { from: 1, to: 500 }) ?? 10,
      cardDesign: fields.text('cardDesign') ?? 'green-standard',
    }
    return reply.code(201).send({ items: makeStock(desk, wanted).map(stockJson) })
  })
}

/** The issuer's own control calls, beside those of the shell, which checks token and loopback for all. */
export const mountIssuerControl = (app: FastifyInstance, desk: Desk, key: WebhookKey): void => {
  app.get('/_control/webhook-key', async () => ({ publicKeyPem: key.publicKeyPem }))
  mountMoney(app, desk)
  mountCardControl(app, desk)
  app.get('/_control/scenario', async () => ({ names: scenarioNames }))
  app.post('/_control/scenario', async ({ body }) => {
    const fields = fieldsOf(body)
    const name = fields.text('name')
    const payments = runScenario(desk, name, fields.needText('cardId'))
    return { name, transactions: payments.map((payment) => paymentJson(desk, payment)) }
  })
  const shown = () => ({
    refundAddsToAllocation: readSetting(desk.db, 'refundAddsToAllocation') === 'true',
  })
  app.get('/_control/settings', async () => shown())
  app.post('/_control/settings', async ({ body }) => {
    const value = fieldsOf(body).flag('refundAddsToAllocation')
    if (value !== undefined) writeSetting(desk.db, 'refundAddsToAllocation', String(value))
    return shown()
  })
}
