import {
  BreakRow,
  getReconcileRun,
  readReconciliation,
  startReconcileRun,
  updateBreak,
} from '@cardamom/contract/reconciliation'
import { z } from 'zod'
import { isOperatorInScope } from '../companies/companies.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { StepUpDescribers } from '../kernel/step-up-facts.ts'
import type { IssuerPort } from '../providers/issuer/port.ts'
import { breakViews, runViews } from './break-view.ts'
import { breaksList, runsList } from './breaks.list.ts'
import { countOpen, lockBreak, readOldestOpen, writeBreak, type BreakRecord } from './breaks.sql.ts'
import { createNightlyRun, createReconcileRun, runJob, spanUntil } from './reconcile-run.jobs.ts'
import { findRun, insertRun, readLastRun, type RunRecord } from './runs.sql.ts'

const viewOf = async (sql: Queries, row: BreakRecord, me: { readonly userId: string }) => {
  const [view] = await breakViews(sql, [row], me)
  if (!view) throw new Error('A break has no view')
  return view
}

const runViewOf = async (sql: Queries, row: RunRecord | null) =>
  row === null ? null : ((await runViews(sql, [row]))[0] ?? null)

const mountBreakChange = ({ mount }: Kernel): void => {
  mount(updateBreak, async ({ sql, me, params, input, request, recordChange, emit }) => {
    const version = versionIn(request)
    if (version === null) return refused('validation', noVersion)
    const row = await lockBreak(sql, params.id)
    if (!row) return refused('record_not_found')
    if (row.version !== version)
      return refused('record_changed', { data: z.encode(BreakRow, await viewOf(sql, row, me)) })
    const { isMine } = input
    const note = input.note === undefined ? row.note : input.note || null
    // Who stops watching leaves the break of another person as it is.
    const left = row.ownerId === me.userId ? null : row.ownerId
    const ownerId = isMine === undefined ? row.ownerId : isMine ? me.userId : left
    const next = { ...row, ownerId, note, version: version + 1 }
    await writeBreak(sql, next)
    recordChange({
      entity: 'reconcile_break',
      entityId: row.id,
      companyId: row.companyId,
      before: { ownerId: row.ownerId, note: row.note },
      after: { ownerId, note },
    })
    emit({
      type: 'reconciliation.break_changed',
      entityId: row.id,
      companyId: row.companyId,
      userId: null,
    })
    return accepted(await viewOf(sql, next, me))
  })
}

/** The reconciliation with the card issuer: its runs, and the breaks that they find (domain §12). */
export const reconciliationModule = (kernel: Kernel, { issuer }: { readonly issuer: IssuerPort }) => {
  const { mount, jobs, ids, clock } = kernel
  jobs.handle('reconciliation.run', createReconcileRun({ issuer, ids, clock }), { lane: 'issuer-checks' })
  jobs.recurring('reconciliation.nightly', createNightlyRun({ ids, clock }))
  mountList(kernel, breaksList)
  mountList(kernel, runsList)
  mountBreakChange(kernel)

  mount(getReconcileRun, async ({ sql, params }) => {
    const found = await runViewOf(sql, await findRun(sql, params.id))
    return found ? accepted(found) : refused('record_not_found')
  })

  mount(startReconcileRun, async ({ sql, me, now, enqueue, recordChange }) => {
    // A run is of the whole installation, so it is House's.
    if (!(await isOperatorInScope(sql))) return refused('permission_denied')
    const id = ids.next()
    const span = spanUntil(now, await readOldestOpen(sql))
    if (!(await insertRun(sql, { id, requestedBy: me.userId, ...span, startedAt: now })))
      return refused('run_under_way')
    enqueue(runJob(id))
    recordChange({
      entity: 'reconcile_run',
      entityId: id,
      companyId: null,
      before: null,
      after: { comparedFrom: span.from, comparedUntil: span.until },
    })
    return accepted({ id })
  })

  mount(readReconciliation, async ({ sql, me, now }) => {
    const open = await countOpen(sql)
    return accepted({
      asOf: now,
      canStart: me.may('reconcile.run') && (await isOperatorInScope(sql)),
      last: await runViewOf(sql, await readLastRun(sql, 'done')),
      current: await runViewOf(sql, await readLastRun(sql, 'current')),
      open: open.map(({ count, amountCents, ...each }) => ({
        ...each,
        count: Number(count),
        amount: amountCents,
      })),
    })
  })

  return {
    stepUps: { 'POST /reconcile-runs': () => Promise.resolve({}) } satisfies Partial<StepUpDescribers>,
  }
}
