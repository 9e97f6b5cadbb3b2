import type { lockoutKinds } from '@cardamom/contract/access/security'
import type { Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import { allTenants, type Database } from '../kernel/database.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Encryption } from '../kernel/encryption.ts'
import { countAttempt, type ThrottleRule, type ThrottleState } from './throttle.ts'

const stateOf = (row: ThrottleState): ThrottleState | null => (row.tries === 0 ? null : row)

/** What a person is kept from. */
export type LockoutKind = (typeof lockoutKinds)[number]

/** Addresses of those of them who are in the scope of the transaction: the provider's locks know ids alone. */
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

/** Of how many kinds tries of a person count. */
export const countLockoutsOf = async (sql: Queries, userId: string): Promise<number> => {
  const counted = lockoutsOf(sql, userId).select(({ fn }) => fn.countAll<bigint>().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

/** Everything that a person is kept from is open to them again. */
export const liftLockoutsOf = async (sql: Queries, userId: string): Promise<void> => {
  await sql.deleteFrom('throttle').where('userId', '=', userId).execute()
}

export type Throttles = {
  /**
   * Counts a try of the subject before it is made; `rate_limited` with the seconds to wait when it is too
   * many.
   */
  readonly take: (
    subject: string,
    rule: ThrottleRule,
    /** Whose tries they are, where that is known: an administrator can see and lift them. */
    whose?: { userId: string; kind: LockoutKind },
  ) => Promise<Answer<null, 'rate_limited'>>
  /** Counts one try in a transaction that is open already, and says whether it is free. */
  readonly isFreeWithin: (sql: Queries, subject: string, rule: ThrottleRule) => Promise<boolean>
  /** The person proved who they are: their tries no longer count. */
  readonly forget: (subject: string) => Promise<void>
  /** This one try was no guess: it does not count, the ones before it do. */
  readonly giveBack: (subject: string) => Promise<void>
  /** All tries of one kind of a person, wherever they came from, no longer count. */
  readonly forgetOf: (whose: { userId: string; kind: LockoutKind }) => Promise<void>
  /** Drops what counts no more. */
  readonly clean: (before: Date) => Promise<void>
}

/**
 * Counters that all copies of the server share, in real time. `RATE_LIMITS=off` (sandbox only) counts
 * nothing.
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
  /** Counts one try. Gives the seconds to wait where there are too many. */
  const count = async (
    sql: Queries,
    of: { subject: string; rule: ThrottleRule; whose?: { userId: string; kind: LockoutKind } | undefined },
  ): Promise<number | null> => {
    const { subject, rule, whose } = of
    const now = clock.realNow()
    // Makes the row or locks it: either way it is ours until the end of the transaction.
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
    const taken = countAttempt(stateOf(row), rule, now)
    await sql.updateTable('throttle').set(taken.state).where('subject', '=', key(subject)).execute()
    return taken.retryAfterSeconds
  }
  return {
    take: async (subject, rule, whose) => {
      if (!isOn) return accepted(null)
      const retryAfterSeconds = await db.write(allTenants, (sql) => count(sql, { subject, rule, whose }))
      return retryAfterSeconds === null
        ? accepted(null)
        : refused('rate_limited', { data: { retryAfterSeconds } })
    },
    isFreeWithin: async (sql, subject, rule) => !isOn || (await count(sql, { subject, rule })) === null,
    forget: async (subject) => {
      await db.write(allTenants, (sql) =>
        sql.deleteFrom('throttle').where('subject', '=', key(subject)).execute(),
      )
    },
    giveBack: async (subject) => {
      await db.write(allTenants, (sql) =>
        sql
          .updateTable('throttle')
          .set(({ eb }) => ({ tries: eb('tries', '-', 1) }))
          .where('subject', '=', key(subject))
          .where('tries', '>', 0)
          .execute(),
      )
    },
    forgetOf: async ({ userId, kind }) => {
      await db.write(allTenants, (sql) =>
        sql.deleteFrom('throttle').where('userId', '=', userId).where('kind', '=', kind).execute(),
      )
    },
    clean: async (before) => {
      await db.write(allTenants, (sql) =>
        sql
          .deleteFrom('throttle')
          .where('windowFrom', '<', before)
          .where((where) => where.or([where('blockedUntil', 'is', null), where('blockedUntil', '<', before)]))
          .execute(),
      )
    },
  }
}
