import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIds } from '../../server/src/kernel/ids.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { existingTestRoles } from '../support/test-roles.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/**
 * Tables that grow without end are partitioned by month or by year: an upgrade leaves their rows, partitions are added and
 * dropped, and no role gains a right.
 */
const sourceDir = join(import.meta.dirname, '../../server/src')
const monthly = ['audit', 'event', 'notified_event']
const dayMs = 24 * 3_600_000
let database: TestDatabase
let owner: pg.Client

const upgrade = (from: string) =>
  migrate({ ownerUrl: database.ownerUrl, sourceDir: from, roles: existingTestRoles })
/** The migrations before the tables were partitioned by month. */
const beforeMonths = () => {
  const copy = makeDataDir('before-months')
  cpSync(sourceDir, copy, { recursive: true })
  for (const module of ['kernel', 'audit', 'notifications', 'ledger']) {
    const folder = join(copy, module, 'migrations')
    const isLater = (name: string) =>
      /^\d+-(?:(?:audit-|notified-)?months|partitions-of-years|keys-of-replays|audit-(?:ch|archive))/.test(
        name,
      )
    for (const file of readdirSync(folder).filter(isLater)) rmSync(join(folder, file))
  }
  return copy
}
const idOf = (at: number | Date) => createIds(() => Number(at)).next()
const putEvent = (id: string) =>
  `insert into event (id, type, entity, entity_id, at) values ('${id}', 'card.paused', 'card', '${id}', 'epoch')`
const putAudit = (id: string) =>
  `insert into audit (id, at, business_at, actor_kind, action, outcome, request_id, address)
   values ('${id}', 'epoch', 'epoch', 'job', 'cards.pause', 'ok', 'r', '-')`
const putNotified = (id: string) =>
  `insert into notified_event (event_id, user_id, company_id, at) values ('${id}', '${id}', '${id}', 'epoch')`
const asApp = (statement: string) => database.db.write(allTenants, (sql) => sql.run(statement))
const partOf = async (table: string, id: string): Promise<string | undefined> => {
  const { rows } = await owner.query<{ part: string }>(
    `select tableoid::regclass::text as part from ${table} where ${table === 'notified_event' ? 'event_id' : 'id'} = $1`,
    [id],
  )
  return rows[0]?.part
}
const now = Date.now()
const middleOfNextMonth = () => {
  const first = new Date(now)
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 15))
}
const nextYear = new Date(now).getUTCFullYear() + 1
const middleOfNextYear = () => Date.UTC(nextYear, 5, 15)
const old = [0, 40, 400].map((days) => idOf(now - days * dayMs))

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await upgrade(beforeMonths())
  for (const id of old) for (const put of [putEvent, putAudit, putNotified]) await asApp(put(id))
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('an upgrade removes no row, and plans still write the audit', async () => {
  expect(await upgrade(sourceDir)).toBe(11)
  for (const table of monthly) for (const id of old) expect(await partOf(table, id)).toBe(`${table}_first`)
  const { rows } = await owner.query(`select 1 from plan_table where name = 'audit'::regclass`)
  expect(rows).toHaveLength(1)
})

test('rows are stored in the month of their id, and rows of no month are stored too', async () => {
  const next = middleOfNextMonth()
  const month = next.toISOString().slice(0, 7).replace('-', '')
  for (const [at, part] of [
    [next.getTime(), month],
    [now + 3000 * dayMs, 'other'],
  ] as const) {
    const id = idOf(at)
    for (const put of [putEvent, putAudit, putNotified]) await asApp(put(id))
    for (const table of monthly) expect(await partOf(table, id)).toBe(`${table}_${part}`)
    await expect(asApp(putEvent(id))).rejects.toMatchObject({ code: '23505' })
    await expect(asApp(putNotified(id))).rejects.toMatchObject({ code: '23505' })
  }
})

