import type { WireOf } from '@cardamom/contract/endpoint'
import type { readLoad } from '@cardamom/contract/loads'
import { coinText } from '../../kernel/money-text.ts'
import { ofMachines, ofPeople } from '../../kernel/read-again.ts'

/** A load as the API sends it: money and instants are text. */
export type LoadOnWire = WireOf<typeof readLoad>

/** What the pages of every payment show, whatever it is for. */
export type PaymentOnWire = Omit<LoadOnWire, 'card' | 'waitsForFloat' | 'creditReview'>

const ended: ReadonlySet<string> = new Set(['credited', 'topped_up', 'expired', 'cancelled', 'refunded'])
const ofServices: ReadonlySet<string> = new Set(['detected', 'confirmed', 'crediting'])

/** After which pause a payment is read again without an event. */
export const paymentAgainMs = ({ status }: Pick<LoadOnWire, 'status'>): number | false =>
  !ended.has(status) && (ofServices.has(status) ? ofMachines : ofPeople)

/** `ethereum` as people write it. */
export const networkName = (network: string): string => network.charAt(0).toUpperCase() + network.slice(1)

/** A rate without trailing zeros, with at least four decimals: 0.994403, 1.0000. */
export const rateText = (rate: string): string => rate.replace(/0{1,4}$/, '')

/** `1,005.628503 USDT`: an amount of the load's coin without trailing zeros, with at least two decimals. */
export const coinOf = (amount: string, asset: string): string =>
  coinText({ amount: amount.replace(/(\.\d\d\d*?)0+$/, '$1'), asset })

/** Amounts of all coins that are sent back, as one text. */
export const amountsText = (amounts: readonly { amount: string | null; asset: string | null }[]): string =>
  amounts.map(({ amount, asset }) => coinOf(amount ?? '0', asset ?? '')).join(' + ')

/** The first and the last digits of a hash or an address: `0x93c8…ed50`. */
export const shortHex = (hex: string): string => `${hex.slice(0, 6)}…${hex.slice(-4)}`

/** The part of the due amount that counts as paid. */
const enough = 0.995

/** Less than the due amount was seen, final or not, so the rest may still be sent. */
export const isShort = ({ received, due }: Pick<LoadOnWire, 'received' | 'due'>): boolean =>
  Number(received) < Number(due) * enough

/** Transfers that are seen or final, in the load's coin or in another. */
const standing = ({ transfers }: PaymentOnWire) =>
  transfers.filter(({ status }) => status === 'seen' || status === 'final')

/** Symbols of received coins that do not pay the load. */
export const otherCoins = (load: PaymentOnWire): string[] => [
  ...new Set(
    standing(load)
      .map(({ asset }) => asset)
      .filter((asset) => asset !== load.asset.symbol),
  ),
]

/**
 * Amounts received at the address. With another coin each transfer is listed, because amounts of different
 * coins do not add up.
 */
export const arrivedOn = (load: PaymentOnWire): readonly { amount: string; asset: string }[] =>
  otherCoins(load).length > 0 ? standing(load) : [{ amount: load.received, asset: load.asset.symbol }]

/** Whether a refund is requested, approved or under way. After one that paid nothing the payer chooses again. */
export const isRefundOpen = ({ refund }: Pick<PaymentOnWire, 'refund'>): boolean =>
  refund !== null && refund.status !== 'failed' && refund.status !== 'paid'

/** Whether the payer still has to choose what happens to the money. */
export const needsDecision = (load: PaymentOnWire): boolean =>
  load.status === 'review' && load.resolutions.length > 0 && !isRefundOpen(load)

/** When the load reached a status; null: never. */
export const reachedAt = (load: PaymentOnWire, status: string): string | null =>
  load.history.findLast((each) => each.status === status)?.at ?? null

/** Where a load was when an administrator undid it, for an entry of its history; null: the entry is no such one. */
export const undoneFrom = (
  history: PaymentOnWire['history'],
  index = history.length - 1,
): 'held' | 'credited' | null => {
  if (history[index]?.status !== 'review') return null
  const from = history[index - 1]?.status
  if (from === 'credited') return from
  return from === 'held' || from === 'credit_failed' ? 'held' : null
}
