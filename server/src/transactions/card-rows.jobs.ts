import type { Insertable } from 'kysely'
import type { EventType } from '@cardamom/contract/events'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { EventHandler } from '../kernel/jobs.ts'
import type { EventMessage } from '../kernel/outbox.ts'
import { changedOne } from '../kernel/queries.ts'
import type { CardTransaction } from '../kernel/schema.ts'
import { findCard } from '../cards/cards.sql.ts'

type Tools = { readonly ids: Ids; readonly clock: Clock }
type Values = Partial<Insertable<CardTransaction>>
type CardRow = {
  readonly cardId: string
  /** The record whose money it is. */
  readonly sourceId: string
  /** Columns of the unique key: a row is added once. */
  readonly once: readonly (keyof CardTransaction)[]
  readonly purpose: 'load' | 'adjustment' | 'transfer'
  /** Below zero: it left the card. */
  readonly amountCents: bigint
  readonly values: Values
}

/** Adds money that no payment moved to the transactions of its card, once. */
const rowsOf =
  <Type extends EventType>(
    { ids, clock }: Tools,
    rowOf: (event: EventMessage<Type>) => CardRow,
  ): EventHandler<Type> =>
  async (event, work, { dueAt }) => {
    const { cardId, sourceId, once, purpose, amountCents, values } = rowOf(event)
    await work.write(async ({ sql, emit }) => {
      const card = await findCard(sql, cardId)
      if (!card) throw new Error(`The money of ${sourceId} moved on an unknown card`)
      const { companyId, userId } = card
      const id = ids.next()
      // The event's own time, which is when the job became due; only a retry becomes due later.
      const at = dueAt <= clock.now() ? dueAt : clock.now()
      const settled = {
        status: 'settled' as const,
        amountCents,
        settledCents: amountCents,
        at,
        settledAt: at,
      }
      const inserted = await sql
        .insertInto('cardTransaction')
        .values({ ...values, id, companyId, userId, cardId, purpose, ...settled })
        .onConflict((conflict) => conflict.columns(once).doNothing())
        .executeTakeFirstOrThrow()
      if (!changedOne(inserted)) return
      const payload = { cardId, loadId: sourceId }
      emit({ type: 'card_transaction.recorded', entityId: id, companyId, userId, payload })
    })
  }

/** Consumes `load.credited`. A load that was reversed can be credited again: each acceptance is a row. */
export const createLoadRows = (tools: Tools): EventHandler<'load.credited'> =>
  rowsOf(tools, ({ entityId: loadId, payload }) => ({
    cardId: payload.cardId,
    sourceId: loadId,
    once: ['loadId', 'loadAcceptance'],
    purpose: 'load',
    amountCents: BigInt(payload.netCents),
    values: {
      loadId,
      loadAcceptance: payload.acceptance ?? 1,
      loadSpeed: payload.speed,
      loadGrossCents: BigInt(payload.grossCents),
      loadFeeCents: BigInt(payload.feeCents),
    },
  }))

/** Consumes `load.reversed`: what the issuer took off the card. */
export const createReversalRows = (tools: Tools): EventHandler<'load.reversed'> =>
  rowsOf(tools, ({ payload: { cardId, reversalId, netCents } }) => ({
    cardId,
    sourceId: reversalId,
    once: ['loadReversalId'],
    purpose: 'adjustment',
    amountCents: -BigInt(netCents),
    values: { loadReversalId: reversalId },
  }))

/** Consumes `card_adjustment.completed`. */
export const createAdjustmentRows = (tools: Tools): EventHandler<'card_adjustment.completed'> =>
  rowsOf(tools, ({ entityId: walletAdjustmentId, payload: { cardId, type, amountCents } }) => ({
    cardId,
    sourceId: walletAdjustmentId,
    once: ['walletAdjustmentId'],
    purpose: 'adjustment',
    amountCents: type === 'debit' ? -BigInt(amountCents) : BigInt(amountCents),
    values: { walletAdjustmentId },
  }))

/** Consumes `transfer.credited`: the money of a wallet, with where it came from. */
export const createWalletLoadRows = (tools: Tools): EventHandler<'transfer.credited'> =>
  rowsOf(tools, ({ entityId: walletTransferId, payload: { cardId, netCents, senderName } }) => ({
    cardId,
    sourceId: walletTransferId,
    once: ['walletTransferId'],
    purpose: 'transfer',
    amountCents: BigInt(netCents),
    values: { walletTransferId, senderName },
  }))
