import type { lockoutKinds } from '@cardamom/contract/identity/lockouts'
import type { Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import type { Database } from '../kernel/database.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Encryption } from '../kernel/encryption.ts'
import { countAttempt, type ThrottleRule, type ThrottleState } from './throttle.ts'

const stateOf = (row: ThrottleState): ThrottleState | null => (row.tries === 0 ? null : row)

/** What a person is locked out of. */
export type LockoutKind = (typeof lockoutKinds)[number]

/** E-mail addresses of these people, as far as they are in the scope. The provider's locks have only ids. */
export const readEmailsOf = async (
  sql: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (userIds.length === 0) return new Map()
  const rows = await sql
    .selectFrom('appUser')
    .select(['id', 'email'])
    .where('id', '=', anyOf(userIds))
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

const lockoutsOf = (sql: Queries, userId: string) =>
  sql.selectFrom('throttle').where('userId', '=', userId).where('kind', 'is not', null).where('tries', '>', 0)

/** The number of kinds for which a person has counted tries. */
export const countLockoutsOf = async (sql: Queries, userId: string): Promise<number> => {
  const counted = lockoutsOf(sql, userId).select(({ fn }) => fn.countAll<bigint>().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

/** Lifts all lockouts of a person. */
export const liftLockoutsOf = async (sql: Queries, userId: string): Promise<void> => {
  await sql.deleteFrom('throttle').where('userId', '=', userId).execute()
}

export type Throttles = {
  /**
   * Counts a try of the subject before it is made. `rate_limited`, with the seconds to wait, when there are
   * too many.
   */
  readonly count: (
    subject: string,
    rule: ThrottleRule,
    /** The owner of the tries, where it is known, so that an administrator can see and lift the lockout. */
    whose?: { userId: string; kind: LockoutKind },
  ) => Promise<Answer<null, 'rate_limited'>>
  /** Counts one try in an open transaction. Returns whether the try is free. */
  readonly isFreeWithin: (sql: Queries, subject: string, rule: ThrottleRule) => Promise<boolean>
  /** Forgets the tries of a subject after the person proved who they are. */
  readonly forget: (subject: string) => Promise<void>
  /** Returns one try that was not a guess. Earlier tries still count. */
  readonly release: (subject: string) => Promise<void>
  /** Forgets all tries of one kind of a person, from every source. */
  readonly forgetOf: (whose: { userId: string; kind: LockoutKind }) => Promise<void>
  /** Deletes counters that have no effect any more. */
  readonly clean: (before: Date) => Promise<void>
}

/**
 * Counters in real time that all copies of the server share. `RATE_LIMITS=off` (sandbox only) counts nothing.
 */
export const createThrottles = (deps: {
  db: Database
  clock: Clock
  encryption: Encryption
  config: Pick<Config, 'RATE_LIMITS'>
}): Throttles => {
  const { db, clock, encryption } = deps
  const isOn = deps.config.RATE_LIMITS === 'on'
  const key = (subject: string) => encryption.digest(subject, 'throttle')
  /** Counts one try. Returns the seconds to wait when there are too many. */
  const count = async (
    sql: Queries,
    of: { subject: string; rule: ThrottleRule; whose?: { userId: string; kind: LockoutKind } | undefined },
  ): Promise<number | null> => {
    const { subject, rule, whose } = of
    const now = clock.realNow()
    // Creates the row or locks it. No other transaction can change it before this one ends.
    const row = await sql
      .insertInto('throttle')
      .values({
        subject: key(subject),
        tries: 0,
        windowFrom: now,
        userId: whose?.userId ?? null,
        kind: whose?.kind ?? null,
      })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet((set) => ({ tries: set.ref('throttle.tries') })),
      )
      .returning(['tries', 'windowFrom', 'blocks', 'blockedUntil'])
      .executeTakeFirstOrThrow()
    const allowed = countAttempt(stateOf(row), rule, now)
    await sql.updateTable('throttle').set(allowed.state).where('subject', '=', key(subject)).execute()
    return allowed.retryAfterSeconds
  }
  return {
    count: async (subject, rule, whose) => {
      if (!isOn) return accepted(null)
      const retryAfterSeconds = await db.write(wholeInstallation, (sql) =>
        count(sql, { subject, rule, whose }),
      )
      return retryAfterSeconds === null
        ? accepted(null)
        : refused('rate_limited', { data: { retryAfterSeconds } })
    },
    isFreeWithin: async (sql, subject, rule) => !isOn || (await count(sql, { subject, rule })) === null,
    forget: async (subject) => {
      await db.write(wholeInstallation, (sql) =>
        sql.deleteFrom('throttle').where('subject', '=', key(subject)).execute(),
      )
    },
    release: async (subject) => {
      await db.write(wholeInstallation, (sql) =>
        sql
          .updateTable('throttle')
          .set(({ eb }) => ({ tries: eb('tries', '-', 1) }))
          .where('subject', '=', key(subject))
          .where('tries', '>', 0)
          .execute(),
      )
    },
    forgetOf: async ({ userId, kind }) => {
      await db.write(wholeInstallation, (sql) =>
        sql.deleteFrom('throttle').where('userId', '=', userId).where('kind', '=', kind).execute(),
      )
    },
    clean: async (before) => {
      await db.write(wholeInstallation, (sql) =>
        sql
          .deleteFrom('throttle')
          .where('windowFrom', '<', before)
          .where((where) => where.or([where('blockedUntil', 'is', null), where('blockedUntil', '<', before)]))
          .execute(),
      )
    },
  }
}
