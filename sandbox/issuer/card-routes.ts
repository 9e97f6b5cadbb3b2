import type { FastifyInstance } from 'fastify'
import { cardItem, cardJson } from './card-json.ts'
import { orderCard, type CardOrder } from './card-order.ts'
import { findCard, livingCard, type CardRow } from './card-rows.ts'
import { deleteCard, freezeCard } from './cards.ts'
import { designsJson } from './designs.ts'
import type { Desk } from './desk.ts'
import { fieldsOf } from './fields.ts'
import { listPage } from './list-page.ts'
import { fromCents } from './money.ts'
import { setLimits } from './spend-control.ts'
import { answerThreeDs, forwardingOf, setForwarding } from './three-ds.ts'

type ByCard = { Params: { cardId: string } }

const cardPage = (desk: Desk, query: unknown) => {
  const fields = fieldsOf(query)
  const list = (name: string) => JSON.stringify(fields.text(name, 2000)?.split(',') ?? null)
  return listPage<CardRow, ReturnType<typeof cardItem>>(desk, {
    from: `from card where (?1 = 'null' or status in (select value from json_each(?1)))
      and (?2 = 'null' or meta_id in (select value from json_each(?2)))`,
    order: 'seq',
    values: [list('status'), list('metadataId')],
    query,
    defaultLimit: 10,
    toItem: (card) => cardItem(desk, card),
  })
}

const mountThreeDs = (app: FastifyInstance, desk: Desk): void => {
  app.get<ByCard>('/cards/:cardId/3ds-forwarding', async ({ params }) =>
    forwardingOf(findCard(desk, params.cardId)),
  )
  app.put<ByCard & { Body: { biometricEnroll: boolean; smsEnroll: boolean } }>(
    '/cards/:cardId/3ds-forwarding',
    async ({ params, body }, reply) => {
      setForwarding(desk, livingCard(desk, params.cardId), body)
      return reply.send()
    },
  )
  app.post<{ Params: { cardId: string; initiateActionId: string }; Body: { approve: boolean } }>(
    '/cards/:cardId/3ds-answer/:initiateActionId',
    async ({ params, body }, reply) => {
      const { id } = findCard(desk, params.cardId)
      answerThreeDs(desk, { cardId: id, actionId: params.initiateActionId, approve: body.approve })
      return reply.send()
    },
  )
}

/** Cards: order, list, pause, limits, 3-D Secure, deletion, designs. Bodies have passed their schema. */
export const mountCards = (app: FastifyInstance, desk: Desk): void => {
  app.post<{ Body: CardOrder }>('/cards', async ({ body }, reply) =>
    reply.code(201).send({ id: orderCard(desk, body).id }),
  )
  app.get('/cards', async ({ query }) => cardPage(desk, query))
  app.get<ByCard>('/cards/:cardId', async ({ params }) => cardJson(desk, findCard(desk, params.cardId)))
  app.delete<ByCard>('/cards/:cardId', async ({ params }) => ({
    remainingCredit: fromCents(deleteCard(desk, params.cardId)),
    availableCredit: '0.00',
  }))
  app.put<ByCard & { Body: { freeze: boolean } }>('/cards/:cardId/status', async ({ params, body }) => {
    freezeCard(desk, livingCard(desk, params.cardId), body.freeze)
    return { freeze: body.freeze }
  })
  app.put<ByCard & { Body: Record<string, unknown> }>(
    '/cards/:cardId/spend-control',
    async ({ params, body }) =>
      desk.db.whole(() => setLimits(desk, livingCard(desk, params.cardId), body ?? {})),
  )
  app.get('/card-design/', async () => designsJson(desk))
  mountThreeDs(app, desk)
}
