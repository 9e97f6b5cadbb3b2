import type { CardExplanation, CardRow as CardWireRow } from '@cardamom/contract/cards'
import type { z } from 'zod'
import { loadableNow } from './card-for-load.ts'
import { holderGaps } from './card-person.ts'
import type { CardRecord } from './card-record.ts'
import { mayResume, type BlockReason, type CardEvent } from './card-status.ts'
import type { CardMoney } from './cards.sql.ts'

type StateColumns = Pick<
  CardRecord,
  'status' | 'pendingCall' | 'pendingFrom' | 'blockReason' | 'enabled' | 'refusal' | 'issuerCardId'
>

const inFlightOf: Partial<Record<CardEvent, 'making' | 'activating' | 'pausing' | 'resuming'>> = {
  'card.associated': 'making',
  'card.activated': 'activating',
  'card.blocked': 'pausing',
  'card.resumed': 'resuming',
}
const ofPending = {
  making: 'being_made',
  activating: 'activating',
  pausing: 'pausing',
  resuming: 'resuming',
} as const satisfies Record<string, CardExplanation>

const ofBlock: Readonly<Record<BlockReason, CardExplanation>> = {
  self: 'paused_by_you',
  admin: 'blocked_by_admin',
  issuer: 'blocked_by_issuer',
  fraud: 'blocked_for_fraud',
}

/** What a pending card waits for, by its wire name. */
export const inFlight = ({ status, pendingCall }: Pick<StateColumns, 'status' | 'pendingCall'>) =>
  status === 'pending' && pendingCall ? (inFlightOf[pendingCall] ?? null) : null

/** The reason for a card's state, for the sentence on its page. */
export const explanationOf = (card: StateColumns, { availableCents }: CardMoney): CardExplanation => {
  const waiting = inFlight(card)
  if (waiting) return ofPending[waiting]
  switch (card.status) {
    case 'new':
      if (card.refusal === null) return 'being_made'
      return holderGaps.find((gap) => gap === card.refusal) ?? 'being_made_late'
    case 'associated':
      return 'not_activated'
    case 'requested_activation':
      return 'waits_for_activation'
    case 'activated':
      if (!card.enabled) return 'disabled'
      return availableCents < 0n ? 'overdrawn' : 'ready'
    case 'blocked':
      return ofBlock[card.blockReason ?? 'issuer']
    case 'pending':
      return 'being_made'
    default:
      return card.status
  }
}

/** Whether the holder may undo this block now. */
export const holderMayResume = (card: Pick<StateColumns, 'status' | 'blockReason' | 'enabled'>): boolean =>
  card.status === 'blocked' &&
  card.enabled &&
  card.blockReason !== null &&
  mayResume({ reason: card.blockReason, by: 'holder' })

/** Whether the state allows an administrator to end this block: only an administrator's. */
export const adminMayResume = (card: Pick<StateColumns, 'status' | 'blockReason' | 'enabled'>): boolean =>
  card.status === 'blocked' &&
  card.enabled &&
  card.blockReason !== null &&
  mayResume({ reason: card.blockReason, by: 'admin' })

/** Whether an administrator may block the card now: one in use, or one that its holder paused. */
export const adminMayBlock = (card: Pick<StateColumns, 'status' | 'blockReason'>): boolean =>
  card.status === 'activated' || (card.status === 'blocked' && card.blockReason === 'self')

/** The number is shown only for a card in use, and not for a paused card. */
export const holderMayReveal = (card: Pick<StateColumns, 'status' | 'enabled' | 'issuerCardId'>): boolean =>
  card.status === 'activated' && card.enabled && card.issuerCardId !== null

/** A card as its holder sees it. */
export const cardView = (card: CardRecord, money: CardMoney): z.output<typeof CardWireRow> => ({
  id: card.id,
  ref: card.ref,
  version: card.version,
  status: card.status,
  inFlight: inFlight(card),
  explanation: explanationOf(card, money),
  blockReason: card.blockReason,
  form: card.form,
  finish: card.finish,
  nameOnCard: card.nameOnCard,
  lastDigits: card.lastDigits,
  bin: card.bin,
  expiry: card.expiry,
  cif: card.cif,
  clientCode: card.clientCode,
  paymentStatus: card.paymentStatus,
  enabled: card.enabled,
  balance: money.availableCents + money.floatingCents,
  floating: money.floatingCents,
  available: money.availableCents,
  canPause: card.status === 'activated',
  canResume: holderMayResume(card),
  canReveal: holderMayReveal(card),
  canLoad: loadableNow(card),
  createdAt: card.createdAt,
})
