import type { LoadableCard } from '../cards/card-for-load.ts'
import { publicRef } from '../kernel/ids.ts'
import type { CoinPrice } from './coin-price.ts'
import type { LoadOffer, OfferFacts } from './load-offer.ts'
import { quoteExpiry } from './load-quote.ts'
import type { LoadRecord } from './load-record.ts'

export type PricedOffer = CoinPrice & { readonly terms: OfferFacts }

/** The load of a quote, with frozen copies of all terms that the quote promises (domain §4, §5). */
export const quotedLoad = (facts: {
  id: string
  me: { userId: string; companyId: string }
  card: LoadableCard
  offer: LoadOffer
  priced: PricedOffer
  address: (orderId: string) => { address: string; salt: string }
  now: Date
}): LoadRecord => {
  const { id, me, offer, now } = facts
  const { terms, asset, rate, midRate, spreadHundredthsBp, units } = facts.priced
  return {
    ...facts.address(id),
    id,
    ref: publicRef('L', id),
    companyId: me.companyId,
    userId: me.userId,
    cardId: facts.card.id,
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
    rates: terms.schedule[offer.speed],
    chain: terms.chain,
    grossCents: terms.grossCents,
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
