import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { EventHandler } from '../kernel/jobs.ts'
import { changedOne } from '../kernel/queries.ts'
import { findCard } from '../cards/cards.sql.ts'

/** Consumes `load.credited`: adds the load to its card's transactions, once. */
export const createLoadRows =
  ({ ids, clock }: { ids: Ids; clock: Clock }): EventHandler<'load.credited'> =>
  async ({ entityId: loadId, payload }, work, { dueAt }) => {
    await work.write(async ({ sql, emit }) => {
      const card = await findCard(sql, payload.cardId)
      if (!card) throw new Error('A load was credited to an unknown card')
      const { companyId, userId } = card
      const id = ids.next()
      // The event's own time, which is when the job became due; only a retry becomes due later.
      const at = dueAt <= clock.now() ? dueAt : clock.now()
      const netCents = BigInt(payload.netCents)
      const inserted = await sql
        .insertInto('cardTransaction')
        .values({
          id,
          companyId,
          userId,
          cardId: card.id,
          loadId,
          loadAcceptance: payload.acceptance ?? 1,
          status: 'settled',
          purpose: 'load',
          amountCents: netCents,
          settledCents: netCents,
          at,
          settledAt: at,
          loadSpeed: payload.speed,
          loadGrossCents: BigInt(payload.grossCents),
          loadFeeCents: BigInt(payload.feeCents),
        })
        .onConflict((conflict) => conflict.columns(['loadId', 'loadAcceptance']).doNothing())
        .executeTakeFirstOrThrow()
      if (!changedOne(inserted)) return
      emit({
        type: 'card_transaction.recorded',
        entityId: id,
        companyId,
        userId,
        payload: { cardId: card.id, loadId },
      })
    })
  }

/** Consumes `load.reversed`: adds what the issuer took off the card to its transactions, once. */
export const createReversalRows =
  ({ ids, clock }: { ids: Ids; clock: Clock }): EventHandler<'load.reversed'> =>
  async ({ payload }, work, { dueAt }) => {
    await work.write(async ({ sql, emit }) => {
      const card = await findCard(sql, payload.cardId)
      if (!card) throw new Error('A load of an unknown card was reversed')
      const { companyId, userId, id: cardId } = card
      const { reversalId: loadReversalId } = payload
      const id = ids.next()
      const at = dueAt <= clock.now() ? dueAt : clock.now()
      const amountCents = -BigInt(payload.netCents)
      const inserted = await sql
        .insertInto('cardTransaction')
        .values({
          id,
          companyId,
          userId,
          cardId,
          loadReversalId,
          status: 'settled',
          purpose: 'adjustment',
          amountCents,
          settledCents: amountCents,
          at,
          settledAt: at,
        })
        .onConflict((conflict) => conflict.column('loadReversalId').doNothing())
        .executeTakeFirstOrThrow()
      if (!changedOne(inserted)) return
      emit({
        type: 'card_transaction.recorded',
        entityId: id,
        companyId,
        userId,
        payload: { cardId, loadId: loadReversalId },
      })
    })
  }
