import { readWaiting, type WaitingWork } from '../kernel/waiting-work.ts'
import type { Scope } from '../kernel/database.ts'
import { ofCountedPeople } from '../identity/test-people.sql.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'

const casesIn = (sql: Queries, scope: Scope) => {
  const cases = sql.selectFrom('kycCase')
  return scope.kind === 'companies' ? cases.where('kycCase.companyId', '=', anyOf(scope.companyIds)) : cases
}

/** Identity checks of counted people that were started since an instant, and those of them that need a review now. */
export const countStartedCases = async (
  sql: Queries,
  { since, scope }: { readonly since: Date; readonly scope: Scope },
): Promise<{ started: number; inReview: number }> => {
  const counted = await casesIn(sql, scope)
    .select(({ fn }) => [
      fn.countAll<bigint>().as('started'),
      fn.countAll<bigint>().filterWhere('kycCase.status', '=', 'needs_review').as('inReview'),
    ])
    .where('kycCase.createdAt', '>=', since)
    .where('kycCase.status', 'is not', null)
    .where(ofCountedPeople('kycCase.userId'))
    .executeTakeFirstOrThrow()
  return { started: Number(counted.started), inReview: Number(counted.inReview) }
}

/** Cases that need a review; the one that changed first waits longest. */
export const kycWork = {
  kycToReview: {
    tag: 'kyc.view',
    read: (sql, { scope }) =>
      readWaiting(sql, casesIn(sql, scope).where('kycCase.status', '=', 'needs_review'), {
        by: 'kycCase.changedAt',
        time: 'kycCase.changedAt',
      }),
  },
} satisfies Record<string, WaitingWork>
