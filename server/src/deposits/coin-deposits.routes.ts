import {
  cancelCoinDeposit,
  claimCoinTransfer,
  createCoinDeposit,
  quoteCoinDeposit,
  readCoinDeposit,
  readCoinDepositOptions,
} from '@cardamom/contract/deposits/coin-deposits'
import { readCompany } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { changesOwnMoney } from '../companies/own-money.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Handler } from '../kernel/mount-context.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { applyTransition } from '../kernel/states.ts'
import { findClaimed } from '../loads/claimed-transfers.ts'
import { createCoinPrice } from '../loads/coin-price.ts'
import type { LoadsNeeds } from '../loads/load-needs.ts'
import { offerView } from '../loads/load-offer.ts'
import { createReadPaymentPage } from '../loads/load-page.ts'
import type { PaymentRecord } from '../loads/load-record.ts'
import { isClaimable, isResolvable } from '../loads/load-resolutions.ts'
import { loadTransitions } from '../loads/load-status.ts'
import { topUpNews } from '../loads/load-step.ts'
import { freshFacts, paymentView, unitsText, type LoadView } from '../loads/load-view.ts'
import { insertHistory, insertLoad, lockPayment, readTopUpPayment } from '../loads/loads.sql.ts'
import { readAddressRequest } from '../loads/load-refunds.sql.ts'
import { refundObstacle } from '../loads/refund-ending.ts'
import { readPayableAssets } from '../loads/payable-assets.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { coinOfferOf, readCoinTerms, type CoinTerms } from './coin-terms.ts'
import { hasPayer, isPayerOf, mayMakeDeposits } from './coin-payer.ts'
import { mountCoinResolutions } from './coin-resolutions.routes.ts'
import { countOpenDeposits, lockDeposits } from '../loads/wallet-payments.sql.ts'
import { quotedDeposit } from './quoted-deposit.ts'

/** The address of each open quote is watched, so a company may have only a few. */
const mostOpenQuotes = 10

type CompanyRefusal = 'permission_denied' | 'company_not_found' | 'wallet_not_found' | 'company_closed'

