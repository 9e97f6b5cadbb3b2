import { creditLoad, requestRefund, withdrawRefundRequest } from '@cardamom/contract/loads/load-resolutions'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject, Handler } from '../kernel/mount-context.ts'
import { guardedUpdate } from '../kernel/guarded-update.ts'
import type { Plan } from '../kernel/plan.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { acceptPlan, setAsideJob } from './load-plans.ts'
import { createReadRates, type SqlReader } from './current-rates.ts'
import { assetsToPrice } from './load-pricing.ts'
import type { LoadRecord } from './load-record.ts'
import { insertRefund, readOpenRefund, withdrawRefund } from './load-refunds.sql.ts'
import {
  creditOf,
  depositsOf,
  isRefundable,
  isResolvable,
  refundAmounts,
  type Credit,
  type ResolutionFacts,
} from './load-resolutions.ts'
import { loadEvent } from './load-step.ts'
import { readLimitUse } from './load-sums.sql.ts'
import { readTransfers, type TransferRow } from './chain-transfers.sql.ts'
import { insertHistory, readOwnLoad } from './loads.sql.ts'
import { refundAddress } from './refund-address.ts'
import { readResolutionFacts } from './resolution-facts.ts'

const isOwnLoad: CheckObject<typeof requestRefund> = async ({ sql, me, params }) =>
  (await readOwnLoad(sql, { id: params.id, userId: me.userId })) ? null : 'record_not_found'

type OwnLoad = { readonly id: string; readonly userId: string }
type LimitUse = { readonly id: string; readonly version: number }
type FoundLoad = {
  readonly load: LoadRecord
  readonly transfers: readonly TransferRow[]
  readonly facts: ResolutionFacts
  readonly use: LimitUse | null
}
type FindRefusal = 'record_not_found' | 'resolution_chosen'

