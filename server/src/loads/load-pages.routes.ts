import { cancelLoad, claimTransfer, readLoad } from '@cardamom/contract/loads'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { mountList } from '../kernel/mount-list.ts'
import { mountCompanyLoads } from './company-loads.routes.ts'
import { createDepositsList } from './deposits.list.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { createReadLoadPage } from './load-page.ts'
import { applyTransition } from '../kernel/states.ts'
import { loadTransitions, type LoadStatus } from './load-status.ts'
import { coinDepositsList } from './wallet-payments.list.ts'
import { loadsList } from './loads.list.ts'
import { findClaimed } from './claimed-transfers.ts'
import { insertHistory, lockLoad, readOwnLoad } from './loads.sql.ts'

/** The answer to a cancel that changed nothing. */
const cancelled = (status: LoadStatus | undefined) => {
  if (status === 'cancelled') return accepted(null)
  return refused(status === 'expired' ? 'load_expired' : 'load_already_paid')
}

export const mountLoadPages = (kernel: Kernel, needs: LoadsNeeds): void => {
  const { mount, ids, clock } = kernel
  const readLoadPage = createReadLoadPage(kernel, needs)

  mount(readLoad, async ({ read, params, me, now }) => {
    const wanted = { id: params.id, userId: me.userId }
    const page = await readLoadPage(read, { find: (sql) => readOwnLoad(sql, wanted), now })
    return page ? accepted(page.view) : refused('record_not_found')
  })

  mountCompanyLoads(kernel, readLoadPage)
  mountList(kernel, loadsList)
  mountList(kernel, coinDepositsList)
  mountList(kernel, createDepositsList(needs.rail.assets))

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

  mount(claimTransfer, ({ read, params, input, me }) => {
    const find = (sql: Queries) => readOwnLoad(sql, { id: params.id, userId: me.userId })
    return findClaimed(read, { find, txHash: input.txHash, rail: needs.rail })
  })
}
