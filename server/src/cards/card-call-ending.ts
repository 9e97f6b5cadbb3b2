import type { WriteTransaction } from '../kernel/jobs.ts'
import type { IssuerCard } from '../providers/issuer/port.ts'
import { after } from '../kernel/clock.ts'
import { advanceLimitsVersion, countRefusals, endCall, saveLimits, type CardCall } from './card-calls.sql.ts'
import { associateCard, endPending, type Block } from './card-changes.sql.ts'
import { retryJob, cardEvent, limitFacts, refreshJob } from './card-events.ts'
import type { CardRecord } from './card-record.ts'
import { lockCard } from './cards.sql.ts'

/** Card of a call while the card still waits for it. */
const waitingCard = async (tx: WriteTransaction, call: CardCall): Promise<CardRecord | null> => {
  const card = await lockCard(tx.sql, call.cardId)
  return card?.status === 'pending' ? card : null
}

/**
 * The issuer has made the card. The issuer makes virtual cards active, so ours is activated with it (domain
 * §6).
 */
const created = async (tx: WriteTransaction, made: { card: CardRecord; issued: IssuerCard; at: Date }) => {
  const { card, issued } = made
  const isActive = card.form === 'virtual' && issued.status === 'active'
  if (!(await associateCard(tx.sql, { ...made, isActive }))) return
  const payload = { lastDigits: issued.lastDigits }
  tx.emit(cardEvent(card, 'card.created', payload))
  if (isActive) tx.emit(cardEvent(card, 'card.activated', payload))
}

const settled = async (
  tx: WriteTransaction,
  to: {
    card: CardRecord
    block: Block | null
    event: 'card.blocked' | 'card.resumed'
    actorId: string | null
  },
): Promise<void> => {
  const { card, block, event, actorId } = to
  await endPending(tx.sql, card, { isDone: true, block, refusal: null })
  tx.emit(cardEvent(card, event, { actorId, ...(block ? { reason: block.reason } : {}) }))
}

/** The issuer has confirmed limits. Limits are no state: the card may be paused or blocked meanwhile. */
const limited = async (tx: WriteTransaction, call: CardCall, { limits }: IssuerCard) => {
  const card = await lockCard(tx.sql, call.cardId)
  if (!card) return
  await saveLimits(tx.sql, card.id, limits)
  tx.emit(cardEvent(card, 'card.limits_changed', limitFacts(limits)))
}

/** The call succeeded: the card's new state, the end of the call and the events commit together, once. */
export const endDone = async (
  tx: WriteTransaction,
  done: { call: CardCall; issued: IssuerCard; at: Date },
): Promise<void> => {
  const { call, issued, at } = done
  if (!(await endCall(tx.sql, call, { status: 'done', refusal: null, at }))) return
  if (call.kind === 'limits') return limited(tx, call, issued)
  const card = await waitingCard(tx, call)
  if (!card) return
  if (call.kind === 'create') return created(tx, { card, issued, at })
  if (call.kind === 'unfreeze')
    return settled(tx, { card, block: null, event: 'card.resumed', actorId: call.actorId })
  const { actorId: by, note } = call
  const block = { reason: call.blockReason ?? 'self', by, at, note } as const
  return settled(tx, { card, block, event: 'card.blocked', actorId: call.actorId })
}

/** Pauses before a refused card is requested again; the last pause repeats. */
const retryPausesMs = [60_000, 600_000, 3_600_000, 21_600_000, 86_400_000]

/**
 * Temporary refusals: a limit of ours at the issuer, a field that the person corrects, the issuer's mistake.
 */
const requestAgain = async (tx: WriteTransaction, card: CardRecord, at: Date): Promise<void> => {
  const refusals = await countRefusals(tx.sql, card.id)
  const pauseMs = retryPausesMs[Math.min(refusals, retryPausesMs.length) - 1] ?? 60_000
  tx.enqueue(retryJob(card.id, after(at, pauseMs)))
}

/**
 * The call was refused or abandoned: the card returns to its previous state, with the issuer's code, and is
 * read at the issuer.
 */
export const endRefused = async (
  tx: WriteTransaction,
  refused: { call: CardCall; refusal: string; at: Date },
): Promise<void> => {
  const { call, refusal, at } = refused
  if (!(await endCall(tx.sql, call, { status: 'refused', refusal, at }))) return
  if (call.kind === 'limits') {
    const limitedCard = await lockCard(tx.sql, call.cardId)
    if (!limitedCard) return
    await advanceLimitsVersion(tx.sql, limitedCard.id)
    tx.emit(cardEvent(limitedCard, 'card.call_refused', { kind: call.kind, refusal }))
    // Limits that were changed at the issuer during the call were not copied.
    if (limitedCard.issuerCardId) tx.enqueue(refreshJob(limitedCard.issuerCardId))
    return
  }
  const card = await waitingCard(tx, call)
  if (!card) return
  const { blockReason, blockedBy, blockedAt, blockNote: note } = card
  const block = blockReason ? { reason: blockReason, by: blockedBy, at: blockedAt ?? at, note } : null
  await endPending(tx.sql, card, { isDone: false, block, refusal })
  tx.emit(cardEvent(card, 'card.call_refused', { kind: call.kind, refusal }))
  if (card.issuerCardId) tx.enqueue(refreshJob(card.issuerCardId))
  else if (call.kind === 'create') await requestAgain(tx, card, at)
}
