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
import type { LoadRecord } from './load-record.ts'
import { depositsOf } from './load-resolutions.ts'
import { readShownRefund } from './load-refunds.sql.ts'
import { loadView } from './load-view.ts'
import { readHistory } from './loads.sql.ts'
import { releaseDays } from './pending-days.ts'
import { readResolutionFacts } from './resolution-facts.ts'

export type FindLoad = (sql: Queries) => Promise<LoadRecord | null>

/** All data that a load's page needs from the database, read in one transaction; null where the load is not found. */
const readFacts = async (sql: Queries, needs: LoadsNeeds, of: { find: FindLoad; now: Date }) => {
  const load = await of.find(sql)
  const card = load && (await readLoadableCard(sql, load.cardId))
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
  return { load, card, asset, transfers, history, days, choice, settings, refund }
}

/** Reads a load with everything that its page shows. The payer's page and the staff's show the same figures. */
export const createReadLoadPage = (kernel: Kernel, needs: LoadsNeeds) => {
  const figures = createLiveFigures(kernel, needs)
  return async (read: SqlReader, of: { readonly find: FindLoad; readonly now: Date }) => {
    const page = await read((sql) => readFacts(sql, needs, of))
    if (!page) return null
    const { settings, choice: ownChoice, card: ownCard, ...facts } = page
    const { load, transfers } = facts
    // All tenants: the payer may have changed company with the card, and the former book still names it.
    const card = ownCard ?? (await kernel.db.read(allTenants, (sql) => readLoadableCard(sql, load.cardId)))
    if (!card) return null
    const [head, current] = await Promise.all([
      transfers.length > 0 ? figures.readHead() : { head: 0n, finalized: 0n },
      figures.readRates(assetsToPrice(load, depositsOf(load, transfers)), settings.spreadHundredthsBp),
    ])
    const { assets, chainId } = needs.rail
    const choice = ownChoice && { ...ownChoice, current }
    const shown = { ...facts, card, ...head, assets, chainId, usualAt: load.releaseFrom, choice }
    return { load, transfers, choice, view: loadView(shown) }
  }
}

export type ReadLoadPage = ReturnType<typeof createReadLoadPage>
