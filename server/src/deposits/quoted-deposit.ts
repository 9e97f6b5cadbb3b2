import { publicRef } from '../kernel/ids.ts'
import type { CoinPrice } from '../loads/coin-price.ts'
import type { LoadOffer } from '../loads/load-offer.ts'
import { quoteExpiry } from '../loads/load-quote.ts'
import type { PaymentRecord } from '../loads/load-record.ts'
import type { RailPort } from '../providers/rail/port.ts'
import type { CoinTerms } from './coin-terms.ts'

/** The payment of a quoted deposit, with frozen copies of all terms that the quote promises (domain §4, §7). */
export const quotedDeposit = (facts: {
  readonly id: string
  readonly me: { readonly userId: string }
  readonly terms: CoinTerms
  readonly offer: LoadOffer
  readonly price: CoinPrice
  readonly grossCents: bigint
  readonly rail: Pick<RailPort, 'addressOf'>
  readonly now: Date
}): PaymentRecord => {
  const { id, me, terms, offer, price, grossCents, now } = facts
  const { asset, rate, midRate, spreadHundredthsBp, units } = price
  return {
    ...facts.rail.addressOf(id),
    id,
    ref: publicRef('D', id),
    companyId: terms.holder.id,
    userId: me.userId,
    cardId: null,
    speed: offer.speed,
    status: 'quoted',
    exception: null,
    version: 1,
    asset: asset.symbol,
    network: asset.network,
    decimals: asset.decimals,
    dueUnits: units,
    rate,
    midRate,
    spreadHundredthsBp,
    rates: terms.rates[offer.speed],
    chain: terms.chain,
    grossCents,
    feeCents: offer.feeCents,
    netCents: offer.netCents,
    quotedAt: now,
    expiresAt: quoteExpiry(now),
    acceptedAt: null,
    acceptance: 0,
    operatorCents: null,
    spreadCents: null,
    releaseFrom: offer.usualAt,
    releaseBy: offer.latestAt,
    part: 0,
    waitsForFloat: false,
    creditedAt: null,
    creditReview: false,
  }
}
