import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants, openDatabase, type Database, type Scope } from '../../server/src/kernel/database.ts'
import { createSeeded } from '../simulation/seeded.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/**
 * Hundreds of callers of many companies share a few connections, while statements fail, are cancelled and
 * wait for locks, and connections end. Every answer is compared with what its caller may see.
 * `SCOPE_SECONDS=300` makes it longer.
 */
const seconds = Number(process.env['SCOPE_SECONDS'] ?? 6)
const callers = 200
const companies = 40
const peopleOfEach = 10
const random = createSeeded(Number(process.env['SEED'] ?? 7))

const companyAt = (n: number) => `0191d6d8-8f0d-7a3c-8e01-${n.toString(16).padStart(12, '0')}`
const personAt = (n: number) => `0191d6d8-8f0d-7a3c-8e02-${n.toString(16).padStart(12, '0')}`

let database: TestDatabase
let db: Database
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.appUrl, connections: 8, onIdleError: () => undefined })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const people = Array.from({ length: companies * peopleOfEach }, (_, n) => n)
  await owner.query(
    `insert into saved_view (company_id, user_id, id, list, name, query, created_at)
     select c, u, gen_random_uuid(), '/loads', 'view', '{}', now() from unnest($1::uuid[], $2::uuid[]) p (c, u)`,
    [people.map((n) => companyAt(Math.floor(n / peopleOfEach))), people.map(personAt)],
  )
})
afterAll(async () => {
  await owner.end()
  await db.close()
  await database.drop()
})

type SeenRow = { readonly company_id: string; readonly user_id: string; readonly mark: string }
type Caller = { readonly scope: Scope; readonly count: number; readonly sees: (row: SeenRow) => boolean }

const someone = (): Caller => {
  const kind = random.whole(0, 9)
  if (kind === 0) return { scope: allTenants, count: companies * peopleOfEach, sees: () => true }
  if (kind < 5) {
    const companyIds = [
      ...new Set(Array.from({ length: kind - 1 }, () => companyAt(random.whole(0, companies - 1)))),
    ]
    const count = companyIds.length * peopleOfEach
    return {
      scope: { kind: 'companies', companyIds },
      count,
      sees: (row) => companyIds.includes(row.company_id),
    }
  }
  const n = random.whole(0, companies * peopleOfEach - 1)
  const scope = {
    kind: 'own',
    companyId: companyAt(Math.floor(n / peopleOfEach)),
    userId: personAt(n),
  } as const
  return {
    scope,
    count: 1,
    sees: (row) => row.user_id === scope.userId && row.company_id === scope.companyId,
  }
}

const reads = [
  'select company_id, user_id, $1::text as mark from saved_view',
  'select company_id, user_id, $1::text as mark from saved_view order by id desc',
  'select v.company_id, v.user_id, $1::text as mark from saved_view v join saved_view w on w.id = v.id',
]
const failures = [
  'select 1 / (n - n) from generate_series(1, 1) n',
  'select nothing from nowhere',
  'select pg_cancel_backend(pg_backend_pid()), pg_sleep(1)',
  `select set_config('app.scope', 'all', false), 1 / (n - n) from generate_series(1, 1) n`,
  `select set_config('app.scope', 'all', false)`,
  'insert into saved_view values (null)',
]
const ours = `from pg_stat_activity where datname = current_database() and usename = 'cardamom_app' and random() < 0.5`
const faults = [
  `select pg_cancel_backend(pid) ${ours}`,
  `select pg_terminate_backend(pid) ${ours}`,
  'begin; lock table saved_view in access exclusive mode; select pg_sleep(0.2); commit',
]

test(
  'no user sees a row of others, whatever fails on the connections that callers share',
  async () => {
    const until = Date.now() + seconds * 1000
    const leaks: object[] = []
    let answered = 0
    const readOnce = async (mark: string) => {
      const { scope, count, sees } = someone()
      if (random.chance(1 / 12)) {
        await db.read(scope, (sql) => sql.rows(random.pick(failures)))
        return
      }
      const text = random.pick(reads)
      const rows = await db.read(scope, (sql) => sql.rows<SeenRow>(text, [mark]))
      answered += 1
      if (rows.length !== count || rows.some((row) => row.mark !== mark || !sees(row)))
        leaks.push({ scope, text, rows })
    }
    const call = async (caller: number) => {
      for (let turn = 0; Date.now() < until; turn += 1) {
        if (random.chance(1 / 20)) await pause(random.whole(0, 4))
        // Calls may fail because of an injected fault; every answer must still be right.
        await readOnce(`${caller}.${turn}`).catch(() => undefined)
      }
    }
    const disturb = async () => {
      while (Date.now() < until) {
        await pause(random.whole(100, 500))
        await owner.query(random.pick(faults))
      }
    }
    await Promise.all([disturb(), ...Array.from({ length: callers }, (_, caller) => call(caller))])
    expect(leaks).toEqual([])
    expect(answered).toBeGreaterThan(callers)
  },
  seconds * 1000 + 60_000,
)
