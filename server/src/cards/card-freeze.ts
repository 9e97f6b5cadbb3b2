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

type FreezeKind = 'freeze' | 'unfreeze'

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
  kind: FreezeKind,
) => Promise<Answer<CardRecord, 'record_not_found' | 'card_invalid'>>

/**
 * Makes a locked card `pending` and records the call; the job sends it after the commit. `note`: why, in the words of an
 * administrator. Refused in a state in which a card cannot be frozen or resumed.
 */
export const startFreeze = async (
  tx: WriteTransaction,
  of: {
    readonly ids: Ids
    readonly card: CardRecord
    readonly kind: FreezeKind
    /** Whose block it is. */
    readonly reason: 'self' | 'admin'
    readonly actorId: string | null
    readonly note: string | null
    readonly now: Date
  },
): Promise<Answer<CardRecord, 'card_invalid'>> => {
  const { ids, card, kind, reason, actorId, note, now } = of
  const event = kind === 'freeze' ? 'card.blocked' : 'card.resumed'
  const { status } = card
  if (!canWaitFor(status, event)) return refused('card_invalid')
  await startPending(tx.sql, { ...card, status }, event)
  const id = ids.next()
  await insertCall(tx.sql, {
    id,
    cardId: card.id,
    userId: card.userId,
    companyId: card.companyId,
    kind,
    reference: `card:${card.id}:${kind}:${id}`,
    blockReason: kind === 'freeze' ? reason : null,
    actorId,
    note,
    at: now,
  })
  tx.recordChange({
    entity: 'card',
    entityId: card.id,
    companyId: card.companyId,
    userId: card.userId,
    before: { status, pendingCall: null },
    after: { status: 'pending', pendingCall: event, ...(note === null ? {} : { note }) },
  })
  tx.enqueue(callJob(id))
  const pending = { status: 'pending', pendingCall: event, pendingFrom: status, refusal: null } as const
  return accepted({ ...card, ...pending, version: card.version + 1 })
}

/** Freezes and resumes a card of the holder who requests it. */
export const createCardFreeze =
  ({ ids }: { ids: Ids }): CardFreeze =>
  async ({ tx, cardId, userId, actorId, now }, kind) => {
    const card = await lockCard(tx.sql, cardId)
    if (card?.userId !== userId) return refused('record_not_found')
    if (kind === 'unfreeze' && !holderMayResume(card)) return refused('card_invalid')
    return startFreeze(tx, { ids, card, kind, reason: 'self', actorId, note: null, now })
  }
