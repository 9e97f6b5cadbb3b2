import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Ids } from '../kernel/ids.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import { insertCall } from './card-calls.sql.ts'
import { startPending } from './card-changes.sql.ts'
import { callJob } from './card-events.ts'
import type { CardRecord } from './card-record.ts'
import { canWaitFor } from './card-status.ts'
import { holderMayResume } from './card-view.ts'
import { lockCard } from './cards.sql.ts'

type FreezeRequest = {
  readonly tx: WriteTransaction
  readonly cardId: string
  readonly userId: string
  /** The signed-in person who requests it; null: a link that was mailed to the holder. */
  readonly actorId: string | null
  readonly now: Date
}

export type CardFreeze = (
  request: FreezeRequest,
  kind: 'freeze' | 'unfreeze',
) => Promise<Answer<CardRecord, 'record_not_found' | 'card_invalid'>>

/** Makes the holder's card `pending` and records the call; the job sends it after the commit. */
export const createCardFreeze =
  ({ ids }: { ids: Ids }): CardFreeze =>
  async ({ tx, cardId, userId, actorId, now }, kind) => {
    const card = await lockCard(tx.sql, cardId)
    if (card?.userId !== userId) return refused('record_not_found')
    const event = kind === 'freeze' ? 'card.blocked' : 'card.resumed'
    const { status } = card
    if (!canWaitFor(status, event)) return refused('card_invalid')
    if (kind === 'unfreeze' && !holderMayResume(card)) return refused('card_invalid')
    await startPending(tx.sql, { ...card, status }, event)
    const id = ids.next()
    await insertCall(tx.sql, {
      id,
      cardId: card.id,
      userId: card.userId,
      companyId: card.companyId,
      kind,
      reference: `card:${card.id}:${kind}:${id}`,
      blockReason: kind === 'freeze' ? 'self' : null,
      actorId,
      at: now,
    })
    tx.recordChange({
      entity: 'card',
      entityId: card.id,
      companyId: card.companyId,
      userId: card.userId,
      before: { status, pendingCall: null },
      after: { status: 'pending', pendingCall: event },
    })
    tx.enqueue(callJob(id))
    const pending = { status: 'pending', pendingCall: event, pendingFrom: status, refusal: null } as const
    return accepted({ ...card, ...pending, version: card.version + 1 })
  }
