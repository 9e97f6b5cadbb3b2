import type { EventType } from '@cardamom/contract/events'
import type { IssuerCard } from '../providers/issuer/port.ts'
import { nextStatus, type StateOf } from '../kernel/states.ts'
import { cardTransitions, type BlockReason, type CardEvent, type SettledCardStatus } from './card-status.ts'

/** The state of a card at the issuer, as far as ours follows it. */
export type IssuerView = Pick<IssuerCard, 'status' | 'blockReason'>
type OurCard = { readonly status: SettledCardStatus; readonly blockReason: BlockReason | null }

/** Changes that the issuer makes and reports. */
type IssuerEvent = Extract<CardEvent, EventType>

/** The transitions that lead our card to the issuer's state; null: none. */
export type IssuerChange = {
  readonly events: readonly IssuerEvent[]
  readonly status: SettledCardStatus
  /** The reason, if the card is blocked afterwards. */
  readonly reason: BlockReason | null
}

const reasonOf = ({ status, blockReason }: IssuerView): BlockReason => {
  // We freeze cards and never block them. So a block is the issuer's, and a freeze that we did not request is
  // an admin's.
  if (status === 'frozen') return 'admin'
  return /fraud/i.test(blockReason ?? '') ? 'fraud' : 'issuer'
}

const isIssuers = (reason: BlockReason | null) => reason === 'issuer' || reason === 'fraud'

const eventsOf = (ours: OurCard, theirs: IssuerView): IssuerEvent[] => {
  switch (theirs.status) {
    case 'blocked':
      return ['card.blocked']
    case 'frozen':
      return ours.status === 'activated' ? ['card.blocked'] : []
    case 'active':
      if (ours.status === 'blocked') return isIssuers(ours.blockReason) ? ['card.resumed'] : []
      return ['card.activated']
    case 'expired':
      return ['card.expired']
    case 'closed':
      return ['card.closing_started', 'card.closed']
    case 'inactive':
      return []
  }
}

/**
 * Returns the change that follows the issuer where it decides: its blocks and their end, expiry, replacement,
 * closing. Only we end a pause by the holder or an admin, so an active card at the issuer does not end it
 * (domain §15).
 */
export const followIssuer = (ours: OurCard, theirs: IssuerView): IssuerChange | null => {
  if (ours.status === 'blocked' && theirs.status === 'blocked') {
    const reason = reasonOf(theirs)
    if (isIssuers(ours.blockReason) || !isIssuers(reason)) return null
    return { events: ['card.blocked'], status: 'blocked', reason }
  }
  let status: StateOf<typeof cardTransitions> = ours.status
  const events: IssuerEvent[] = []
  for (const event of eventsOf(ours, theirs)) {
    const next = nextStatus(cardTransitions, status, event)
    if (next === null) continue
    status = next
    events.push(event)
  }
  if (events.length === 0) return null
  return { events, status, reason: status === 'blocked' ? reasonOf(theirs) : null }
}
