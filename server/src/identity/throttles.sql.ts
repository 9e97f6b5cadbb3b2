import type { lockoutKinds } from '@cardamom/contract/security'
import type { Clock } from '../kernel/clock.ts'
import type { Config } from '../kernel/config.ts'
import { everything, type Database } from '../kernel/database.ts'
import type { Queries } from '../kernel/queries.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Seal } from '../kernel/seal.ts'
import { takeTry, type ThrottleRule, type ThrottleState } from './throttle.ts'

// Makes the row or locks it: either way it is ours until the end of the transaction.
const open = `insert into throttle (subject, tries, window_from, user_id, kind) values ($1, 0, $2, $3, $4)
  on conflict (subject) do update set tries = throttle.tries
  returning tries, window_from, blocks, blocked_until`
const keep = `update throttle set tries = $2, window_from = $3, blocks = $4, blocked_until = $5
  where subject = $1`
const forget = 'delete from throttle where subject = $1'
const giveBack = 'update throttle set tries = tries - 1 where subject = $1 and tries > 0'
const forgetKind = 'delete from throttle where user_id = $1 and kind = $2'
const liftAll = 'delete from throttle where user_id = $1'
// The join with people keeps it within the scope of who asks.
const list = `select t.user_id, u.email, t.kind, t.tries, t.blocked_until
  from throttle t join app_user u on u.id = t.user_id
  where t.kind is not null and t.tries > 0 and (t.user_id = $1 or ($1::uuid is null and t.blocked_until > $2))
  order by t.blocked_until desc nulls last limit 200`
const emails = 'select id, email from app_user where id = any($1)'
const forgetOld =
  'delete from throttle where window_from < $1 and (blocked_until is null or blocked_until < $1)'

type Row = { tries: number; window_from: Date; blocks: number; blocked_until: Date | null }

const stateOf = (row: Row): ThrottleState | null =>
  row.tries === 0
    ? null
    : {
        tries: row.tries,
        windowFrom: row.window_from,
        blocks: row.blocks,
        blockedUntil: row.blocked_until,
      }

/** What a person is kept from. */
export type LockoutKind = (typeof lockoutKinds)[number]

/** Tries of a person that count. Times are real time. */
export type Lockout = {
  readonly userId: string
  readonly email: string
  readonly kind: LockoutKind
  readonly tries: number
  readonly blockedUntil: Date | null
}

/** Who is kept from trying now, in the scope of the transaction; of one person also what only counts. */
export const listLockoutsOf = async (
  sql: Queries,
  { userId, now }: { userId: string | null; now: Date },
): Promise<Lockout[]> => {
  type Listed = {
    user_id: string
    email: string
    kind: LockoutKind
    tries: number
    blocked_until: Date | null
  }
  return (await sql.rows<Listed>(list, [userId, now])).map((row) => ({
    userId: row.user_id,
    email: row.email,
    kind: row.kind,
    tries: row.tries,
    blockedUntil: row.blocked_until,
  }))
}

/** Addresses of those of them who are in the scope of the transaction: the provider's locks know ids alone. */
export const readEmailsOf = async (
  sql: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (userIds.length === 0) return new Map()
  const rows = await sql.rows<{ id: string; email: string }>(emails, [userIds])
  return new Map(rows.map(({ id, email }) => [id, email]))
}

/** Everything that a person is kept from is open to them again; gives how much it was. */
export const liftLockoutsOf = (sql: Queries, userId: string): Promise<number> => sql.run(liftAll, [userId])

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
  seal: Seal
  config: Pick<Config, 'RATE_LIMITS'>
}): Throttles => {
  const { db, clock, seal } = deps
  const isOn = deps.config.RATE_LIMITS === 'on'
  const key = (subject: string) => seal.digest(subject, 'throttle')
  /** Counts one try. Gives the seconds to wait where there are too many. */
  const count = async (
    sql: Queries,
    of: { subject: string; rule: ThrottleRule; whose?: { userId: string; kind: LockoutKind } | undefined },
  ): Promise<number | null> => {
    const { subject, rule, whose } = of
    const now = clock.realNow()
    const row = await sql.one<Row>(open, [key(subject), now, whose?.userId ?? null, whose?.kind ?? null])
    const taken = takeTry(stateOf(row), rule, now)
    const { tries, windowFrom, blocks, blockedUntil } = taken.state
    await sql.run(keep, [key(subject), tries, windowFrom, blocks, blockedUntil])
    return taken.retryAfterSeconds
  }
  return {
    take: async (subject, rule, whose) => {
      if (!isOn) return accepted(null)
      const retryAfterSeconds = await db.write(everything, (sql) => count(sql, { subject, rule, whose }))
      return retryAfterSeconds === null
        ? accepted(null)
        : refused('rate_limited', { data: { retryAfterSeconds } })
    },
    isFreeWithin: async (sql, subject, rule) => !isOn || (await count(sql, { subject, rule })) === null,
    forget: async (subject) => {
      await db.write(everything, (sql) => sql.run(forget, [key(subject)]))
    },
    giveBack: async (subject) => {
      await db.write(everything, (sql) => sql.run(giveBack, [key(subject)]))
    },
    forgetOf: async ({ userId, kind }) => {
      await db.write(everything, (sql) => sql.run(forgetKind, [userId, kind]))
    },
    clean: async (before) => {
      await db.write(everything, (sql) => sql.run(forgetOld, [before]))
    },
  }
}
