import { transferFee } from '../fees/fee-split.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { openWallet, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'

type RequestedRow = {
  readonly line: number
  readonly cardId: string
  readonly total: bigint
  readonly note: string | null
}

export type BatchRequest = {
  /** Null: no company in the scope has this id. */
  readonly from: WalletHolder | null
  readonly wallet: WalletType
  readonly rows: readonly RequestedRow[]
  /** For each card of the scope the companies that it is in or below. */
  readonly pathOf: ReadonlyMap<string, readonly string[]>
  /** The sums that the person saw. */
  readonly totalCents: bigint
  readonly feeCents: bigint
  readonly rateHundredthsBp: bigint
}

type BatchRefusal =
  | 'sender_not_found'
  | 'sender_wallet_not_found'
  | 'receiver_not_found'
  | 'card_elsewhere'
  | 'invalid_amount'
  | 'fee_changed'
  | 'not_enough_money'

export type DecidedBatch = {
  readonly from: WalletHolder
  readonly wallet: WalletType
  readonly rows: readonly (RequestedRow & { readonly feeCents: bigint })[]
  readonly availableCents: bigint
}

const priceOf = (rows: readonly RequestedRow[], rateHundredthsBp: bigint) =>
  rows.map((row) => {
    const priced = transferFee({ totalCents: row.total, rateHundredthsBp })
    return { ...row, feeCents: priced.accepted ? priced.value.feeCents : null }
  })

/**
 * Decides on a batch of transfers to cards (domain §7): the sums are those that the person saw, and the wallet has them
 * now. Each row is decided by itself when its turn comes, as a transfer of its own.
 */
export const decideBatch = (request: BatchRequest): Answer<DecidedBatch, BatchRefusal> => {
  const { from, wallet, rows, pathOf, totalCents, feeCents, rateHundredthsBp } = request
  if (from?.kind !== 'company') return refused('sender_not_found', { field: 'fromOwnerId' })
  const state = openWallet(from, wallet)
  if (!state) return refused('sender_wallet_not_found', { field: 'fromOwnerId' })
  if (rows.some(({ cardId }) => !pathOf.has(cardId))) return refused('receiver_not_found', { field: 'rows' })
  if (rows.some(({ cardId }) => !pathOf.get(cardId)?.includes(from.id)))
    return refused('card_elsewhere', { field: 'rows' })
  const priced = priceOf(rows, rateHundredthsBp)
  const made = priced.flatMap((row) => (row.feeCents === null ? [] : [{ ...row, feeCents: row.feeCents }]))
  const sum = made.reduce((cents, { total }) => cents + total, 0n)
  if (made.length < rows.length || sum !== totalCents) return refused('invalid_amount', { field: 'total' })
  if (made.reduce((cents, row) => cents + row.feeCents, 0n) !== feeCents)
    return refused('fee_changed', { field: 'total' })
  if (state.availableCents + state.allowanceCents < sum)
    return refused('not_enough_money', { field: 'total' })
  return accepted({ from, wallet, rows: made, availableCents: state.availableCents })
}
