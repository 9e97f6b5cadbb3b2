import type { FastifyInstance } from 'fastify'
import { findCard, stateRefusal } from './card-rows.ts'
import { moveCredit } from './cards.ts'
import type { Desk } from './desk.ts'
import { accountEntryJson, balancesOf, cardEntryJson, entryPage } from './entries.ts'
import { fieldsOf } from './fields.ts'
import { fromCents } from './money.ts'
import { invalid, Refusal } from './refusal.ts'

type ById = { Params: { id: string } }

/**
 * Moves credit between the master account and a card. Not idempotent, like the real one: the same call twice is
 * two adjustments, and a lost answer is read back from the history by `reference`.
 */
const adjust = (desk: Desk, cardId: string, body: unknown) =>
  desk.db.whole(() => {
    const fields = fieldsOf(body)
    const cents = fields.cents('adjustment')
    if (cents === undefined || cents === 0n)
      throw invalid('adjustment must be a signed amount other than zero')
    const reference = fields.text('reference')
    const card = findCard(desk, cardId)
    if (card.status === 'CLOSED') throw stateRefusal(card, 'adjusted')
    if (cents > balancesOf(desk).unallocatedCents) {
      throw new Refusal(422, 'INSUFFICIENT_BALANCE', 'The adjustment is above availableToAllocate')
    }
    if (cents < 0n && card.credit_cents + cents < 0n) {
      throw new Refusal(422, 'INSUFFICIENT_CARD_CREDIT', 'The card has less credit than that')
    }
    const entry = moveCredit(desk, {
      type: 'ADJUSTMENT',
      eventType: 'credit_adjusted',
      cardId,
      cents,
      unallocatedCents: -cents,
      reference,
      meta: fields.object('meta'),
    })
    return {
      id: entry.id,
      cardId,
      adjustment: fromCents(cents),
      reference: entry.reference,
      availableCredit: fromCents(entry.card_after ?? 0n),
      availableToAllocate: fromCents(entry.unallocated_after),
    }
  })

/** Credit of cards, their history, and the master account. */
export const mountCredit = (app: FastifyInstance, desk: Desk): void => {
  app.put<ById>('/cards/:id/credit', async ({ params, body }) => adjust(desk, params.id, body))
  app.get<ById>('/cards/:id/balance-history', async ({ params, query }) => {
    const { rows, ...page } = entryPage(desk, fieldsOf(query), findCard(desk, params.id).id)
    return { items: rows.map(cardEntryJson), ...page }
  })
  app.get('/account/balance', async () => {
    const { availableCents, unallocatedCents } = balancesOf(desk)
    return {
      availableBalance: fromCents(availableCents),
      availableToAllocate: fromCents(unallocatedCents),
      currency: 'USD',
      asOf: desk.now().toISOString(),
    }
  })
  app.get('/account/balance-history', async ({ query }) => {
    const { rows, ...page } = entryPage(desk, fieldsOf(query))
    return { items: rows.map(accountEntryJson), ...page }
  })
}