test('the app reaches a month through its table alone, and no role changes the audit', async () => {
  const { rows } = await owner.query<{ name: string; walled: boolean }>(
    `select c.oid::regclass::text as name, c.relrowsecurity as walled from pg_class c
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )
  expect(rows.length).toBeGreaterThanOrEqual(monthly.length * 5)
  expect(rows.filter(({ walled }) => !walled)).toEqual([])
  for (const { name } of rows) {
    await expect(asApp(`select 1 from ${name}`)).rejects.toMatchObject({ code: '42501' })
    if (!name.startsWith('audit')) continue
    const [, table = 'audit'] = /^(audit_change|audit_leaf)/.exec(name) ?? []
    const column = { audit: 'outcome', audit_change: 'entity', audit_leaf: 'leaf' }[table] ?? ''
    for (const change of [`delete from ${name}`, `update ${name} set ${column} = 'x'`, `truncate ${name}`])
      await expect(owner.query(change)).rejects.toThrow('never changed or deleted')
  }
  for (const call of [
    `add_partition('event', '2020-01-01')`,
    `make_partition('event', 'mine', null, null)`,
    `partition_by_month('event', 'event_first', 'id', 2)`,
    `close_partition('event', 'event_first')`,
    `first_id('epoch')`,
  ])
    await expect(asApp(`select ${call}`)).rejects.toMatchObject({ code: '42501' })
})

const turnAll = async () => {
  for (;;) {
    const [row] = await database.db.write(allTenants, (sql) =>
      sql.rows<{ turned: number }>('select turn_partitions() as turned'),
    )
    if (row?.turned === 0) return
  }
}
const partsOf = async (table: string) => {
  const { rows } = await owner.query<{ part: string }>(
    'select inhrelid::regclass::text as part from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  )
  return rows.map(({ part }) => part)
}

test('old months are dropped by their rule, coming months are created, and the audit keeps all months', async () => {
  await turnAll()
  const before = await Promise.all(monthly.map(partsOf))
  await turnAll()
  expect(await Promise.all(monthly.map(partsOf))).toEqual(before)
  // The end of the first partition is set years back, as it will be one day.
  for (const table of monthly) {
    await owner.query(`alter table ${table} detach partition ${table}_first`)
    await owner.query(`alter table ${table}_first rename to ${table}_early`)
    await owner.query(`create table ${table}_first (like ${table} including all)`)
    await owner.query(
      `alter table ${table} attach partition ${table}_first for values from (minvalue) to ('${idOf(now - 300 * dayMs)}')`,
    )
    await owner.query(
      `select add_partition('${table}', now() - interval '8 months'), add_partition('${table}', now() - interval '4 months')`,
    )
  }
  await turnAll()
  const months = async (table: string) => (await partsOf(table)).length
  expect(await partsOf('event')).not.toContain('event_first')
  expect(await partsOf('notified_event')).not.toContain('notified_event_first')
  expect(await partsOf('audit')).toContain('audit_first')
  expect((await months('audit')) - (await months('event'))).toBe(2)
})

test('a table that is partitioned later has its rows in the first partition, and its own retention', async () => {
  const [first, next] = [idOf(now - 400 * dayMs), idOf(middleOfNextMonth())]
  await owner.query(`create table sample_first (id uuid primary key);
    insert into sample_first values ('${first}');
    create table sample (like sample_first, primary key (id)) partition by range (id);
    select partition_by_month('sample', 'sample_first', 'id', 12);
    insert into sample values ('${next}')`)
  expect(await partOf('sample', first)).toBe('sample_first')
  expect(await partOf('sample', next)).toMatch(/^sample_\d{6}$/)
  const { rows } = await owner.query(
    `select id_column, partition_months, retention_months from partitioned_table where name = 'sample'::regclass`,
  )
  expect(rows).toEqual([{ id_column: 'id', partition_months: 1, retention_months: 12 }])
})

test('a table may have partitions of years, one ahead, and partitions have its storage settings', async () => {
  const [first, next] = [idOf(now - 400 * dayMs), idOf(middleOfNextYear())]
  await owner.query(`create table yearly_first (id uuid primary key, number int) with (fillfactor = 70);
    create index on yearly_first using brin (number) with (pages_per_range = 7);
    insert into yearly_first values ('${first}', 1);
    create table yearly (like yearly_first, primary key (id)) partition by range (id);
    select partition_by_time('yearly', 'yearly_first', 'id', 12, null);
    insert into yearly values ('${next}', 2)`)
  expect(await partOf('yearly', first)).toBe('yearly_first')
  expect(await partOf('yearly', next)).toBe(`yearly_${nextYear}`)
  await turnAll()
  expect(await partsOf('yearly')).toEqual([`yearly_${nextYear}`, 'yearly_first', 'yearly_other'])
  const { rows } = await owner.query(
    `select c.reloptions as options, (select array_agg(x.reloptions::text) from pg_index i join pg_class x on x.oid = i.indexrelid
       where i.indrelid = c.oid and x.reloptions is not null) as indexes
     from pg_class c where oid = 'yearly_${nextYear}'::regclass`,
  )
  expect(rows).toEqual([{ options: ['fillfactor=70'], indexes: ['{pages_per_range=7}'] }])
})

test('rows whose ids name no time stay in the first partition', async () => {
  const [random, next] = ['ffffffff-0000-4000-8000-000000000000', idOf(middleOfNextYear())]
  await owner.query(`create table mixed_first (kind text, id uuid, primary key (id, kind));
    insert into mixed_first values ('a', '${random}'), ('t', '${idOf(now)}');
    create table mixed (like mixed_first, primary key (id, kind)) partition by range (kind, id);
    select partition_by_time('mixed', 'mixed_first', 'id', 12, null, 'kind', 't');
    insert into mixed values ('a', '${next}'), ('t', '${next}')`)
  const { rows } = await owner.query('select kind, tableoid::regclass::text as part from mixed order by 1, 2')
  expect(rows).toEqual([
    { kind: 'a', part: 'mixed_first' },
    { kind: 'a', part: 'mixed_first' },
    { kind: 't', part: `mixed_${nextYear}` },
    { kind: 't', part: 'mixed_first' },
  ])
})

test('a query of the newest rows reads their month alone', async () => {
  // In the middle of a month; the first minute of a month reads two.
  const at = middleOfNextMonth().getTime()
  const newest = idOf(at + 500)
  await asApp(putEvent(newest))
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `explain (costs off) select id from event where id > '${idOf(at - 60_000)}' and id < '${idOf(at + 1000)}'`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  const read = [...plan.matchAll(/on (event_\w+?)(?:_pkey)?$/gm)].map(([, part]) => part)
  expect(new Set(read)).toEqual(new Set([await partOf('event', newest)]))
})
