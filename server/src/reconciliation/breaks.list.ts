import { listBreaks, listReconcileRuns } from '@cardamom/contract/reconciliation'
import { sql as fragment, type SqlBool } from 'kysely'
import { list } from '../kernel/list.ts'
import { breakViews, runViews } from './break-view.ts'
import { reconcileBreaks } from './breaks.sql.ts'
import { reconcileRuns } from './runs.sql.ts'

/** Breaks of the companies that the reader may see; those of the whole installation are House's. */
export const breaksList = list(listBreaks, {
  table: 'reconcileBreak',
  from: reconcileBreaks,
  scope: 'companies',
  filters: { runId: 'reconcileBreak.foundRunId' },
  search: (typed) => {
    const code = typed.trim()
    return fragment<SqlBool>`(reconcile_break.subject collate "C" = ${code}
      or reconcile_break.transaction_id collate "C" = ${code})`
  },
  items: (rows, { sql, me }) => breakViews(sql, rows, me),
  version: 'reconcileBreak.version',
  csv: {
    texts: 'reconcile',
    columns: [
      'foundAt',
      'class',
      'status',
      'age',
      'amount',
      'companyName',
      'subject',
      'transactionId',
      'eventAt',
      'oursEvent',
      'oursAmount',
      'theirsEvent',
      'theirsAmount',
      'detail',
      'ownerName',
      'note',
      'endedAt',
    ],
  },
})

/** Runs are of the whole installation, so they are House's. */
export const runsList = list(listReconcileRuns, {
  table: 'reconcileRun',
  from: reconcileRuns,
  scope: 'companies',
  items: (rows, { sql }) => runViews(sql, rows),
  csv: {
    texts: 'reconcileRuns',
    columns: [
      'startedAt',
      'endedAt',
      'status',
      'requestedByName',
      'comparedFrom',
      'comparedUntil',
      'compared',
      'matched',
      'healed',
      'found',
      'failure',
    ],
  },
})
