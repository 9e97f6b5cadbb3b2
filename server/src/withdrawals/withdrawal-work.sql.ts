import type { Scope } from '../kernel/database.ts'
import { anyOf, constant, type Queries } from '../kernel/queries.ts'
import { readWaiting, type WaitingWork } from '../kernel/waiting-work.ts'
import type { WithdrawalRecord } from './withdrawals.sql.ts'

const withdrawalsIn = (sql: Queries, scope: Scope, step: WithdrawalRecord['step']) => {
  const rows = sql.selectFrom('withdrawal').where('withdrawal.step', '=', constant(step))
  return scope.kind === 'companies' ? rows.where('withdrawal.companyId', '=', anyOf(scope.companyIds)) : rows
}

/** For those who decide about withdrawals, as far as they may also open the list. */
const waitingIn = (step: WithdrawalRecord['step']): WaitingWork => ({
  tag: 'withdrawals.approve',
  read: async (sql, { me, scope }) =>
    me.may('withdrawals.view')
      ? readWaiting(sql, withdrawalsIn(sql, scope, step), {
          by: 'withdrawal.requestedAt',
          time: 'withdrawal.requestedAt',
        })
      : { count: 0, oldestAt: null },
})

/** Withdrawals that wait for their approval, and those whose payment failed, so that a person decides. */
export const withdrawalWork = {
  withdrawalsToApprove: waitingIn('requested'),
  failedWithdrawals: waitingIn('failed'),
} satisfies Record<string, WaitingWork>
