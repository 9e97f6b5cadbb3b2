import { createLoad, quoteLoad, readLoadOptions } from '@cardamom/contract/loads'
import { readLoadSettings } from './load-facts.ts'
import { type LoadableCard, readLoadableCard, readLoadableCards } from '../cards/card-for-load.ts'
import { readKyc } from '../kyc/kyc-standing.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import { publicRef } from '../kernel/ids.ts'
import type { Kernel } from '../kernel/module.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'
import { loadGauges } from './load-figures.sql.ts'
import { runLoadJobs } from './load-jobs.ts'
import { readLeft, readLeftToday, readLimitOf } from './load-limits.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { offerOf, type LoadOffer, type Obstacle, type OfferFacts } from './load-offer.ts'
import { dueUnits, ledgerDecimalsOf, lockedRate, quoteExpiry } from './load-quote.ts'
import type { LoadRecord } from './load-record.ts'
import { loadStepUps } from './load-step-up.ts'
import { countOpenQuotes, lockPersonsLimits } from './load-sums.sql.ts'
import { readTerms } from './load-terms.ts'
import { freshView } from './load-view.ts'
import { unitsText } from './load-view.ts'
import { mountLoadPages } from './load-pages.routes.ts'
import { mountLoadResolutions } from './load-resolutions.routes.ts'
import { insertHistory, insertLoad } from './loads.sql.ts'

type PricedOffer = {
  readonly terms: OfferFacts
  readonly asset: PaymentAsset
  readonly rate: bigint
  readonly midRate: bigint
  readonly spreadHundredthsBp: bigint
  readonly units: bigint
}

const offerView = ({
  speed,
  feeCents,
  feeRate,
  netCents,
  usualAt,
  latestAt,
  leftTodayCents,
  obstacle,
}: LoadOffer) => ({
  speed,
  fee: feeCents,
  feePercent: feeRate,
  net: netCents,
  usualAt,
  latestAt,
  leftToday: leftTodayCents,
  obstacle,
})

/** The address of each open quote is watched, so a person may have only a few. */
const mostOpenQuotes = 10

/** The refusal of a quote whose speed is unavailable (api §3). */
const notOffered = (obstacle: Obstacle) =>
  obstacle === 'over_emergency' || obstacle === 'no_float' || obstacle === 'not_offered'
    ? refused('speed_not_offered', { field: 'speed' })
    : refused('invalid_amount', { field: 'amount', data: { why: obstacle } })

