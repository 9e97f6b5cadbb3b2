import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { EventHandler } from '../kernel/jobs.ts'
import { changedOne } from '../kernel/queries.ts'
import { findCard } from '../cards/cards.sql.ts'

/** Consumes `transfer.credited`: adds the money of a wallet to its card's transactions, once, with where it came from. */
export const createWalletLoadRows =
  ({ ids, clock }: { ids: Ids; clock: Clock }): EventHandler<'transfer.credited'> =>
  async ({ entityId: walletTransferId, payload }, work, { dueAt }) => {
    await work.write(async ({ sql, emit }) => {
      const card = await findCard(sql, payload.cardId)
      if (!card) throw new Error('An unknown card got money from a wallet')
      const { companyId, userId, id: cardId } = card
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
          cardId,
          walletTransferId,
          senderName: payload.senderName,
          status: 'settled',
          purpose: 'transfer',
          amountCents: netCents,
          settledCents: netCents,
          at,
          settledAt: at,
        })
        .onConflict((conflict) => conflict.column('walletTransferId').doNothing())
        .executeTakeFirstOrThrow()
      if (!changedOne(inserted)) return
      emit({
        type: 'card_transaction.recorded',
        entityId: id,
        companyId,
        userId,
        payload: { cardId, loadId: walletTransferId },
      })
    })
  }
