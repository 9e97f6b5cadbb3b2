import { listLockouts } from '@cardamom/contract/identity/lockouts'
import { sql as fragment } from 'kysely'
import { list } from '../kernel/list.ts'
import type { LockoutKind } from './throttles.sql.ts'

/**
 * The end of a lockout, as the index `throttle_by_end` has it. Tries that are counted but not blocked come last.
 */
const end = fragment<Date>`coalesce(throttle.blocked_until, '-infinity')`

/** People who are locked out now, in real time. With the filter of one person, their counted tries too. */
export const lockoutsList = list(listLockouts, {
  table: 'throttle',
  from: (sql, { userId }, { now }) =>
    sql
      .selectFrom('throttle')
      .innerJoin('appUser', 'appUser.id', 'throttle.userId')
      .select([
        'appUser.id as userId',
        'appUser.email',
        'throttle.kind',
        'throttle.tries',
        'throttle.blockedUntil',
      ])
      .where('throttle.kind', 'is not', null)
      .where('throttle.tries', '>', 0)
      // The index serves the first condition. The database estimates the number of rows by the second.
      .$if(userId === undefined, (all) => all.where(end, '>', now).where('throttle.blockedUntil', '>', now))
      .$narrowType<{ kind: LockoutKind }>(),
  // The join with people limits the rows to the scope of the reader.
  scope: { companies: 'appUser.companyId' },
  id: 'throttle.subject',
  sorts: { blockedUntil: end },
  items: (rows) =>
    rows.map(({ userId, email, kind, tries, blockedUntil }) => ({
      userId,
      email,
      kind,
      tries,
      blockedUntil,
    })),
})