/** The load of a quote, with frozen copies of all terms that the quote promises (domain §4, §5). */
const quotedLoad = (facts: {
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

/** Loads: options, offers, the locked quote and its payment, from the chain to the card (domain §5). */
export const loadsModule = (kernel: Kernel, needs: LoadsNeeds) => {
  const { mount, ids, clock, db } = kernel
  const { rail } = needs
  runLoadJobs(kernel, needs)

  const assetOf = (wanted: { asset: string; network: string }) =>
    rail.assets.find(({ symbol, network }) => symbol === wanted.asset && network === wanted.network)

  type PriceRefusal = 'payment_currency_invalid' | 'rate_unavailable'
  const price = async (wanted: {
    card: LoadableCard
    amount: bigint
    asset: string
    network: string
  }): Promise<Answer<PricedOffer, PriceRefusal>> => {
    const asset = assetOf(wanted)
    if (!asset) return refused('payment_currency_invalid', { field: 'asset' })
    const now = clock.now()
    const mid = await needs.rates.readMid(asset.symbol, now)
    if ('none' in mid) return refused('rate_unavailable', { data: { retryAfterSeconds: 60 } })
    // All tenants: the terms name the fees of every company above the card's.
    const { terms, spreadHundredthsBp } = await db.read(allTenants, async (sql) => ({
      terms: await readTerms(sql, { card: wanted.card, grossCents: wanted.amount, now }),
      spreadHundredthsBp: (await readLoadSettings(sql)).spreadHundredthsBp(asset.symbol),
    }))
    const rate = lockedRate({ midRate: mid.midRate, spreadHundredthsBp })
    const units = dueUnits({
      grossCents: wanted.amount,
      rate,
      ledgerDecimals: ledgerDecimalsOf(asset.decimals),
    })
    return accepted({ terms, asset, rate, midRate: mid.midRate, spreadHundredthsBp, units })
  }

  mount(readLoadOptions, async ({ sql, me, now }) => {
    // Statements that do not need each other's answer are sent together.
    const [cards, { timeZone }] = await Promise.all([
      readLoadableCards(sql, me.userId),
      readCompany(sql, me.companyId),
    ])
    const first = cards[0] ?? { id: null, companyId: me.companyId, form: 'virtual' as const }
    const limit = await readLimitOf(sql, first)
    const leftToday = await readLeftToday(sql, { userId: me.userId, timeZone, now, limit })
    return accepted({
      cards: cards.map(({ id, lastDigits, form, obstacle }) => ({
        id,
        lastDigits,
        form,
        loadable: obstacle === null,
      })),
      assets: rail.assets.map(({ symbol, name, network, decimals }) => ({ symbol, name, network, decimals })),
      limits: {
        minimum: limit.minimumCents,
        maximum: limit.maximumCents,
        daily: limit.dailyCents,
        leftToday,
      },
    })
  })

  mount(quoteLoad, async ({ input, me, read }) => {
    const card = await read((sql) => readLoadableCard(sql, input.cardId))
    if (card?.userId !== me.userId) return refused('record_not_found')
    if (input.amount <= 0n) return refused('invalid_amount', { field: 'amount' })
    const priced = await price({ ...input, card })
    if (!priced.accepted) return priced
    const { terms, asset, rate, midRate, spreadHundredthsBp, units } = priced.value
    return accepted({
      amount: input.amount,
      asset: { symbol: asset.symbol, name: asset.name, network: asset.network, decimals: asset.decimals },
      due: unitsText(units, asset.decimals),
      rate,
      midRate,
      spreadPercent: spreadHundredthsBp,
      offers: [offerView(offerOf('regular', terms)), offerView(offerOf('immediate', terms))],
    })
  })

  mount(createLoad, async ({ input, me, read, finish, now }) => {
    const { card, kyc } = await read(async (sql) => ({
      card: await readLoadableCard(sql, input.cardId),
      kyc: await readKyc(sql, me.userId),
    }))
    if (card?.userId !== me.userId) return refused('record_not_found')
    if (!kyc.isVerified || kyc.isHeld) return refused('kyc_required')
    if (card.obstacle) return refused(card.obstacle)
    if (input.amount <= 0n) return refused('invalid_amount', { field: 'amount' })
    const priced = await price({ ...input, card })
    if (!priced.accepted) return priced
    if (!priced.value.terms.companyIsOpen) return refused('card_not_loadable')
    const offer = offerOf(input.speed, priced.value.terms)
    if (offer.obstacle) return notOffered(offer.obstacle)
    const load = quotedLoad({
      id: ids.next(),
      me,
      card,
      offer,
      priced: priced.value,
      address: rail.addressOf,
      now,
    })
    const view = freshView({
      asset: priced.value.asset,
      chainId: rail.chainId,
      card,
      load,
      usualAt: offer.usualAt,
    })
    return finish(view, async (tx) => {
      // The rest of the limits was read before, so another quote of this person may exist by now.
      await lockPersonsLimits(tx.sql, me)
      const openQuotes = await countOpenQuotes(tx.sql, { userId: me.userId, now })
      if (openQuotes >= mostOpenQuotes) return refused('too_many_quotes')
      const left = await readLeft(tx.sql, card, priced.value.terms)
      const { obstacle } = offerOf(input.speed, { ...priced.value.terms, ...left })
      if (obstacle) return notOffered(obstacle)
      await insertLoad(tx.sql, load, priced.value.terms.schedule.id)
      await insertHistory(tx.sql, { id: ids.next(), load, status: 'quoted', exception: null, at: now })
      tx.emit({
        type: 'load.quoted',
        entityId: load.id,
        companyId: me.companyId,
        userId: me.userId,
      })
    })
  })

  mountLoadPages(kernel, needs)
  mountLoadResolutions(kernel, needs)
  return { stepUps: loadStepUps, gauges: loadGauges }
}
