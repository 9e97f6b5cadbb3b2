import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { createClock, type Clock } from '../kernel/clock.ts'
import { limitNew } from '../kernel/connection-limits.ts'
import { allTenants } from '../kernel/database.ts'
import { createIds, type Ids } from '../kernel/ids.ts'
import { createOutbox, type Outbox } from '../kernel/outbox.ts'
import type { AccountKey, Journal, Plan, PlanOutcome } from '../kernel/plan.ts'
import { accountId } from './account-id.ts'
import { createPoster, type Poster } from './poster.ts'

/** A ledger on its own database, with the functions that tests need. */
export type TestLedger = TestDatabase & {
  readonly poster: Poster
  readonly ids: Ids
  readonly clock: Clock
  readonly outbox: Outbox
  /** A connection of the owner, for what the app's role may not do. */
  readonly owner: pg.Client
  readonly post: (...journals: Journal[]) => Promise<PlanOutcome>
  readonly apply: (plan: Partial<Plan>) => Promise<PlanOutcome>
  readonly balance: (key: AccountKey) => Promise<bigint>
  readonly count: (table: string) => Promise<number>
  /** Ends the poster's connections, like a failing database. */
  readonly endConnections: () => Promise<void>
  readonly end: () => Promise<void>
}

/** @param existing a database to use instead of a copy on this run's server */
export const createTestLedger = async (existing?: TestDatabase): Promise<TestLedger> => {
  const database = existing ?? (await createTestDatabase())
  const clock = createClock()
  const ids = createIds(() => clock.realNow().getTime())
  const outbox = createOutbox({ ids, clock })
  // Separate connections, which tests may end.
  const pool = new pg.Pool({
    connectionString: database.appUrl,
    max: 4,
    application_name: 'poster',
    onConnect: limitNew('request'),
  })
  pool.on('error', () => undefined)
  const poster = createPoster({ pool, ids, clock, expandEvents: outbox.expand })
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const apply = (plan: Partial<Plan>) => poster.apply({ journals: [], ...plan })
  return {
    ...database,
    poster,
    ids,
    clock,
    outbox,
    owner,
    apply,
    post: (...journals) => apply({ journals }),
    balance: async (key) => {
      const row = await database.db.read(allTenants, (sql) =>
        sql.maybe<{ balance: bigint }>('select balance from account where id = $1', [accountId(key)]),
      )
      return row?.balance ?? 0n
    },
    count: async (table) => {
      const { rows } = await owner.query<{ count: bigint }>(`select count(*) from ${table}`)
      return Number(rows[0]?.count)
    },
    endConnections: async () => {
      await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'poster'`,
      )
    },
    end: async () => {
      await poster.close()
      await pool.end()
      await owner.end()
      await database.drop()
    },
  }
}
