import { cancelLoad, claimTransfer, listLoads, readLoad } from '@cardamom/contract/loads'
import { accepted, refused } from '../kernel/answer.ts'
import type { Queries } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import type { LoadsNeeds } from './load-needs.ts'
import type { LoadStatus } from './load-status.ts'
import type { LoadRecord } from './load-record.ts'
import { loadRowView, loadView } from './load-view.ts'
import { assetsToPrice, type CurrentRates } from './load-ways-out.ts'
import {
  insertHistory,
  listOwnLoads,
  moveLoad,
  readHistory,
  readOwnLoad,
  readTransfers,
  type TransferRow,
} from './loads.sql.ts'

const closed = ['expired', 'cancelled', 'refunded', 'credited']
const headAgeMs = 2000
const rateAgeMs = 30_000

/** Head and finality of the chain, asked at most every two seconds whatever the number of pages that are open. */
const createHeadCache = (needs: LoadsNeeds, realNow: () => Date) => {
  let known = { head: 0n, finalized: 0n }
  let atMs = 0
  return async () => {
    const nowMs = realNow().getTime()
    if (nowMs - atMs < headAgeMs) return known
    atMs = nowMs
    // Without an answer the page shows what was known: the scanner has its own eyes.
    known = await needs.rail.readHead().catch(() => known)
    return known
  }
}

/** The answer to a cancel that changed nothing. */
const cancelled = (status: LoadStatus | undefined) => {
  if (status === 'cancelled') return accepted(null)
  return refused(status === 'expired' ? 'load_expired' : 'load_already_paid')
}

/** Rates of now, asked at most twice a minute: a page that is open shows what its money is worth, it promises nothing. */
const createRateCache = (needs: LoadsNeeds, clock: Kernel['clock']) => {
  const known = new Map<string, { midRate: bigint | null; atMs: number }>()
  return async (sql: Queries, symbols: readonly string[]): Promise<CurrentRates> => {
    if (symbols.length === 0) return () => null
    const nowMs = clock.realNow().getTime()
    for (const symbol of symbols) {
      if (nowMs - (known.get(symbol)?.atMs ?? 0) < rateAgeMs) continue
      const mid = await needs.rates.readMid(symbol, clock.now())
      known.set(symbol, { midRate: 'none' in mid ? null : mid.midRate, atMs: nowMs })
    }
    const { spreadHundredthsBp } = await needs.readLoadSettings(sql)
    return (asset) => {
      const midRate = known.get(asset)?.midRate ?? null
      return midRate === null ? null : { midRate, spreadHundredthsBp: spreadHundredthsBp(asset) }
    }
  }
}

export const mountLoadPages = (kernel: Kernel, needs: LoadsNeeds): void => {
  const { mount, ids, clock } = kernel
  const readHead = createHeadCache(needs, clock.realNow)
  const readRates = createRateCache(needs, clock)

  const readWays = async (sql: Queries, load: LoadRecord, transfers: readonly TransferRow[]) => {
    const finals = transfers.filter(({ status }) => status === 'final')
    return {
      finals,
      assets: needs.rail.assets,
      current: await readRates(sql, assetsToPrice(load, finals)),
      refundMinimumCents: (await needs.readLoadSettings(sql)).refundMinimumCents,
    }
  }

  mount(readLoad, async ({ sql, params, me }) => {
    const load = await readOwnLoad(sql, { id: params.id, userId: me.userId })
    const card = load && (await needs.readCard(sql, load.cardId))
    const asset = needs.rail.assets.find(
      ({ symbol, network }) => symbol === load?.asset && network === load.network,
    )
    if (!load || !card || !asset) return refused('record_not_found')
    const transfers = await readTransfers(sql, load.id)
    const history = await readHistory(sql, load.id)
    const head = transfers.length > 0 ? await readHead() : { head: 0n, finalized: 0n }
    const ways = await readWays(sql, load, transfers)
    const facts = { load, card, asset, assets: needs.rail.assets, transfers, history, ...head, ways }
    return accepted(loadView({ ...facts, usualAt: load.releaseFrom }))
  })

  mount(listLoads, async ({ sql, input, me }) => {
    const page = await listOwnLoads(sql, { ...input, userId: me.userId, closed })
    return accepted({ ...page, items: page.items.map(loadRowView) })
  })

  mount(cancelLoad, async ({ sql, params, me, emit }) => {
    const load = await readOwnLoad(sql, { id: params.id, userId: me.userId })
    if (!load) return refused('record_not_found')
    const isMoved = await moveLoad(sql, { id: load.id, from: 'quoted', to: 'cancelled' })
    // Another tab, the scanner or the time was quicker: what it is now says which.
    if (!isMoved) return cancelled((await readOwnLoad(sql, { id: load.id, userId: me.userId }))?.status)
    await insertHistory(sql, { id: ids.next(), load, status: 'cancelled', exception: null, at: clock.now() })
    const { companyId, userId } = load
    emit({
      type: 'load.cancelled',
      entity: 'load',
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
    if (found.transfers.some((row) => row.tx_hash.toLowerCase() === hash))
      return accepted({ found: 'here' as const })
    const seen = await needs.rail.findTransaction(hash, found.load.address)
    return accepted({ found: seen })
  })
}
