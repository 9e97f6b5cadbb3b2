import { formatCents } from '@cardamom/contract/money'
import type { EventPayload, EventType } from '@cardamom/contract/events'
import type { DraftOf } from '../kernel/plan.ts'
import type { CardLimits } from '../providers/issuer/port.ts'
import type { CardRecord } from './card-record.ts'

type CardFacts = Pick<CardRecord, 'ref' | 'form' | 'lastDigits'>
/** The events with those facts of the card. */
type CardEventType = { [Type in EventType]: EventPayload<Type> extends CardFacts ? Type : never }[EventType]

/** An event about a card, for its holder and their company. */
export const cardEvent = <Type extends CardEventType>(
  card: CardFacts & Pick<CardRecord, 'id' | 'companyId' | 'userId'>,
  type: Type,
  payload: Omit<EventPayload<Type>, keyof CardFacts> & Partial<CardFacts>,
): DraftOf<Type> => {
  const { id: entityId, companyId, userId, ref, form, lastDigits } = card
  const draft = { type, entityId, companyId, userId, payload: { ref, form, lastDigits, ...payload } }
  return draft as typeof draft & DraftOf<Type>
}

const limitText = (cents: bigint | null) => (cents === null ? null : formatCents(cents))

/** Limits in the form of an event's payload. */
export const limitFacts = (limits: CardLimits) => ({
  payment: limitText(limits.paymentCents),
  day: limitText(limits.dayCents),
  month: limitText(limits.monthCents),
})

/** The job that sends a call to the issuer, or finds its outcome. */
export const callJob = (callId: string) => ({
  name: 'cards.call',
  key: `cards.call:${callId}`,
  payload: { callId },
})

/** The job that requests a refused card again. */
export const retryJob = (cardId: string, dueAt: Date) => ({
  name: 'cards.retry',
  key: `cards.retry:${cardId}:${dueAt.getTime()}`,
  payload: { cardId },
  dueAt,
})

/** The job that reads a card at the issuer. */
export const refreshJob = (issuerCardId: string) => ({ name: 'cards.refresh', payload: { issuerCardId } })
