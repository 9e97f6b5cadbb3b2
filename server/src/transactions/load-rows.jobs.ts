import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobHandler } from '../kernel/jobs.ts'
import { changedOne } from '../kernel/queries.ts'
import { findCard } from '../cards/cards.sql.ts'

/** Consumes `load.credited`: the load stands among what happened on its card, once. */
export const createLoadRows =
  ({ ids, clock }: { ids: Ids; clock: Clock }): JobHandler =>
  async ({ payload, dueAt }, work) => {
    const facts = payload['payload'] as Record<string, unknown>
    const loadId = String(payload['entityId'])
    const text = (name: string) => String(facts[name])
    await work.write(async ({ sql, emit }) => {
      const card = await findCard(sql, text('cardId'))
      if (!card) throw new Error('A load was credited to a card that is not here')
      const { companyId, userId } = card
      const id = ids.next()
      // The event's own time: the job was due with it; a later try is due later, but never before it.
      const at = dueAt <= clock.now() ? dueAt : clock.now()
      const netCents = BigInt(text('netCents'))
      const inserted = await sql
        .insertInto('cardTransaction')
        .values({
          id,
          companyId,
          userId,
          cardId: card.id,
          loadId,
          status: 'settled',
          purpose: 'load',
          amountCents: netCents,
          settledCents: netCents,
          at,
          settledAt: at,
          loadSpeed: text('speed'),
          loadGrossCents: BigInt(text('grossCents')),
          loadFeeCents: BigInt(text('feeCents')),
        })
        .onConflict((conflict) => conflict.column('loadId').doNothing())
        .executeTakeFirstOrThrow()
      if (!changedOne(inserted)) return
      emit({
        type: 'card_transaction.recorded',
        entity: 'card_transaction',
        entityId: id,
        companyId,
        userId,
        payload: { cardId: card.id, loadId },
      })
    })
  }
