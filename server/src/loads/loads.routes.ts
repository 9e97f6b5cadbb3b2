import { createLoad, quoteLoad, readLoadOptions } from '@cardamom/contract/loads'
import { createCoinPrice, type PriceRefusal } from './coin-price.ts'
import { type LoadableCard, readLoadableCard, readLoadableCards } from '../cards/card-for-load.ts'
import { readKyc } from '../kyc/kyc-standing.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import { loadGauges } from './load-figures.sql.ts'
import { runLoadJobs } from './load-jobs.ts'
import { readPayableAssets, withLeastMinimum, withMinimum } from './payable-assets.ts'
import { readEmergencyMaximum } from '../limits/emergency-maximums.sql.ts'
import { readIsFirstOfPlastic, readLeft, readLeftToday, readLimitOf } from './load-limits.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { offerOf, offerView, type Obstacle } from './load-offer.ts'
import { loadStepUps } from './load-step-up.ts'
import { countOpenQuotes, lockPersonsLimits } from './load-sums.sql.ts'
import { readTerms } from './load-terms.ts'
import { freshFacts, loadView, unitsText } from './load-view.ts'
import { mountLoadPages } from './load-pages.routes.ts'
import { quotedLoad, type PricedOffer } from './quoted-load.ts'
import { mountLoadResolutions } from './load-resolutions.routes.ts'
import { insertHistory, insertLoad } from './loads.sql.ts'

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

  const priceCoin = createCoinPrice(kernel, needs)
  const price = async (wanted: {
    card: LoadableCard
    amount: bigint
    asset: string
    network: string
  }): Promise<Answer<PricedOffer, PriceRefusal>> => {
    const coin = await priceCoin(wanted)
    if (!coin.accepted) return coin
    // All tenants: the terms name the fees of every company above the card's.
    const terms = await db.read(allTenants, (sql) =>
      readTerms(sql, { card: wanted.card, grossCents: wanted.amount, now: clock.now() }),
    )
    return accepted({ ...coin.value, terms: { ...terms, limit: withMinimum(terms.limit, coin.value.asset) } })
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
    const { card, kyc, isFirst } = await read(async (sql) => {
      const found = await readLoadableCard(sql, input.cardId)
      const first = found !== null && (await readIsFirstOfPlastic(sql, found))
      return { card: found, kyc: await readKyc(sql, me.userId), isFirst: first }
    })
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
    const fresh = { asset: priced.value.asset, chainId: rail.chainId, load, usualAt: offer.usualAt }
    const view = loadView({ ...freshFacts(fresh), card })
    return finish(view, async (tx) => {
      // The rest of the limits was read before, so another quote of this person may exist by now.
      const companyId = await lockPersonsLimits(tx.sql, me)
      // The person changed company after the price was read (decision 0015); their session has ended.
      if (companyId !== me.companyId) return refused('card_not_loadable')
      // Another first load was accepted since the price was read.
      if (isFirst && !(await readIsFirstOfPlastic(tx.sql, card))) return refused('card_already_loaded')
      const openQuotes = await countOpenQuotes(tx.sql, { userId: me.userId, now })
      if (openQuotes >= mostOpenQuotes) return refused('too_many_quotes')
      // So may other limits: the load is accepted by those that are in force now.
      const limits = {
        ...priced.value.terms,
        limit: withMinimum(await readLimitOf(tx.sql, card), priced.value.asset),
        maximumEmergencyCents: (await readEmergencyMaximum(tx.sql, card.companyId)).maximumCents,
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
  mountLoadResolutions(kernel, needs)
  return { stepUps: loadStepUps, gauges: loadGauges }
}
