import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JobHandler } from '../kernel/jobs.ts'
import { findCard } from '../cards/cards.sql.ts'

const insert = `insert into card_transaction (id, company_id, user_id, card_id, load_id, status, purpose, amount_cents,
    settled_cents, at, settled_at, load_speed, load_gross_cents, load_fee_cents)
  values ($1, $2, $3, $4, $5, 'settled', 'load', $6, $6, $7, $7, $8, $9, $10) on conflict (load_id) do nothing`

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
      const inserted = await sql.run(insert, [
        id,
        companyId,
        userId,
        card.id,
        loadId,
        BigInt(text('netCents')),
        at,
        text('speed'),
        BigInt(text('grossCents')),
        BigInt(text('feeCents')),
      ])
      if (inserted === 0) return
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
