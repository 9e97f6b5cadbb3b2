import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { readLoadableCard } from '../cards/card-for-load.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { readTransfers } from './chain-transfers.sql.ts'
import type { SqlReader } from './current-rates.ts'
import { createLiveFigures } from './live-figures.ts'
import { readLoadSettings } from './load-facts.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { assetsToPrice } from './load-pricing.ts'
import { listShownParts, readPartOf } from './load-parts.sql.ts'
import type { LoadRecord, PaymentRecord } from './load-record.ts'
import { depositsOf } from './load-resolutions.ts'
import { readShownRefund } from './load-refunds.sql.ts'
import { loadView, paymentView } from './load-view.ts'
import { readHistory } from './loads.sql.ts'
import { releaseDays } from './pending-days.ts'
import { readResolutionFacts } from './resolution-facts.ts'

export type FindPayment<Found extends PaymentRecord = PaymentRecord> = (sql: Queries) => Promise<Found | null>
export type FindLoad = FindPayment<LoadRecord>

/** All data that a payment's page needs from the database, read in one transaction; null where it is not found. */
const readFacts = async <Found extends PaymentRecord>(
  sql: Queries,
  needs: LoadsNeeds,
  of: { find: FindPayment<Found>; now: Date },
) => {
  const load = await of.find(sql)
  const card = load?.cardId ? await readLoadableCard(sql, load.cardId) : null
  const asset = needs.rail.assets.find(
    ({ symbol, network }) => symbol === load?.asset && network === load.network,
  )
  if (!load || !asset) return null
  const transfers = await readTransfers(sql, load.id)
  const history = await readHistory(sql, load.id)
  const days = releaseDays(load, await readBusinessCalendar(sql))
  const choice = await readResolutionFacts(sql, { load, transfers, now: of.now, needs })
  const settings = await readLoadSettings(sql)
  const refund = await readShownRefund(sql, load.id)
  const parts = await listShownParts(sql, load.id)
  const partOf = await readPartOf(sql, load.id)
  return { load, card, asset, transfers, history, days, choice, settings, refund, parts, partOf }
}

/** Reads a payment with the live figures that its page shows, whatever it is for. */
const createReadPage = (kernel: Kernel, needs: LoadsNeeds) => {
  const figures = createLiveFigures(kernel, needs)
  return async <Found extends PaymentRecord>(
    read: SqlReader,
    of: { readonly find: FindPayment<Found>; readonly now: Date },
  ) => {
    const page = await read((sql) => readFacts(sql, needs, of))
    if (!page) return null
    const { settings, choice: ownChoice, card, ...facts } = page
    const { load, transfers } = facts
    const [head, current] = await Promise.all([
      transfers.length > 0 ? figures.readHead() : { head: 0n, finalized: 0n },
      figures.readRates(assetsToPrice(load, depositsOf(load, transfers)), settings.spreadHundredthsBp),
    ])
    const { assets, chainId } = needs.rail
    const choice = ownChoice && { ...ownChoice, current }
    return { ...facts, ...head, card, assets, chainId, usualAt: load.releaseFrom, choice }
  }
}

/** Reads a payment for a wallet with everything that its page shows. */
export const createReadPaymentPage = (kernel: Kernel, needs: LoadsNeeds) => {
  const readPage = createReadPage(kernel, needs)
  return async (read: SqlReader, of: { readonly find: FindPayment; readonly now: Date }) => {
    const page = await readPage(read, of)
    return page && { load: page.load, view: paymentView(page) }
  }
}

/** Reads a load with everything that its page shows. The payer's page and the staff's show the same figures. */
export const createReadLoadPage = (kernel: Kernel, needs: LoadsNeeds) => {
  const readPage = createReadPage(kernel, needs)
  return async (read: SqlReader, of: { readonly find: FindLoad; readonly now: Date }) => {
    const page = await readPage(read, of)
    if (!page) return null
    const { load, transfers, choice, refund, assets } = page
    // All tenants: the payer may have changed company with the card, and the former book still names it.
    const card = page.card ?? (await kernel.db.read(allTenants, (sql) => readLoadableCard(sql, load.cardId)))
    return card && { load, transfers, choice, refund, assets, view: loadView({ ...page, card }) }
  }
}

export type ReadLoadPage = ReturnType<typeof createReadLoadPage>
