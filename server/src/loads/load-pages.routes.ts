import { cancelLoad, claimTransfer, readLoad } from '@cardamom/contract/loads'
import { readLoadSettings } from './load-facts.ts'
import { readLoadableCard } from '../cards/card-for-load.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { depositsList } from './deposits.list.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { applyTransition } from '../kernel/states.ts'
import { loadTransitions, type LoadStatus } from './load-status.ts'
import { createLiveFigures } from './live-figures.ts'
import { loadView } from './load-view.ts'
import { loadsList } from './loads.list.ts'
import { assetsToPrice } from './load-pricing.ts'
import { depositsOf } from './load-resolutions.ts'
import { releaseDays } from './pending-days.ts'
import { readResolutionFacts } from './resolution-facts.ts'
import { readTransfers } from './chain-transfers.sql.ts'
import { insertHistory, lockLoad, readHistory, readOwnLoad } from './loads.sql.ts'

/** The answer to a cancel that changed nothing. */
const cancelled = (status: LoadStatus | undefined) => {
  if (status === 'cancelled') return accepted(null)
  return refused(status === 'expired' ? 'load_expired' : 'load_already_paid')
}

/**
 * All data that a load's page needs from the database, read in one transaction; null for another person's
 * load.
 */
const readPage = async (sql: Queries, needs: LoadsNeeds, of: { id: string; userId: string; now: Date }) => {
  const load = await readOwnLoad(sql, of)
  const card = load && (await readLoadableCard(sql, load.cardId))
  const asset = needs.rail.assets.find(
    ({ symbol, network }) => symbol === load?.asset && network === load.network,
  )
  if (!load || !card || !asset) return null
  const transfers = await readTransfers(sql, load.id)
  const history = await readHistory(sql, load.id)
  const days = releaseDays(load, await readBusinessCalendar(sql))
  const choice = await readResolutionFacts(sql, { load, transfers, now: of.now, needs })
  const settings = await readLoadSettings(sql)
  return { load, card, asset, transfers, history, days, choice, settings }
}

export const mountLoadPages = (kernel: Kernel, needs: LoadsNeeds): void => {
  const { mount, ids, clock } = kernel
  const figures = createLiveFigures(kernel, needs)

  mount(readLoad, async ({ read, params, me, now }) => {
    const page = await read((sql) => readPage(sql, needs, { id: params.id, userId: me.userId, now }))
    if (!page) return refused('record_not_found')
    const { settings, choice, ...facts } = page
    const { load, transfers } = facts
    const [head, current] = await Promise.all([
      transfers.length > 0 ? figures.readHead() : { head: 0n, finalized: 0n },
      figures.readRates(assetsToPrice(load, depositsOf(load, transfers)), settings.spreadHundredthsBp),
    ])
    const { assets, chainId } = needs.rail
    const shown = {
      ...facts,
      ...head,
      assets,
      chainId,
      usualAt: load.releaseFrom,
      choice: choice && { ...choice, current },
    }
    return accepted(loadView(shown))
  })

  mountList(kernel, loadsList)
  mountList(kernel, depositsList)

  mount(cancelLoad, async ({ sql, params, me, emit, recordChange }) => {
    const load = await lockLoad(sql, params.id)
    if (load?.userId !== me.userId) return refused('record_not_found')
    // Another tab, the scanner or the time was faster: the load's present state decides the answer.
    if (load.status !== 'quoted') return cancelled(load.status)
    await applyTransition(sql, loadTransitions, load, 'load.cancelled')
    await insertHistory(sql, { id: ids.next(), load, status: 'cancelled', exception: null, at: clock.now() })
    const { companyId, userId } = load
    const status = { before: { status: 'quoted' }, after: { status: 'cancelled' } }
    recordChange({ entity: 'load', entityId: load.id, companyId, userId, ...status })
    emit({
      type: 'load.cancelled',
      entityId: load.id,
      companyId,
      userId,
      payload: { ref: load.ref },
    })
    return accepted(null)
  })

  mount(claimTransfer, async ({ read, params, input, me }) => {
    const found = await read(async (sql) => {
      const load = await readOwnLoad(sql, { id: params.id, userId: me.userId })
      return load && { load, transfers: await readTransfers(sql, load.id) }
    })
    if (!found) return refused('record_not_found')
    const hash = input.txHash.toLowerCase()
    if (found.transfers.some((row) => row.txHash.toLowerCase() === hash))
      return accepted({ found: 'here' as const })
    const seen = await needs.rail.findTransaction(hash, found.load.address)
    return accepted({ found: seen })
  })
}
