import { listApprovals } from '@cardamom/contract/approvals'
import { expressionBuilder } from 'kysely'
import { list } from '../kernel/list.ts'
import { anyOf } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { checkerTagsOf } from './approval.ts'
import { approvals, mayConcern } from './approvals.sql.ts'
import { unnamedItem } from './approval-view.ts'

/** The side is a condition of `from`, which knows the reader. */
const isInFrom = expressionBuilder<DB, 'approval'>().lit(true)
const row = expressionBuilder<DB, 'approval'>()

/**
 * Requests of the reader's companies that the reader could check, and the reader's own, without names. Ids have the
 * order of the requests.
 */
export const approvalsList = list(listApprovals, {
  table: 'approval',
  from: (sql, { side }, { me }) => {
    const isChecked = row.and([
      row('approval.checkerTag', '=', anyOf(checkerTagsOf(me))),
      row('approval.makerId', '!=', me.userId),
      mayConcern(me),
    ])
    const isMine = row('approval.makerId', '=', me.userId)
    const all = approvals(sql)
    if (side === 'others') return all.where(isChecked)
    return all.where(side === 'yours' ? isMine : row.or([isChecked, isMine]))
  },
  scope: 'companies',
  sorts: { requestedAt: 'approval.id' },
  filters: { side: () => isInFrom },
  items: (rows, reader) => rows.map((each) => unnamedItem(each, reader)),
})
