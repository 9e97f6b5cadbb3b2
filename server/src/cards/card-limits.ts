import type { CardLimitsView } from '@cardamom/contract/cards/card-limits'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { CardLimits } from '../providers/issuer/port.ts'
import { spendPeriod } from '../providers/issuer/spend-period.ts'
import { advanceLimitsVersion, findLimitChange, insertCall } from './card-calls.sql.ts'
import { callJob } from './card-events.ts'
import type { CardRecord } from './card-record.ts'
import { lockCard } from './cards.sql.ts'

/** What a card spent in its present day and month, as the issuer counts them. */
export type CardSpending = { readonly dayCents: bigint; readonly monthCents: bigint }

export const sameLimits = (one: CardLimits, other: CardLimits): boolean =>
  one.paymentCents === other.paymentCents &&
  one.dayCents === other.dayCents &&
  one.monthCents === other.monthCents

/** Whether a limit is raised or removed: the card can then spend more than before. */
export const isRaise = (from: CardLimits, to: CardLimits): boolean => {
  const isMore = (now: bigint | null, wanted: bigint | null) =>
    now !== null && (wanted === null || wanted > now)
  return (
    isMore(from.paymentCents, to.paymentCents) ||
    isMore(from.dayCents, to.dayCents) ||
    isMore(from.monthCents, to.monthCents)
  )
}

/** Whether the holder may change the limits of a card in this state. The limits of a paused card stay. */
const mayHaveLimits = ({ status, issuerCardId }: Pick<CardRecord, 'status' | 'issuerCardId'>): boolean =>
  issuerCardId !== null && (status === 'activated' || status === 'blocked' || status === 'pending')

/** The limits of a card with their used part. */
export const limitsView = async (
  sql: Queries,
  card: CardRecord,
  of: { spending: CardSpending; now: Date },
): Promise<CardLimitsView> => {
  const { spending, now } = of
  const requested = await findLimitChange(sql, card.id)
  return {
    version: card.limitsVersion,
    payment: { limit: card.limits.paymentCents },
    day: {
      limit: card.limits.dayCents,
      spent: spending.dayCents,
      resetsAt: spendPeriod('day', now).before,
    },
    month: {
      limit: card.limits.monthCents,
      spent: spending.monthCents,
      resetsAt: spendPeriod('month', now).before,
    },
    requested: requested && {
      payment: requested.paymentCents,
      day: requested.dayCents,
      month: requested.monthCents,
    },
    canChange: mayHaveLimits(card) && requested === null,
  }
}

/**
 * Stores the wanted limits as a call to the issuer; its job sends the call after the commit. The person chose
 * them from the limits of `version`; when these are no longer the latest, the answer is `record_changed`.
 */
export const requestLimits = async (
  tx: WriteTransaction,
  wanted: { cardId: string; userId: string; version: number; limits: CardLimits; ids: Ids; now: Date },
): Promise<Answer<CardRecord, 'record_not_found' | 'record_changed' | 'card_invalid'>> => {
  const { cardId, userId, version, limits, ids, now } = wanted
  const card = await lockCard(tx.sql, cardId)
  if (card?.userId !== userId) return refused('record_not_found')
  if (card.limitsVersion !== version) return refused('record_changed')
  if (!mayHaveLimits(card) || (await findLimitChange(tx.sql, card.id))) return refused('card_invalid')
  if (sameLimits(limits, card.limits)) return accepted(card)
  const id = ids.next()
  await insertCall(tx.sql, {
    id,
    cardId: card.id,
    userId: card.userId,
    companyId: card.companyId,
    kind: 'limits',
    reference: `card:${card.id}:limits:${id}`,
    blockReason: null,
    actorId: userId,
    limits,
    at: now,
  })
  await advanceLimitsVersion(tx.sql, card.id)
  const { companyId } = card
  const limitsChange = { before: { ...card.limits }, after: { ...limits } }
  tx.recordChange({ entity: 'card', entityId: card.id, companyId, userId, ...limitsChange })
  tx.enqueue(callJob(id))
  return accepted({ ...card, limitsVersion: card.limitsVersion + 1 })
}