/** Deposits of companies by crypto: the machinery of loads, with the company as payer (domain §7). */
export const mountCoinDeposits = (kernel: Kernel, needs: LoadsNeeds): void => {
  const { mount, ids, clock, db } = kernel
  const { rail } = needs
  const priceCoin = createCoinPrice(kernel, needs)
  const readPage = createReadPaymentPage(kernel, needs)
  mountCoinResolutions(kernel, needs)

  /** The terms of a company of the reader's scope. */
  const termsOf = async (
    me: SessionPrincipal,
    { seen, companyId }: { seen: boolean; companyId: string },
  ): Promise<Answer<CoinTerms, CompanyRefusal>> => {
    if (seen && !mayMakeDeposits({ companyId }, me)) return refused('permission_denied')
    // All tenants: the terms name the fees of every company above it.
    const terms = seen
      ? await db.read(allTenants, (sql) => readCoinTerms(sql, { companyId, now: clock.now() }))
      : null
    if (!terms) return refused('company_not_found', { field: 'companyId' })
    if (!terms.holder.wallets) return refused('wallet_not_found', { field: 'companyId' })
    return terms.isOpen ? accepted(terms) : refused('company_closed', { field: 'companyId' })
  }
  const sees = async (sql: Queries, companyId: string) =>
    (await readWalletHolder(sql, companyId))?.kind === 'company'

  const mayDo = (
    me: SessionPrincipal,
    load: PaymentRecord,
    { company, refund = null }: { company: { path: readonly string[] }; refund?: LoadView['refund'] },
  ) => ({
    isPayer: isPayerOf(load, me),
    canClaim: isClaimable(load) && mayMakeDeposits(load, me),
    canCancel: load.status === 'quoted' && mayMakeDeposits(load, me),
    canDecide: isResolvable(load) && me.may('deposits.approve') && !changesOwnMoney(me, company),
    canStopRefund:
      refund !== null && refundObstacle(refund, refund.payments) === null && me.may('deposits.approve'),
  })

  mount(readCoinDepositOptions, async ({ read, me, input: { companyId } }) => {
    const found = await termsOf(me, { seen: await read((sql) => sees(sql, companyId)), companyId })
    if (!found.accepted) return found
    const { holder, limits } = found.value
    const payable = await read((sql) => readPayableAssets(sql, rail.assets))
    const limitsOf = ({ minimumCents, maximumCents, leftTodayCents }: CoinTerms['limits']['regular']) => ({
      minimum: minimumCents,
      maximum: maximumCents,
      leftToday: leftTodayCents,
    })
    return accepted({
      company: { id: holder.id, name: holder.name },
      assets: payable.map(({ symbol, name, network, decimals, minimumCents }) => ({
        symbol,
        name,
        network,
        decimals,
        minimum: minimumCents,
      })),
      limits: { regular: limitsOf(limits.regular), immediate: limitsOf(limits.immediate) },
    })
  })

  mount(quoteCoinDeposit, async ({ input, me, read }) => {
    const { companyId } = input
    const found = await termsOf(me, { seen: await read((sql) => sees(sql, companyId)), companyId })
    if (!found.accepted) return found
    if (input.amount <= 0n) return refused('invalid_amount', { field: 'amount' })
    const priced = await priceCoin(input)
    if (!priced.accepted) return priced
    const { asset, rate, midRate, spreadHundredthsBp, units } = priced.value
    const of = { grossCents: input.amount, minimumCents: asset.minimumCents, now: clock.now() }
    const offer = (wallet: 'regular' | 'immediate') => offerView(coinOfferOf(found.value, { ...of, wallet }))
    return accepted({
      amount: input.amount,
      asset: { symbol: asset.symbol, name: asset.name, network: asset.network, decimals: asset.decimals },
      due: unitsText(units, asset.decimals),
      rate,
      midRate,
      spreadPercent: spreadHundredthsBp,
      offers: [offer('regular'), offer('immediate')],
    })
  })

  mount(createCoinDeposit, async ({ input, me, read, finish, now }) => {
    const { companyId, wallet, amount: grossCents } = input
    const found = await termsOf(me, { seen: await read((sql) => sees(sql, companyId)), companyId })
    if (!found.accepted) return found
    if (grossCents <= 0n) return refused('invalid_amount', { field: 'amount' })
    const priced = await priceCoin(input)
    if (!priced.accepted) return priced
    const price = priced.value
    const of = { wallet, grossCents, minimumCents: price.asset.minimumCents, now }
    const offer = coinOfferOf(found.value, of)
    const notOffered = ({ obstacle }: typeof offer) =>
      refused('invalid_amount', { field: 'amount', data: { why: obstacle } })
    if (offer.obstacle) return notOffered(offer)
    const load = quotedDeposit({
      id: ids.next(),
      me,
      terms: found.value,
      offer,
      price,
      rail,
      grossCents,
      now,
    })
    const fresh = freshFacts({ asset: price.asset, chainId: rail.chainId, load, usualAt: offer.usualAt })
    const { holder } = found.value
    const view = {
      ...paymentView(fresh),
      company: { id: companyId, name: holder.name },
      addressRequestedAt: null,
      canEnterAddress: false,
      canWithdrawRefund: false,
      ...mayDo(me, load, holder),
    }
    return finish(view, async (tx) => {
      // The limits were read before, so another quote of this company may exist by now.
      await lockDeposits(tx.sql, companyId)
      if ((await countOpenDeposits(tx.sql, { companyId, now })) >= mostOpenQuotes)
        return refused('too_many_quotes')
      const terms = await readCoinTerms(tx.sql, { companyId, now })
      const again = terms && coinOfferOf(terms, of)
      if (!again || again.obstacle) return notOffered(again ?? offer)
      await insertLoad(tx.sql, load, found.value.schedule.id)
      await insertHistory(tx.sql, { id: ids.next(), load, status: 'quoted', exception: null, at: now })
      tx.recordChange({
        entity: 'top_up',
        entityId: load.id,
        companyId,
        userId: null,
        before: null,
        after: { status: 'quoted', wallet, grossCents },
      })
      tx.emit(topUpNews(load, 'topup.payment_changed'))
    })
  })

  mount(readCoinDeposit, async ({ read, params, me, now }) => {
    const find = (sql: Queries) => readTopUpPayment(sql, { id: params.id, scope: me.scope })
    const page = await readPage(read, { find, now })
    if (!page) return refused('record_not_found')
    const { companyId: id } = page.load
    const company = await read((sql) => readCompany(sql, id))
    const addressRequestedAt = await read((sql) => readAddressRequest(sql, params.id))
    const { waitsForFloat: _w, creditReview: _c, ...view } = page.view
    const may = mayDo(me, page.load, { company, refund: view.refund })
    const canRefund = may.canDecide && view.resolutions.some(({ kind }) => kind === 'refund')
    const isRequested = view.refund?.status === 'requested'
    const isAlone = !(await db.read(wholeInstallation, (sql) => hasPayer(sql, page.load)))
    return accepted({
      ...view,
      company: { id, name: brandName(company) },
      addressRequestedAt,
      ...may,
      canEnterAddress: canRefund && isAlone,
      canWithdrawRefund: isRequested && (may.isPayer || (isAlone && may.canDecide)),
    })
  })

  mount(claimCoinTransfer, async ({ read, params, input, me }) => {
    const find = (sql: Queries) => readTopUpPayment(sql, { id: params.id, scope: me.scope })
    const load = await read(find)
    if (load && !mayMakeDeposits(load, me)) return refused('permission_denied')
    return findClaimed(read, { find, txHash: input.txHash, rail })
  })

  const cancel: Handler<typeof cancelCoinDeposit> = async ({ sql, params, me, emit, recordChange }) => {
    const seen = await readTopUpPayment(sql, { id: params.id, scope: me.scope })
    const load = seen && (await lockPayment(sql, seen.id))
    if (!load) return refused('record_not_found')
    if (!mayMakeDeposits(load, me)) return refused('permission_denied')
    if (load.status === 'cancelled') return accepted(null)
    // Another tab, the scanner or the time was faster.
    if (load.status !== 'quoted')
      return refused(load.status === 'expired' ? 'load_expired' : 'load_already_paid')
    await applyTransition(sql, loadTransitions, load, 'load.cancelled')
    await insertHistory(sql, { id: ids.next(), load, status: 'cancelled', exception: null, at: clock.now() })
    const status = { before: { status: 'quoted' }, after: { status: 'cancelled' } }
    recordChange({ entity: 'top_up', entityId: load.id, companyId: load.companyId, userId: null, ...status })
    emit(topUpNews(load, 'topup.payment_changed'))
    return accepted(null)
  }
  mount(cancelCoinDeposit, cancel, async ({ sql, me, params }) => {
    const load = await readTopUpPayment(sql, { id: params.id, scope: me.scope })
    if (!load) return 'record_not_found'
    return mayMakeDeposits(load, me) ? null : 'permission_denied'
  })
}
