import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { EventHandler } from '../kernel/jobs.ts'
import { changedOne } from '../kernel/queries.ts'
import { findCard } from '../cards/cards.sql.ts'

/** Consumes `card_adjustment.completed`: adds the adjustment to its card's transactions, once. */
export const createAdjustmentRows =
  ({ ids, clock }: { ids: Ids; clock: Clock }): EventHandler<'card_adjustment.completed'> =>
  async ({ entityId: walletAdjustmentId, payload }, work, { dueAt }) => {
    await work.write(async ({ sql, emit }) => {
      const card = await findCard(sql, payload.cardId)
      if (!card) throw new Error('An unknown card was adjusted')
      const { companyId, userId, id: cardId } = card
      const id = ids.next()
      // The event's own time, which is when the job became due; only a retry becomes due later.
      const at = dueAt <= clock.now() ? dueAt : clock.now()
      const cents = BigInt(payload.amountCents)
      const amountCents = payload.type === 'debit' ? -cents : cents
      const inserted = await sql
        .insertInto('cardTransaction')
        .values({
          id,
          companyId,
          userId,
          cardId,
          walletAdjustmentId,
          status: 'settled',
          purpose: 'adjustment',
          amountCents,
          settledCents: amountCents,
          at,
          settledAt: at,
        })
        .onConflict((conflict) => conflict.column('walletAdjustmentId').doNothing())
        .executeTakeFirstOrThrow()
      if (!changedOne(inserted)) return
      emit({
        type: 'card_transaction.recorded',
        entityId: id,
        companyId,
        userId,
        payload: { cardId, loadId: walletAdjustmentId },
      })
    })
  }
