import type { WireOf } from '@cardamom/contract/endpoint'
import type { readLoad } from '@cardamom/contract/loads'
import { coinText } from '../kernel/money-text.ts'

/** A load as it travels: money and instants are text. */
export type LoadOnWire = WireOf<typeof readLoad>

/** `ethereum` as people write it. */
export const networkName = (network: string): string => network.charAt(0).toUpperCase() + network.slice(1)

/** A rate without the zeros behind it, four decimals at least: 0.994403, 1.0000. */
export const rateText = (rate: string): string => rate.replace(/0{1,4}$/, '')

/** `1,005.628503 USDT`: an amount of the load's coin without the zeros behind it, two decimals at least. */
export const coinOf = (amount: string, asset: string): string =>
  coinText({ amount: amount.replace(/(\.\d\d\d*?)0+$/, '$1'), asset })

/** A hash or an address by its ends: `0x93c8…ed50`. */
export const shortHex = (hex: string): string => `${hex.slice(0, 6)}…${hex.slice(-4)}`

/** So much of what is due counts as paid. */
const enough = 0.995

/** Less than what is due was seen, final or not: the rest may still be sent. */
export const isShort = ({ received, due }: Pick<LoadOnWire, 'received' | 'due'>): boolean =>
  Number(received) < Number(due) * enough

/** Transfers that stand, of the coin of the load and of others. */
const standing = ({ transfers }: LoadOnWire) =>
  transfers.filter(({ status }) => status === 'seen' || status === 'final')

/** Symbols of coins that came and do not pay the load. */
export const otherCoins = (load: LoadOnWire): string[] => [
  ...new Set(
    standing(load)
      .map(({ asset }) => asset)
      .filter((asset) => asset !== load.asset.symbol),
  ),
]

/** What stands on the address: with another coin each transfer by itself, since amounts of coins do not add up. */
export const arrivedOn = (load: LoadOnWire): readonly { amount: string; asset: string }[] =>
  otherCoins(load).length > 0 ? standing(load) : [{ amount: load.received, asset: load.asset.symbol }]

/** The payer chooses what happens to the money, and has not chosen yet. */
export const needsDecision = ({ status, resolutions, refund }: LoadOnWire): boolean =>
  status === 'review' && resolutions.length > 0 && !refund

/** When the load came to a status; null: it has not. */
export const reachedAt = (load: LoadOnWire, status: string): string | null =>
  load.history.findLast((each) => each.status === status)?.at ?? null
