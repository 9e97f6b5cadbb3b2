import { sql as fragment } from 'kysely'
import type { Scope } from '../kernel/database.ts'
import { readCappedCounts } from '../kernel/capped-count.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { readWaiting, type WaitingWork } from '../kernel/waiting-work.ts'
import { isPerson } from './people.sql.ts'

/**
 * People who registered since an instant, without test people; `confirmed` and `verified` of them as the filters of their
 * list count them.
 */
export const countRegistered = async (
  sql: Queries,
  { since, scope }: { readonly since: Date; readonly scope: Scope },
): Promise<{ registered: number; confirmed: number; verified: number }> => {
  const all = sql
    .selectFrom('appUser')
    .select(({ fn, eb }) => [
      fn.countAll<bigint>().as('registered'),
      fn
        .countAll<bigint>()
        .filterWhere(eb.and([eb('appUser.active', '=', true), eb('appUser.emailVerifiedAt', 'is not', null)]))
        .as('confirmed'),
      fn.countAll<bigint>().filterWhere('appUser.identityVerifiedAt', 'is not', null).as('verified'),
    ])
    .where('appUser.createdAt', '>=', since)
    .where('appUser.isTest', '=', false)
    .where(isPerson)
  const people =
    scope.kind === 'companies' ? all.where('appUser.companyId', '=', anyOf(scope.companyIds)) : all
  const { registered, confirmed, verified } = await people.executeTakeFirstOrThrow()
  return { registered: Number(registered), confirmed: Number(confirmed), verified: Number(verified) }
}

/** Cardholders and sellers of each of these companies without test people, at most 10,001. */
export const countPeopleOf = (sql: Queries, companyIds: readonly string[]) =>
  readCappedCounts(sql, companyIds, {
    rowsOf: fragment`select from app_user where app_user.company_id = each.id and ${isPerson}`,
    without: fragment<string>`select app_user.company_id from app_user
      where app_user.company_id = any(${companyIds}::uuid[]) and app_user.is_test and ${isPerson}`,
  })

/** As the index `throttle_by_end` has it. */
const end = fragment<Date>`coalesce(throttle.blocked_until, '-infinity')`

/** People who are locked out now. Lockouts end by themselves, so none of them gets old. */
export const identityWork = {
  lockouts: {
    tag: 'sessions.view',
    read: async (sql, { scope, realNow }) => {
      const all = sql
        .selectFrom('throttle')
        .innerJoin('appUser', 'appUser.id', 'throttle.userId')
        .where('throttle.kind', 'is not', null)
        .where('throttle.tries', '>', 0)
        .where(end, '>', realNow)
        .where('throttle.blockedUntil', '>', realNow)
      const rows =
        scope.kind === 'companies' ? all.where('appUser.companyId', '=', anyOf(scope.companyIds)) : all
      const { count } = await readWaiting(sql, rows, {
        by: 'throttle.subject',
        time: 'throttle.blockedUntil',
      })
      return { count, oldestAt: null }
    },
  },
} satisfies Record<string, WaitingWork>
