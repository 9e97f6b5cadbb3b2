import { formatCents } from '@cardamom/contract/money'
import type { EventDraft } from '../kernel/plan.ts'
import type { CardLimits } from '../providers/issuer/port.ts'
import type { CardRecord } from './card-record.ts'

/** An event about a card, for its holder and their company. */
export const cardEvent = (
  card: Pick<CardRecord, 'id' | 'ref' | 'companyId' | 'userId' | 'form' | 'lastDigits'>,
  type: string,
  payload: Readonly<Record<string, unknown>> = {},
): EventDraft => ({
  type,
  entity: 'card',
  entityId: card.id,
  companyId: card.companyId,
  userId: card.userId,
  payload: { ref: card.ref, form: card.form, lastDigits: card.lastDigits, ...payload },
})

const limitText = (cents: bigint | null) => (cents === null ? null : formatCents(cents))

/** Limits as an event tells them. */
export const limitFacts = (limits: CardLimits) => ({
  payment: limitText(limits.paymentCents),
  day: limitText(limits.dayCents),
  month: limitText(limits.monthCents),
})

/** The job that makes a call to the issuer, or finds out what became of it. */
export const callJob = (callId: string) => ({
  name: 'cards.call',
  key: `cards.call:${callId}`,
  payload: { callId },
})

/** The job that asks the issuer once more for a card that it refused to make. */
export const askAgainJob = (cardId: string, dueAt: Date) => ({
  name: 'cards.ask_again',
  key: `cards.ask_again:${cardId}:${dueAt.getTime()}`,
  payload: { cardId },
  dueAt,
})

/** The job that looks how the issuer has a card. */
export const refreshJob = (issuerCardId: string) => ({ name: 'cards.refresh', payload: { issuerCardId } })
