import type { FastifyInstance } from 'fastify'
import type { CardRow } from './card-rows.ts'
import { activateCard } from './cards.ts'
import type { Desk } from './desk.ts'
import { Refusal } from './refusal.ts'

/** Accept-Version of the API generation that activates cards by a code. */
export const activationVersion = '2025-02-14'

type ByCard = { Params: { cardId: string } }

const named = (desk: Desk, id: string): CardRow => {
  const card = desk.db.one<CardRow>('select * from card where id = ?', id)
  if (!card) throw new Refusal(404, 'CARD_NOT_FOUND', `There is no card ${id}`)
  return card
}

/** Activation by the code of the package, under a separate base path, since v2.0 does not document it. */
export const mountActivation = (app: FastifyInstance, desk: Desk): void => {
  app.post<ByCard & { Body: { activationCode: string } }>(
    '/activation/cards/:cardId/activate',
    async ({ params, body }) => {
      const card = desk.db.whole(() => activateCard(desk, named(desk, params.cardId), body.activationCode))
      return { id: card.id, status: card.status }
    },
  )
  app.get<ByCard>('/activation/cards/:cardId/activation-code', async ({ params }) => {
    const card = named(desk, params.cardId)
    if (card.activated === 1n || card.activation_code === null) {
      throw new Refusal(409, 'NO_ACTIVATION_CODE', 'The card needs no activation code')
    }
    return { activationCode: card.activation_code }
  })
}
