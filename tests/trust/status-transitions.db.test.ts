import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { snakeCase } from '../../server/src/kernel/guarded-update.ts'
import { statesOf, statusPairs, type AnyTransitions } from '../../server/src/kernel/states.ts'
import { allTransitions, guardOf, renderTransitions, transitionsFile } from '../../tools/transitions-sql.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let database: TestDatabase
/** The role of the product, on a table that has the real table's trigger and only its column of states. */
let app: pg.Client
let owner: pg.Client
const columnOf = ({ column }: AnyTransitions) => snakeCase(column)
const nameOf = (table: AnyTransitions) => `${snakeCase(table.table)}.${columnOf(table)}`
const schemaOf = (table: AnyTransitions) => `only_${nameOf(table).replace('.', '_')}`
/** A person's case exists before its first check, so it is inserted without a status; a top-up by crypto has no wire. */
const startWithoutState = ['kyc_case.status', 'top_up.wire']
const nullability = `select case when attnotnull then 'not null' else '' end as clause from pg_attribute
  where attrelid = ('public.' || $1)::regclass and attname = $2`

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  app = new pg.Client({ connectionString: database.appUrl })
  await Promise.all([owner.connect(), app.connect()])
  for (const table of allTransitions) {
    const name = snakeCase(table.table)
    const { rows } = await owner.query<{ clause: string }>(nullability, [name, columnOf(table)])
    // The trigger names its table without a schema, so this copy works without the other columns and checks.
    await owner.query(`create schema ${schemaOf(table)}
      create table ${name} (id int primary key, ${columnOf(table)} text ${rows[0]?.clause})`)
    await owner.query(guardOf(table, schemaOf(table)))
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

/** Columns of any table that say what a row is, from its insert on. */
const kinds =
  `about actor_kind by category choice class content_type currency_kind duty effect ended_as finish form
  from_account from_kind gender holding invariant kind kyc_flow lang level locale method origin owner_kind purpose readers
  source source_kind speed step_up target to_account to_kind type wallet wallet_type way`.split(/\s+/)
/** Why a row is in its state, or what the last answer of a provider or of a reading was. Another column has the state. */
const reasons = `card.block_reason card_call.block_reason
  email_change.cancelled_by issuer_day.outcome issuer_transfer.review_from issuer_transfer.review_reason load.exception
  own_transfer.outcome payout.reason payout_address.risk payout_attempt.outcome reconcile_break.age screening_check.result settlement.waits_for
  tag_override.end_reason wallet_check.result wallet_load_batch_row.result withdrawal.risk`.split(/\s+/)

const declared = allTransitions.map(nameOf).toSorted()

it('every status of a row is guarded', async () => {
  const { rows } = await owner.query<{ name: string; guards: bigint }>(
    `select c.relname || '.' || a.attname as name, (select count(*) from pg_trigger t where t.tgrelid = c.oid
       and t.tgname in (a.attname || '_of_insert', a.attname || '_of_update') and t.tgenabled = 'O') as guards
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'status_transition'
       and (a.attname ~ '(^|_)(status|state)$' or c.relname || '.' || a.attname = any($1))
     order by 1`,
    [declared],
  )
  const unguarded = [...noStatus, ...histories].toSorted()
  expect(rows.map(({ name }) => name).filter((name) => unguarded.includes(name))).toEqual(unguarded)
  expect(rows.filter(({ name }) => !unguarded.includes(name))).toEqual(
    declared.map((name) => ({ name, guards: 2n })),
  )
})

it('a column with a few values is a column of states, or is named as none', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace
       and c.conparentid = 0 and a.atttypid = 'text'::regtype and pg_get_constraintdef(c.oid) ~ '= ANY \\(\\(?ARRAY\\['`,
  )
  const found = rows.map(({ name }) => name)
  expect(found).toEqual(expect.arrayContaining(['withdrawal.step', 'top_up.wire']))
  const named = new Set([...declared, ...reasons, ...noStatus, ...histories])
  const isKind = (name: string) => kinds.includes(name.split('.')[1] ?? '')
  expect(found.filter((name) => !named.has(name) && !isKind(name)).toSorted()).toEqual([])
  expect(reasons.filter((name) => !found.includes(name))).toEqual([])
  expect(kinds.filter((kind) => !found.some((name) => name.endsWith(`.${kind}`)))).toEqual([])
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
    await owner.query(`alter table ${name} disable trigger ${columnOf(table)}_of_insert`)
    await owner.query(`insert into ${name} values (1, $1)`, [from])
    await owner.query(`alter table ${name} enable trigger ${columnOf(table)}_of_insert`)
  }
  const written =
    by === 'insert'
      ? client.query(`insert into ${name} values (1, $1)`, [to])
      : client.query(`update ${name} set ${columnOf(table)} = $1`, [to])
  return written.then(
    () => 'written',
    (error: { code?: string }) => error.code,
  )
}

describe.each(allTransitions.map((table) => [nameOf(table), table] as const))('%s', (_name, table) => {
  const states = [...statesOf(table), ...(table.waiting === null ? [] : [table.waiting])]
  const allowed = new Set(statusPairs(table).map(({ from, to }) => `${from} ${to}`))
  const canBeNull = startWithoutState.includes(nameOf(table))
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
