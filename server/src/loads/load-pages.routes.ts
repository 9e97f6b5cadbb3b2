import { cancelLoad, claimTransfer, listLoads, readLoad } from '@cardamom/contract/loads'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { LoadsNeeds } from './load-needs.ts'
import type { LoadStatus } from './load-status.ts'
import { loadRowView, loadView } from './load-view.ts'
import {
  insertHistory,
  listOwnLoads,
  moveLoad,
  readHistory,
  readOwnLoad,
  readTransfers,
} from './loads.sql.ts'

const closed = ['expired', 'cancelled', 'refunded', 'credited']
const headAgeMs = 2000

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

export const mountLoadPages = (kernel: Kernel, needs: LoadsNeeds): void => {
  const { mount, ids, clock } = kernel
  const readHead = createHeadCache(needs, clock.realNow)

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
    return accepted(loadView({ load, card, asset, transfers, history, ...head, usualAt: load.releaseFrom }))
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
