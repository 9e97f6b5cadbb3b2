import { applyUpdate, guardedUpdate } from '../kernel/guarded-update.ts'
import type { Queries } from '../kernel/queries.ts'
import { applyTransition, nextStatus, startWaiting, stopWaiting, transition } from '../kernel/states.ts'
import { holderReference } from '../providers/issuer/holder-body.ts'
import type { IssuerCard } from '../providers/issuer/port.ts'
import type { CardRecord } from './card-record.ts'
import { cardTransitions, type BlockReason, type CardEvent, type SettledCardStatus } from './card-status.ts'

export type Block = {
  readonly reason: BlockReason
  readonly by: string | null
  readonly at: Date
  /** Why an administrator blocked it. */
  readonly note: string | null
}
const blockColumns = (block: Block | null) => ({
  blockReason: block?.reason ?? null,
  blockedBy: block?.by ?? null,
  blockedAt: block?.at ?? null,
  blockNote: block?.note ?? null,
})
const waitIsOver = { pendingCall: null, pendingFrom: null }

/**
 * Makes a card wait for the issuer's answer to a transition. False: the card has changed since it was read.
 */
export const startPending = (
  sql: Queries,
  card: Pick<CardRecord, 'id' | 'version'> & { readonly status: SettledCardStatus },
  event: CardEvent,
): Promise<boolean> =>
  applyUpdate(
    sql,
    startWaiting(cardTransitions, card, event, {
      set: { pendingCall: event, pendingFrom: card.status, refusal: null },
    }),
  )

const waitOf = ({ pendingCall: event, pendingFrom: from }: CardRecord) => {
  if (!event || !from) throw new Error('A pending card waits for a transition')
  return { event, from }
}

/**
 * Ends the wait of a card: sets its new state with its block, or none, and the issuer's refusal if there was
 * one.
 */
export const endPending = (
  sql: Queries,
  card: CardRecord,
  to: { isDone: boolean; block: Block | null; refusal: string | null },
): Promise<boolean> =>
  applyUpdate(
    sql,
    stopWaiting(
      cardTransitions,
      card,
      { ...waitOf(card), isDone: to.isDone },
      { set: { ...waitIsOver, ...blockColumns(to.block), refusal: to.refusal } },
    ),
  )

/** The issuer has made the card; a card that is already active at the issuer is activated too. */
export const associateCard = async (
  sql: Queries,
  made: { card: CardRecord; isActive: boolean; issued: IssuerCard; at: Date },
): Promise<boolean> => {
  const { card, issued, at, isActive } = made
  const { issuerCardId, lastDigits, nameOnCard } = issued
  const set = { ...waitIsOver, issuerCardId, lastDigits, nameOnCard, associatedAt: at }
  const wait = { ...waitOf(card), isDone: true }
  if (!(await applyUpdate(sql, stopWaiting(cardTransitions, card, wait, { set })))) return false
  const unnamed = sql.updateTable('holder').where('userId', '=', card.userId).where('cif', 'is', null)
  await unnamed.set({ cif: holderReference(card.userId) }).execute()
  if (!isActive) return true
  const associated = { id: card.id, status: 'associated', version: card.version + 1 } as const
  return applyTransition(sql, cardTransitions, associated, 'card.activated', { set: { activatedAt: at } })
}

/** Follows the issuer: one transition per event, with the resulting block of the card. */
export const followCard = async (
  sql: Queries,
  card: Pick<CardRecord, 'id' | 'version'> & { readonly status: SettledCardStatus },
  to: { events: readonly CardEvent[]; block: Block | null },
): Promise<void> => {
  const { id } = card
  let { status, version } = card
  for (const event of to.events) {
    const next = nextStatus(cardTransitions, status, event)
    const set = blockColumns(to.block)
    const update = next
      ? transition(cardTransitions, { id, status, version }, event, { set })
      : guardedUpdate({ table: 'card', id, from: { version }, set: { ...set, version: version + 1 } })
    if (!(await applyUpdate(sql, update))) throw new Error('A locked card was changed by another transaction')
    status = next ?? status
    version += 1
  }
}

/** Replaces the block of a locked card by another one; its state stays. */
export const replaceBlock = async (
  sql: Queries,
  { id, version }: Pick<CardRecord, 'id' | 'version'>,
  block: Block,
): Promise<void> => {
  const set = { ...blockColumns(block), version: version + 1 }
  const update = guardedUpdate({ table: 'card', id, from: { version, status: 'blocked' }, set })
  if (!(await applyUpdate(sql, update))) throw new Error('A locked card was changed by another transaction')
}
