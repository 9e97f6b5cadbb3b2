import type { CardOnWire } from '@cardamom/contract/cards'
import type { getKyc } from '@cardamom/contract/kyc'
import type { listLoads } from '@cardamom/contract/loads'
import type { WireOf } from '@cardamom/contract/endpoint'
import { isCurrent } from '../../cards/card-appearance.ts'
import { centsOf, sumOf } from '../../kernel/cents.ts'

export type KycOnWire = WireOf<typeof getKyc>
export type OpenLoad = WireOf<typeof listLoads>['items'][number]

export type HomeFacts = {
  /** Null: not known, or not read because the activity on a card shows that it was done. */
  readonly emailVerified: boolean | null
  /** Null: could not be read. */
  readonly kyc: KycOnWire | null
  readonly cards: readonly CardOnWire[]
  readonly openLoads: readonly OpenLoad[]
  /** Whether anything ever happened on the cards. */
  readonly hasActivity: boolean
  /** Whether the company creates a card by itself; null: not known. */
  readonly automatic: boolean | null
  readonly nowMs: number
}

/** The person's next step: open a page, press a button, or wait for something that has a name. */
export type NextStep =
  | { readonly kind: 'email' }
  | {
      readonly kind: 'kyc'
      readonly state: 'start' | 'continue' | 'retake' | 'again' | 'submitted' | 'review' | 'ended'
    }
  | { readonly kind: 'no-card'; readonly state: 'making' | 'request' }
  | {
      readonly kind: 'card'
      readonly state:
        | 'making'
        | 'overdue'
        | 'details'
        | 'document'
        | 'activate'
        | 'activating'
        | 'paused'
        | 'blocked'
        | 'ended'
        | 'overdrawn'
        | 'first'
        | 'empty'
      readonly card: CardOnWire
    }
  | {
      readonly kind: 'load'
      readonly state: 'part' | 'quoted' | 'review' | 'failed' | 'seen' | 'way'
      readonly load: OpenLoad
    }

const kycStep = (kyc: KycOnWire): NextStep => {
  const step = (state: Extract<NextStep, { kind: 'kyc' }>['state']): NextStep => ({
    kind: 'kyc',
    state,
  })
  switch (kyc.nextAction) {
    case 'start':
      return step('start')
    case 'continue':
      return step('continue')
    case 'retake':
      return step('retake')
    case 'try_again':
      return step('again')
    case 'wait':
      return step(kyc.status === 'submitted' ? 'submitted' : 'review')
    default:
      return step('ended')
  }
}

const loadState = (load: OpenLoad, nowMs: number): Extract<NextStep, { kind: 'load' }>['state'] | null => {
  const isInTime = Date.parse(load.expiresAt) > nowMs
  switch (load.status) {
    case 'quoted':
      return isInTime ? 'quoted' : null
    case 'detected':
      return load.exception === 'underpaid' && isInTime ? 'part' : 'seen'
    case 'confirmed':
      return 'seen'
    case 'held':
    case 'crediting':
      return 'way'
    case 'review':
      return 'review'
    case 'credit_failed':
      return 'failed'
    default:
      return null
  }
}

/** Loads that need the person come before those that only need time. */
const mostUrgent = ['part', 'quoted', 'review', 'failed', 'seen', 'way'] as const

const loadStep = (
  facts: HomeFacts,
  states: readonly (typeof mostUrgent)[number][],
): Extract<NextStep, { kind: 'load' }> | null => {
  for (const state of states) {
    const load = facts.openLoads.find((each) => loadState(each, facts.nowMs) === state)
    if (load) return { kind: 'load', state, load }
  }
  return null
}

const notYetInUse = (cards: readonly CardOnWire[]): NextStep | null => {
  const of = {
    being_made: 'making',
    being_made_late: 'overdue',
    details_missing: 'details',
    document_missing: 'document',
    not_activated: 'activate',
    waits_for_activation: 'activating',
    activating: 'activating',
  } as const
  for (const card of cards) {
    if (card.explanation in of) {
      return { kind: 'card', state: of[card.explanation as keyof typeof of], card }
    }
  }
  return null
}

const cardStep = (facts: HomeFacts): NextStep | null => {
  const { cards, automatic } = facts
  const inUse = cards.find(({ explanation }) => explanation === 'ready' || explanation === 'overdrawn')
  if (inUse) return null
  const paused = cards.find(({ explanation }) => explanation === 'paused_by_you')
  if (paused) return { kind: 'card', state: 'paused', card: paused }
  const coming = notYetInUse(cards)
  if (coming) return coming
  const stopped = cards.find(({ status, enabled }) => status === 'blocked' || !enabled)
  if (stopped) return { kind: 'card', state: 'blocked', card: stopped }
  // A card that is being paused or resumed shows that itself.
  if (cards.some(isCurrent)) return null
  if (cards[0]) return { kind: 'card', state: 'ended', card: cards[0] }
  return { kind: 'no-card', state: automatic === false ? 'request' : 'making' }
}

/**
 * The next thing to do, or null when there is nothing (ux §2). The order: e-mail, identity check, loads that
 * need the person, the card itself, a negative balance, loads on their way, the first load.
 */
export const nextStep = (facts: HomeFacts): NextStep | null => {
  const { kyc, cards } = facts
  if (facts.emailVerified === false) return { kind: 'email' }
  if (kyc !== null && !kyc.isVerified) return kycStep(kyc)
  const urgent = loadStep(facts, ['part', 'quoted', 'review', 'failed'])
  if (urgent) return urgent
  const ofCard = cardStep(facts)
  if (ofCard) return ofCard
  const overdrawn = cards.find(({ available }) => centsOf(available) < 0n)
  if (overdrawn?.canLoad) return { kind: 'card', state: 'overdrawn', card: overdrawn }
  const balance = centsOf(sumOf(cards.map((card) => card.balance)))
  // A person with money sees the arrival next to the balance; a first load is the step itself.
  const underWay = loadStep(facts, balance > 0n ? ['seen'] : ['seen', 'way'])
  if (underWay) return underWay
  const loadable = cards.find(({ canLoad }) => canLoad)
  if (balance > 0n || !loadable) return null
  return { kind: 'card', state: facts.hasActivity ? 'empty' : 'first', card: loadable }
}

export type ArrivalTime =
  | { readonly kind: 'by'; readonly at: string }
  | { readonly kind: 'minute' | 'delayed' }

const minuteMs = 60_000

/**
 * When loads that are on their way will be on the card. Regular loads have a latest date. Immediate loads
 * take a minute, or wait for the operator's reserve at the issuer, so they never get a time of day.
 */
export const arrivalTime = (loads: readonly OpenLoad[], nowMs: number): ArrivalTime => {
  const dates = loads.filter(({ speed }) => speed === 'regular').map(({ latestAt }) => latestAt)
  const at = dates.toSorted().at(-1)
  if (at !== undefined) return { kind: 'by', at }
  const isDelayed = loads.some(({ latestAt }) => nowMs - Date.parse(latestAt) > minuteMs)
  return { kind: isDelayed ? 'delayed' : 'minute' }
}

/** Loads that are paid and on their way, for the sum and the date next to the balance. */
export const arrivals = (loads: readonly OpenLoad[]): readonly OpenLoad[] =>
  loads.filter(({ status }) => status === 'held' || status === 'crediting')
