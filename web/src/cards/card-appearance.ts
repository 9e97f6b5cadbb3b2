import type { CardExplanation, CardOnWire } from '@cardamom/contract/cards'
import type { CardFinish, CardState } from '../ui/card-art.tsx'
import type { Tone } from '../ui/status.tsx'

type NoteWord =
  | 'paused'
  | 'blocked'
  | 'making'
  | 'activating'
  | 'pausing'
  | 'resuming'
  | 'not_activated'
  | 'disabled'
  | 'expired'
  | 'replaced'
  | 'closed'

type Appearance = { readonly tone: Tone; readonly art: CardState; readonly note: NoteWord | null }

const appearances: Readonly<Record<CardExplanation, Appearance>> = {
  being_made: { tone: 'info', art: 'pending', note: 'making' },
  being_made_late: { tone: 'warn', art: 'pending', note: 'making' },
  details_missing: { tone: 'warn', art: 'pending', note: null },
  document_missing: { tone: 'warn', art: 'pending', note: null },
  ready: { tone: 'good', art: 'active', note: null },
  not_activated: { tone: 'warn', art: 'pending', note: 'not_activated' },
  waits_for_activation: { tone: 'info', art: 'pending', note: 'activating' },
  activating: { tone: 'info', art: 'pending', note: 'activating' },
  pausing: { tone: 'info', art: 'pending', note: 'pausing' },
  resuming: { tone: 'info', art: 'pending', note: 'resuming' },
  paused_by_you: { tone: 'warn', art: 'paused', note: 'paused' },
  blocked_by_admin: { tone: 'bad', art: 'blocked', note: 'blocked' },
  blocked_by_issuer: { tone: 'bad', art: 'blocked', note: 'blocked' },
  blocked_for_fraud: { tone: 'bad', art: 'blocked', note: 'blocked' },
  disabled: { tone: 'neutral', art: 'blocked', note: 'disabled' },
  overdrawn: { tone: 'warn', art: 'active', note: null },
  replaced: { tone: 'neutral', art: 'expired', note: 'replaced' },
  expired: { tone: 'neutral', art: 'expired', note: 'expired' },
  closing: { tone: 'neutral', art: 'expired', note: 'closed' },
  closed: { tone: 'neutral', art: 'expired', note: 'closed' },
}

const gaps: ReadonlySet<CardExplanation> = new Set(['details_missing', 'document_missing'])

/** Whether the card is not made until its holder adds something. */
export const lacksSomething = ({ explanation }: Pick<CardOnWire, 'explanation'>): boolean =>
  gaps.has(explanation)

/** Tone of a card's state, state of the card art, and the note on it. */
export const appearanceOf = ({ explanation }: Pick<CardOnWire, 'explanation'>): Appearance =>
  appearances[explanation]

/** Virtual, plastic or metal. */
export const kindOf = ({ form, finish }: Pick<CardOnWire, 'form' | 'finish'>) =>
  form === 'virtual' ? 'virtual' : (finish ?? 'plastic')

export const finishOf = (card: Pick<CardOnWire, 'form' | 'finish'>): CardFinish => kindOf(card)

const over: ReadonlySet<string> = new Set(['replaced', 'expired', 'closing', 'closed'])

/** Whether the card can pay now or later. */
export const isCurrent = ({ status }: Pick<CardOnWire, 'status'>): boolean => !over.has(status)

/** The card of the home page: the one in use, else one that is being made, else the newest. */
export const mainCard = (cards: readonly CardOnWire[]): CardOnWire | null =>
  cards.find(({ status }) => status === 'activated') ??
  cards.find(({ status }) => status === 'blocked') ??
  cards.find(isCurrent) ??
  cards[0] ??
  null
