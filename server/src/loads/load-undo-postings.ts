import type { Journal, JournalDetail, Leg } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import {
  convertOut,
  deferred,
  positive,
  type LoadSpeed,
  type Owner,
  type PostedFigures,
  type PostedShare,
  type UsedCoin,
} from './load-postings.ts'

/** What an acceptance booked and nothing has undone since, or a part of it. */
export type UndoneLoad = {
  readonly id: string
  /** Counts what was undone or reversed of the load: its acceptance, and one more for each part before. */
  readonly number: number
  readonly speed: LoadSpeed
  readonly card: Owner
  readonly payer: Owner
  /** All coins that it used, with their book values. */
  readonly coins: readonly UsedCoin[]
  readonly figures: Pick<PostedFigures, 'netCents' | 'operatorCents' | 'spreadCents'>
  readonly shares: readonly PostedShare[]
  readonly effectiveAt: Date
  readonly detail: JournalDetail
}

/** The crypto is the payer's again, by deposit; a loss on the rate goes back where it came from. */
export const returnedCrypto = ({
  coins,
  payer,
  figures,
}: Pick<UndoneLoad, 'coins' | 'payer' | 'figures'>): Leg[] => [
  ...coins.flatMap((coin) => convertOut({ ...coin, payer })),
  credit({ code: 'income.fx_result' }, positive(-figures.spreadCents)),
]

/**
 * Undoes an acceptance whose card has nothing yet: the mirror of `load.accepted` (money §4.2). The fee is returned
 * whole; of a part, as its rule says (money §3, Part of a load).
 */
export const loadUndone = (load: UndoneLoad): Journal => {
  const { id, number, speed, figures, shares } = load
  return journal({
    kind: 'load.undone',
    key: `load:${id}:undone:${number}`,
    command: `undo ${id} ${number}`,
    effectiveAt: load.effectiveAt,
    subjectId: id,
    detail: load.detail,
    legs: [
      debit({ code: 'load.pending', ...load.card }, figures.netCents, { ref: id }),
      ...shares.map(({ ownerId, companyId, amountCents }) =>
        debit({ code: `wallet.${speed}.pending`, ownerId, companyId }, amountCents, { ref: id }),
      ),
      debit(deferred, figures.operatorCents + positive(figures.spreadCents), { ref: id }),
      ...returnedCrypto(load),
    ],
  })
}

/** A share with the settlement that paid it, if one did. */
type ReversedShare = PostedShare & { readonly settlementId: string | null }

/**
 * Undoes a credit that the card issuer has removed from the card (money §4.2): the money of the card is the float's again, the
 * operator's part is no income any more, and what a settlement has paid of a share is owed instead.
 */
export const loadReversed = (
  load: Omit<UndoneLoad, 'shares'> & { readonly shares: readonly ReversedShare[] },
): Journal => {
  const { id, number, speed, card, figures, shares } = load
  const { netCents, operatorCents, spreadCents } = figures
  return journal({
    kind: 'load.reversed',
    key: `load:${id}:reversed:${number}`,
    command: `reverse ${id} ${number}`,
    effectiveAt: load.effectiveAt,
    subjectId: id,
    detail: load.detail,
    legs: [
      debit({ code: 'card.available', ...card }, netCents),
      debit({ code: 'issuer.unallocated' }, netCents),
      credit({ code: 'issuer.allocated' }, netCents),
      ...shares.map(({ ownerId, companyId, amountCents, settlementId }) =>
        settlementId === null
          ? debit({ code: `wallet.${speed}.pending`, ownerId, companyId }, amountCents, { ref: id })
          : debit({ code: 'partner.owed', ownerId, companyId }, amountCents),
      ),
      debit({ code: 'income.load_fees' }, operatorCents, { ref: id }),
      debit({ code: 'income.spread' }, positive(spreadCents), { ref: id }),
      ...returnedCrypto(load),
    ],
  })
}
