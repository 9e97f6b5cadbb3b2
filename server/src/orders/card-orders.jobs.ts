import { requestCard } from '../cards/requested-card.ts'
import type { EventHandler } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { fulfilPlan } from './card-order-plans.ts'
import { readOrder, readOrderOfCard } from './card-orders.sql.ts'

/** Consumes `card_order.paid`: makes the card, once. */
export const createCardOfOrder =
  ({ ids }: Pick<Kernel, 'ids'>): EventHandler<'card_order.paid'> =>
  async ({ entityId }, work) => {
    await work.write(async (tx) => {
      const order = await readOrder(tx.sql, entityId)
      if (order?.status !== 'paid') return
      const { cardId: id, companyId, userId, cardTypeId, planId, form, finish, nameOnCard } = order
      const paymentStatus = order.priceCents === 0n ? 'waived' : 'paid'
      const card = {
        id,
        companyId,
        userId,
        cardTypeId,
        planId,
        form,
        finish,
        nameOnCard,
        paymentStatus,
      } as const
      await requestCard(tx, ids, { card, at: work.clock.now() })
    })
  }

/** Consumes `card.created`: a virtual card is delivered when the issuer has made it. */
export const fulfilVirtual: EventHandler<'card.created'> = async ({ entityId }, work) => {
  const order = await work.read((sql) => readOrderOfCard(sql, entityId))
  if (order?.status !== 'paid' || order.form !== 'virtual') return
  const { outcome } = await work.apply(fulfilPlan({ ...order, status: 'paid' }, work.clock.now()))
  // Another run of the job was faster, or the order was cancelled.
  if (outcome !== 'posted' && outcome !== 'replayed' && outcome !== 'guard_failed') throw new Error(outcome)
}
