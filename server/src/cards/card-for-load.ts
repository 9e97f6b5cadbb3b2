import { guardedUpdate, type GuardedUpdate } from '../kernel/guarded-update.ts'
import type { Queries } from '../kernel/queries.ts'
import type { CardRecord } from './card-record.ts'
import { findCard, listCardsOf } from './cards.sql.ts'

type CardForLoad = Pick<
  CardRecord,
  'id' | 'userId' | 'companyId' | 'form' | 'status' | 'enabled' | 'issuerCardId' | 'lastDigits'
>

const mostCards = 100

const forLoad = (card: CardRecord): CardForLoad => {
  const { id, userId, companyId, form, status, enabled, issuerCardId, lastDigits } = card
  return { id, userId, companyId, form, status, enabled, issuerCardId, lastDigits }
}

export type LoadObstacle = 'card_not_associated' | 'card_not_loadable' | 'card_invalid'

/**
 * Why a card cannot be loaded now, or null (api §10): `card_not_associated` while it was only requested,
 * `card_not_loadable` while it is blocked, disabled, pending or closed, `card_invalid` before its activation and after its
 * expiry.
 */
export const loadObstacle = ({
  status,
  enabled,
  issuerCardId,
}: Pick<CardForLoad, 'status' | 'enabled' | 'issuerCardId'>): LoadObstacle | null => {
  switch (status) {
    case 'activated':
      return enabled && issuerCardId !== null ? null : 'card_not_loadable'
    case 'blocked':
    case 'pending':
    case 'closing':
    case 'closed':
      return 'card_not_loadable'
    case 'new':
      return 'card_not_associated'
    default:
      return 'card_invalid'
  }
}

/** Whether a card can be loaded now. */
export const loadableNow = (card: Pick<CardForLoad, 'status' | 'enabled' | 'issuerCardId'>): boolean =>
  loadObstacle(card) === null

/** The facts of a card for loading. */
export type LoadableCard = Omit<CardForLoad, 'status' | 'enabled'> & {
  /** Null: it may be loaded now. */
  readonly obstacle: ReturnType<typeof loadObstacle>
  /** The obstacle may end soon, by the holder, an administrator, or an answer of the issuer. */
  readonly isPaused: boolean
}

/** Paused by its holder or an administrator, who may resume it, or a call at the issuer is under way. */
const isPaused = ({ status, enabled, blockReason }: CardRecord): boolean =>
  enabled &&
  (status === 'pending' || (status === 'blocked' && (blockReason === 'self' || blockReason === 'admin')))

const loadable = (card: CardRecord): LoadableCard => ({
  ...forLoad(card),
  obstacle: loadObstacle(card),
  isPaused: isPaused(card),
})

/** A guard of a plan that loads a card: it can still be loaded, and its holder is in the same company. */
export const stillLoadable = ({ id, companyId }: Pick<CardForLoad, 'id' | 'companyId'>): GuardedUpdate =>
  guardedUpdate({
    table: 'card',
    id,
    from: { status: 'activated', enabled: true, companyId },
    set: { enabled: true },
  })

/** A guard of a plan about a card: it is still in this state and in this company. */
export const unchangedCard = ({
  id,
  status,
  companyId,
  enabled,
}: Pick<CardForLoad, 'id' | 'status' | 'companyId' | 'enabled'>): GuardedUpdate =>
  guardedUpdate({ table: 'card', id, from: { status, enabled, companyId }, set: { enabled } })

/** The card of a load, if it is in the transaction's scope. For loads and wallet-to-card. */
export const readLoadableCard = async (sql: Queries, cardId: string): Promise<LoadableCard | null> => {
  const card = await findCard(sql, cardId)
  return card && loadable(card)
}

/** A person's cards that could be loaded, newest first. */
export const readLoadableCards = async (sql: Queries, userId: string): Promise<LoadableCard[]> =>
  (await listCardsOf(sql, { userId, limit: mostCards })).map(loadable)
