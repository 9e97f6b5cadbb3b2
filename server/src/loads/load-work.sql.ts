import type { Scope } from '../kernel/database.ts'
import { anyOf, constant, type Queries } from '../kernel/queries.ts'
import { readWaiting, type WaitingWork } from '../kernel/waiting-work.ts'
import { queuedRefunds } from './load-refunds.sql.ts'

/** One of the states of the index `load_waiting_for_people`. */
const loadsIn = (sql: Queries, scope: Scope, status: 'review' | 'credit_failed') => {
  const loads = sql
    .selectFrom('load')
    .where('load.status', '=', constant(status))
    .where('load.cardId', 'is not', null)
  return scope.kind === 'companies' ? loads.where('load.companyId', '=', anyOf(scope.companyIds)) : loads
}

const depositsInReview = (sql: Queries, scope: Scope) => {
  const deposits = sql
    .selectFrom('load')
    .where('load.status', '=', constant('review'))
    .where('load.cardId', 'is', null)
  return scope.kind === 'companies'
    ? deposits.where('load.companyId', '=', anyOf(scope.companyIds))
    : deposits
}

const waitingIn = (status: Parameters<typeof loadsIn>[2]): WaitingWork => ({
  tag: 'loads.view',
  read: (sql, { scope }) =>
    readWaiting(sql, loadsIn(sql, scope, status), { by: 'load.id', time: 'load.quotedAt' }),
})

/** Loads that wait for a decision, for a card that accepts their credit, or for the payment of their refund. */
export const loadWork = {
  loadsInReview: waitingIn('review'),
  /** Deposits of companies by crypto. */
  depositsInReview: {
    tag: 'deposits.view',
    read: (sql, { scope }) =>
      readWaiting(sql, depositsInReview(sql, scope), { by: 'load.id', time: 'load.quotedAt' }),
  },
  failedCredits: waitingIn('credit_failed'),
  queuedRefunds: {
    tag: 'loads.view',
    read: (sql) =>
      readWaiting(sql, queuedRefunds(sql), { by: 'loadRefund.queuedAt', time: 'loadRefund.queuedAt' }),
  },
} satisfies Record<string, WaitingWork>
