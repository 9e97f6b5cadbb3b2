import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { snakeCase } from '../../server/src/kernel/guarded-update.ts'
import { statesOf, statusPairs, type AnyTransitions } from '../../server/src/kernel/states.ts'
import { allTransitions, renderTransitions, transitionsFile } from '../../tools/transitions-sql.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
/** The role of the product, on a table that has the real table's trigger and only its status column. */
let app: pg.Client
let owner: pg.Client
const schemaOf = (table: AnyTransitions) => `only_${snakeCase(table.table)}`
/** A person's case exists before its first check, so it is inserted without a status. */
const startWithoutStatus = ['kyc_case']
const nullability = `select case when attnotnull then 'not null' else '' end as clause from pg_attribute
  where attrelid = ('public.' || $1)::regclass and attname = 'status'`

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  app = new pg.Client({ connectionString: database.appUrl })
  await Promise.all([owner.connect(), app.connect()])
  for (const table of allTransitions) {
    const name = snakeCase(table.table)
    const { rows } = await owner.query<{ clause: string }>(nullability, [name])
    // The trigger names its table without a schema, so this copy works without the other columns and checks.
    await owner.query(`create schema ${schemaOf(table)}
      create table ${name} (id int primary key, status text ${rows[0]?.clause})`)
    await owner.query(`select guard_status('${schemaOf(table)}.${name}')`)
    await owner.query(`grant usage on schema ${schemaOf(table)} to cardamom_app;
      grant all on ${schemaOf(table)}.${name} to cardamom_app`)
  }
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await database.drop()
})

it('the file of transitions matches the tables (else: node tools/transitions-sql.ts)', () => {
  expect(readFileSync(transitionsFile, 'utf8')).toBe(renderTransitions())
})

/** A part of an address, a number, values that never change after the insert, and one that is computed from times. */
const noStatus = ['app_user.state', 'card.payment_status', 'email_change.state', 'idempotency.status']
/** Records of past events, or of the provider's last answer. */
const histories = ['kyc_attempt.status', 'kyc_step.status', 'load_history.status']

it('every status of a row is guarded', async () => {
  const { rows } = await owner.query<{ name: string; guards: bigint }>(
    `select c.relname || '.' || a.attname as name, (select count(*) from pg_trigger t where t.tgrelid = c.oid
       and t.tgname in ('status_of_insert', 'status_of_update') and t.tgenabled = 'O') as guards
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'status_transition'
       and a.attname ~ '(^|_)(status|state)$'
     order by 1`,
  )
  const unguarded = [...noStatus, ...histories].toSorted()
  expect(rows.map(({ name }) => name).filter((name) => unguarded.includes(name))).toEqual(unguarded)
  const declared = allTransitions.map(({ table }) => `${snakeCase(table)}.status`).toSorted()
  expect(rows.filter(({ name }) => !unguarded.includes(name))).toEqual(
    declared.map((name) => ({ name, guards: 2n })),
  )
})

const noTransition = 'ST001'
const notNull = '23502'
/** A write of a status; `from` is null where the row has none yet. */
type Write = { readonly by: 'insert' | 'update'; readonly from: string | null; readonly to: string | null }

/** What becomes of a write: `written`, or the code of the refusal. */
const tries = async (client: pg.Client, table: AnyTransitions, { by, from, to }: Write) => {
  const name = `${schemaOf(table)}.${snakeCase(table.table)}`
  await owner.query(`truncate ${name}`)
  if (by === 'update') {
    await owner.query(`alter table ${name} disable trigger status_of_insert`)
    await owner.query(`insert into ${name} values (1, $1)`, [from])
    await owner.query(`alter table ${name} enable trigger status_of_insert`)
  }
  const written =
    by === 'insert'
      ? client.query(`insert into ${name} values (1, $1)`, [to])
      : client.query(`update ${name} set status = $1`, [to])
  return written.then(
    () => 'written',
    (error: { code?: string }) => error.code,
  )
}

describe.each(allTransitions.map((table) => [table.table, table] as const))('%s', (_name, table) => {
  const states = [...statesOf(table), ...(table.waiting === null ? [] : [table.waiting])]
  const allowed = new Set(statusPairs(table).map(({ from, to }) => `${from} ${to}`))
  const canBeNull = startWithoutStatus.includes(snakeCase(table.table))
  const targets = [...states, 'nonsense', null]
  const writes: Write[] = [
    ...targets.map((to) => ({ by: 'insert' as const, from: null, to })),
    ...(canBeNull ? [null, ...states] : states).flatMap((from) =>
      targets.filter((to) => to !== from).map((to) => ({ by: 'update' as const, from, to })),
    ),
  ]
  const outcomeOf = ({ by, from, to }: Write): string => {
    if (by === 'insert' && to === null) return canBeNull ? 'written' : notNull
    return allowed.has(`${from} ${to}`) ? 'written' : noTransition
  }

  test.each([
    ['the app', () => app],
    ['the owner', () => owner],
  ] as const)('lets %s write its transitions and no other', async (_role, client) => {
    for (const write of writes)
      expect([write, await tries(client(), table, write)]).toEqual([write, outcomeOf(write)])
  })
})

it('the app can neither change the table of transitions nor disable its triggers', async () => {
  for (const statement of [
    `insert into status_transition values ('load', 'quoted', 'credited')`,
    `delete from status_transition`,
    'alter table load disable trigger status_of_update',
    'set session_replication_role = replica',
  ])
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
})
