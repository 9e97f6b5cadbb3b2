import { createLoad, quoteLoad, readLoadOptions } from '@cardamom/contract/loads'
import { mountFeeEffect } from './fee-effect.routes.ts'
import { readLoadSettings } from './load-facts.ts'
import { type LoadableCard, readLoadableCard, readLoadableCards } from '../cards/card-for-load.ts'
import { readKyc } from '../kyc/kyc-standing.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'
import { loadGauges } from './load-figures.sql.ts'
import { runLoadJobs } from './load-jobs.ts'
import { readPayableAssets, withLeastMinimum, withMinimum } from './payable-assets.ts'
import { readLeft, readLeftToday, readLimitOf } from './load-limits.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { offerOf, type LoadOffer, type Obstacle } from './load-offer.ts'
import { dueUnits, ledgerDecimalsOf, lockedRate } from './load-quote.ts'
import { loadStepUps } from './load-step-up.ts'
import { countOpenQuotes, lockPersonsLimits } from './load-sums.sql.ts'
import { readTerms } from './load-terms.ts'
import { freshView } from './load-view.ts'
import { unitsText } from './load-view.ts'
import { mountLoadPages } from './load-pages.routes.ts'
import { quotedLoad, type PricedOffer } from './quoted-load.ts'
import { mountLoadResolutions } from './load-resolutions.routes.ts'
import { insertHistory, insertLoad } from './loads.sql.ts'

const assetOf = <A extends PaymentAsset>(
  assets: readonly A[],
  wanted: { asset: string; network: string },
): A | undefined =>
  assets.find(({ symbol, network }) => symbol === wanted.asset && network === wanted.network)

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

/** Loads: options, offers, the locked quote and its payment, from the chain to the card (domain §5). */
export const loadsModule = (kernel: Kernel, needs: LoadsNeeds) => {
  const { mount, ids, clock, db } = kernel
  const { rail } = needs
  runLoadJobs(kernel, needs)

  type PriceRefusal = 'payment_currency_invalid' | 'rate_unavailable'
  const price = async (wanted: {
    card: LoadableCard
    amount: bigint
    asset: string
    network: string
  }): Promise<Answer<PricedOffer, PriceRefusal>> => {
    const asset = assetOf(rail.assets, wanted)
    if (!asset) return refused('payment_currency_invalid', { field: 'asset' })
    const now = clock.now()
    const mid = await needs.rates.readMid(asset.symbol, now)
    // All tenants: the terms name the fees of every company above the card's.
    const { payable, terms, spreadHundredthsBp } = await db.read(allTenants, async (sql) => ({
      payable: assetOf(await readPayableAssets(sql, rail.assets), wanted),
      terms: await readTerms(sql, { card: wanted.card, grossCents: wanted.amount, now }),
      spreadHundredthsBp: (await readLoadSettings(sql)).spreadHundredthsBp(asset.symbol),
    }))
    if (!payable) return refused('payment_currency_invalid', { field: 'asset' })
    if ('none' in mid) return refused('rate_unavailable', { data: { retryAfterSeconds: 60 } })
    const limit = withMinimum(terms.limit, payable)
    const rate = lockedRate({ midRate: mid.midRate, spreadHundredthsBp })
    const units = dueUnits({
      grossCents: wanted.amount,
      rate,
      ledgerDecimals: ledgerDecimalsOf(asset.decimals),
    })
    return accepted({
      terms: { ...terms, limit },
      asset: payable,
      rate,
      midRate: mid.midRate,
      spreadHundredthsBp,
      units,
    })
  }

  mount(readLoadOptions, async ({ sql, me, now }) => {
    // Statements that do not need each other's answer are sent together.
    const [cards, { timeZone }, payable] = await Promise.all([
      readLoadableCards(sql, me.userId),
      readCompany(sql, me.companyId),
      readPayableAssets(sql, rail.assets),
    ])
    const first = cards[0] ?? { id: null, companyId: me.companyId, form: 'virtual' as const }
    const limit = withLeastMinimum(await readLimitOf(sql, first), payable)
    const leftToday = await readLeftToday(sql, { userId: me.userId, timeZone, now, limit })
    return accepted({
      cards: cards.map(({ id, lastDigits, form, obstacle }) => ({
        id,
        lastDigits,
        form,
        loadable: obstacle === null,
      })),
      assets: payable.map(({ symbol, name, network, decimals, minimumCents }) => ({
        symbol,
        name,
        network,
        decimals,
        minimum: minimumCents,
      })),
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
      const companyId = await lockPersonsLimits(tx.sql, me)
      // The person changed company after the price was read (decision 0015); their session has ended.
      if (companyId !== me.companyId) return refused('card_not_loadable')
      const openQuotes = await countOpenQuotes(tx.sql, { userId: me.userId, now })
      if (openQuotes >= mostOpenQuotes) return refused('too_many_quotes')
      // So may other limits: the load is accepted by those that are in force now.
      const limits = {
        ...priced.value.terms,
        limit: withMinimum(await readLimitOf(tx.sql, card), priced.value.asset),
        maximumEmergencyCents: (await readLoadSettings(tx.sql)).maximumEmergencyCents,
      }
      const { obstacle } = offerOf(input.speed, { ...limits, ...(await readLeft(tx.sql, card, limits)) })
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
  mountFeeEffect(kernel)
  mountLoadResolutions(kernel, needs)
  return { stepUps: loadStepUps, gauges: loadGauges }
}
