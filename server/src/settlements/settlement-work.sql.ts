import type { Scope } from '../kernel/database.ts'
import { anyOf, constant, type Queries } from '../kernel/queries.ts'
import { readWaiting, type WaitingWork } from '../kernel/waiting-work.ts'
import { onlyOwnerOf } from '../companies/share-access.ts'

const drafts = (sql: Queries, { scope, ownerId }: { scope: Scope; ownerId: string | null }) => {
  const rows = sql.selectFrom('settlement').where('settlement.status', '=', constant('draft'))
  const owned = ownerId === null ? rows : rows.where('settlement.ownerId', '=', ownerId)
  return scope.kind === 'companies'
    ? owned.where('settlement.companyId', '=', anyOf(scope.companyIds))
    : owned
}

/** Settlements that the daily run does not pay before a person approves them; they wait since their period ended. */
export const settlementWork = {
  settlementsToApprove: {
    tag: 'settlements.approve',
    read: async (sql, { me, scope }) =>
      me.may('settlements.view')
        ? readWaiting(sql, drafts(sql, { scope, ownerId: onlyOwnerOf(me) }), {
            by: 'settlement.periodEnd',
            time: 'settlement.periodEnd',
          })
        : { count: 0, oldestAt: null },
  },
} satisfies Record<string, WaitingWork>
