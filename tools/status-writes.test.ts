import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { statusWrites } from './status-writes.ts'
import { allTransitions } from './transitions-sql.ts'

const root = join(import.meta.dirname, '..')
const sources = globSync('server/src/**/*.ts', { cwd: root })
  .filter((path) => !/\.(test|test-kit)\.ts$/.test(path))
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Those that are not named `status`. */
const columns = allTransitions.filter(({ column }) => column !== 'status')

test('only transitions change a status', () => {
  expect(sources.length).toBeGreaterThan(200)
  expect(columns.length).toBeGreaterThan(1)
  expect(statusWrites(sources, columns)).toEqual([])
})

test.each([
  ['set', `await sql.updateTable('load').set({ status }).where('id', '=', id).execute()`],
  ['set', `const load = sql.updateTable('load')\nload.set(({ eb }) => ({ at, status: eb.val('paid') }))`],
  ['set', `const change = { ...rest, status: 'paid' }\nawait sql.updateTable('load').set(change).execute()`],
  ['set', `sql.updateTable('card').set({ name, ...(isOld ? { 'status': 'ended' } : {}) })`],
  ['set', `sql.updateTable('card').set('status', 'ended')`],
  ['set', `sql.insertInto('card').values(row).onConflict((on) => on.column('id').doUpdateSet({ status }))`],
  ['set', `sql.updateTable('withdrawal').set({ step: 'done' }).where('id', '=', id)`],
  ['SQL', `await sql.run('update load set at = $2, status = $3 where id = $1', [])`],
  ['SQL', `const end = \`update "load" l set "status" = \${status} where l.id = $1\``],
  [
    'SQL',
    `const insert = 'insert into load (id) values ($1) on conflict (id) do update set status = excluded.status'`,
  ],
  ['cast', `const update = { table: 'load', id, from: {}, set: { status } } as unknown as GuardedUpdate`],
])('a planted change by %s is found: %s', (means, text) => {
  expect(statusWrites([{ path: 'server/src/loads/planted.ts', text }], columns)).toEqual([
    `server/src/loads/planted.ts: ${means}`,
  ])
})

test.each([
  `sql.updateTable('load').set({ at }).where('status', '=', 'paid')`,
  `await applyTransition(sql, loadTransitions, load, 'load.paid', { set: { at } })`,
  `sql.insertInto('load').values({ id, status: 'quoted' })`,
  `sql.updateTable('challenge').set({ step: step + 1 })`,
  `const text = 'update load set at = $2 where status = $1'`,
  `const text = 'select status from load where status = $1 for update'`,
])('this changes no status: %s', (text) => {
  expect(statusWrites([{ path: 'server/src/loads/planted.ts', text }], columns)).toEqual([])
})
