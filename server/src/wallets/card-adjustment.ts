import type { LoadableCard } from '../cards/card-for-load.ts'
import type { CardStatus } from '../cards/card-status.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { limitRefusal, type OperationLimits } from './operation-limits.ts'

/** A card of the scope with what decides whether it may be adjusted. */
export type AdjustableCard = Pick<
  LoadableCard,
  'id' | 'userId' | 'companyId' | 'form' | 'lastDigits' | 'issuerCardId' | 'obstacle'
> & {
  readonly status: CardStatus
  readonly enabled: boolean
  readonly availableCents: bigint
  /** Debits that the card issuer has not made yet. */
  readonly promisedCents: bigint
}

export type CardAdjustmentRequest = {
  readonly card: AdjustableCard | null
  readonly type: 'credit' | 'debit'
  readonly amountCents: bigint
  /** Null: it undoes an earlier adjustment, so no limit is checked. */
  readonly limits: OperationLimits | null
}

export type CardAdjustmentRefusal =
  | 'record_not_found'
  | 'card_not_associated'
  | 'card_not_loadable'
  | 'card_invalid'
  | 'invalid_amount'
  | 'not_enough_on_card'

/** A blocked card can be debited: the money on it can be wrong all the same. */
const debitable: ReadonlySet<CardStatus> = new Set(['activated', 'blocked'])

/**
 * Decides on a manual credit or debit of a card (domain §7). A debit is never above the card. A credit is never above the
 * float: the poster refuses it, because administrators of companies may not read the float.
 */
export const decideCardAdjustment = ({
  card,
  type,
  amountCents,
  limits,
}: CardAdjustmentRequest): Answer<
  { readonly card: AdjustableCard & { readonly issuerCardId: string }; readonly changeCents: bigint },
  CardAdjustmentRefusal
> => {
  if (!card) return refused('record_not_found')
  const { issuerCardId, obstacle, status } = card
  if (type === 'credit' && obstacle) return refused(obstacle)
  if (issuerCardId === null || (type === 'debit' && !debitable.has(status))) return refused('card_invalid')
  const outside = limits && limitRefusal(amountCents, limits, 'amount')
  if (outside) return outside
  if (type === 'debit' && amountCents > card.availableCents - card.promisedCents)
    return refused('not_enough_on_card', { field: 'amount' })
  return accepted({
    card: { ...card, issuerCardId },
    changeCents: type === 'credit' ? amountCents : -amountCents,
  })
}