/** The payer's choices for money that is not as quoted (domain §5): credit it, or have it returned. */
export const mountLoadResolutions = (kernel: Kernel, needs: LoadsNeeds): void => {
  const { mount, ids, clock } = kernel

  const readRates = createReadRates({ needs, clock })

  /** A load whose payer can still choose, with all data that the choice depends on. */
  const find = async (read: SqlReader, wanted: OwnLoad): Promise<Answer<FoundLoad, FindRefusal>> => {
    const seen = await read(async (sql) => {
      const load = await readOwnLoad(sql, wanted)
      return load && { load, transfers: await readTransfers(sql, load.id) }
    })
    if (!seen) return refused('record_not_found')
    const symbols = assetsToPrice(seen.load, depositsOf(seen.load, seen.transfers))
    const current = await readRates(symbols, read)
    const found = await read(async (sql) => {
      const load = await readOwnLoad(sql, wanted)
      if (!load) return null
      const transfers = await readTransfers(sql, load.id)
      const use = await readLimitUse(sql, load.userId)
      const facts = await readResolutionFacts(sql, { load, transfers, now: clock.now(), needs })
      return { load, transfers, facts, use }
    })
    if (!found?.facts || found.facts.refund) return refused('resolution_chosen')
    return accepted({ ...found, facts: { ...found.facts, current } })
  }

  const creditPlan = async (
    read: SqlReader,
    of: { load: LoadRecord; transfers: readonly TransferRow[]; credit: Credit; use: LimitUse },
  ): Promise<Plan> => {
    const { load, transfers, credit, use } = of
    const calendar = await read(readBusinessCalendar)
    const { parts } = credit
    const step = { ids, load, now: clock.now() }
    const plan = acceptPlan({ ...step, calendar, parts, exception: load.exception })
    const { id, version } = use
    const usingLimits = guardedUpdate({
      table: 'loadLimitUse',
      id,
      from: { version },
      set: { version: version + 1 },
    })
    const updates = [...(plan.updates ?? []), usingLimits]
    const used = new Set(parts.flatMap(({ deposits }) => deposits.map((each) => each.id)))
    const unused = depositsOf(load, transfers).filter((row) => !used.has(row.id))
    return { ...plan, updates, jobs: [...(plan.jobs ?? []), ...unused.map(({ id }) => setAsideJob(id))] }
  }

  /** Whether this load is the result of an earlier request for the same choice. */
  const isCreditedAlready = async (read: SqlReader, wanted: OwnLoad, netCents: bigint): Promise<boolean> => {
    const load = await read((sql) => readOwnLoad(sql, wanted))
    return load !== null && load.exception !== null && load.acceptance > 0 && load.netCents === netCents
  }

  /** An earlier request made the same choice: the answer is repeated and nothing is posted. */
  const nothingLeft = { plan: { journals: [] }, output: null, whenRefused: {} } as const

  mount(creditLoad, async ({ sql, params, input, me }) => {
    const read: SqlReader = (use) => use(sql)
    const wanted = { id: params.id, userId: me.userId }
    const found = await find(read, wanted)
    if (!found.accepted) {
      const isDone = await isCreditedAlready(read, wanted, input.net)
      return isDone ? accepted(nothingLeft) : found
    }
    const { load, transfers, facts, use } = found.value
    const credit = creditOf(load, facts)
    if (typeof credit === 'string') return refused(credit)
    // The payer may get more than was shown, but never less without a new choice.
    if (credit.figures.netCents < input.net) return refused('amount_changed', { field: 'net' })
    if (!use) throw new Error('The limits of the person who made a load have no row')
    return accepted({
      plan: await creditPlan(read, { load, transfers, credit, use }),
      output: null,
      whenRefused: { guard_failed: 'resolution_chosen' },
      // The load or the person's limits changed meanwhile, or another request was faster.
      decidesAgainWhen: ['guard_failed', 'replayed'],
      changes: [
        {
          entity: 'load',
          entityId: load.id,
          companyId: load.companyId,
          userId: load.userId,
          before: { creditedNetCents: null },
          after: { creditedNetCents: credit.figures.netCents },
        },
      ],
    })
  })

  const request: Handler<typeof requestRefund> = async ({ params, input, me, read, finish }) => {
    const found = await find(read, { id: params.id, userId: me.userId })
    if (!found.accepted) return found
    const { load, facts } = found.value
    const checked = refundAddress(input.address, { load, rail: needs.rail })
    if (!checked.accepted) return refused('validation', { data: { errors: { address: [checked.code] } } })
    if (!isRefundable(load, facts)) return refused('resolution_not_possible')
    const at = clock.now()
    return finish(null, async ({ sql, emit, recordChange }) => {
      const step = { ids, load, now: at }
      const id = ids.next()
      const amounts = refundAmounts(load, facts.transfers, facts.assets)
      const isMade = await insertRefund(sql, { id, load, address: checked.value, amounts, at })
      if (!isMade) return refused('resolution_chosen')
      if (load.status !== 'review') {
        const { exception } = load
        await insertHistory(sql, { id: ids.next(), load, status: 'confirmed', exception, at })
        await insertHistory(sql, { id: ids.next(), load, status: 'review', exception, at })
      }
      const { companyId, userId } = load
      const status = { before: null, after: { loadId: load.id, status: 'requested' } }
      recordChange({ entity: 'refund', entityId: id, companyId, userId, ...status })
      emit(loadEvent(step, 'load.refund_requested', {}))
    })
  }
  mount(requestRefund, request, isOwnLoad)

  mount(withdrawRefundRequest, async ({ sql, params, me, emit, recordChange }) => {
    const load = await readOwnLoad(sql, { id: params.id, userId: me.userId })
    const refund = load && isResolvable(load) ? await readOpenRefund(sql, load.id) : null
    if (!load || !refund) return refused('record_not_found')
    const at = clock.now()
    const isWithdrawn = await withdrawRefund(sql, { refundId: refund.id, loadId: load.id, at })
    if (!isWithdrawn) return refused('record_not_found')
    const { companyId, userId } = load
    const status = { before: { status: 'requested' }, after: { status: 'withdrawn' } }
    recordChange({ entity: 'refund', entityId: refund.id, companyId, userId, ...status })
    emit(loadEvent({ ids, load, now: at }, 'load.refund_withdrawn', {}))
    return accepted(null)
  })
}
