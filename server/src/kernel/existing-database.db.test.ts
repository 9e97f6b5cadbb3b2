import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkExistingDatabase } from './existing-database.ts'

/** What an operator's database must allow; it is checked before the first write. */
const roles = ['start_plain', 'start_maker', 'start_reader', 'start_root']
const as = (user: string, password = 'x') =>
  inject('ownerUrl').replace(/\/\/[^@]*@(.*)\/cardamom$/, `//${user}:${password}@$1/start_given`)

const onAdmin = async (...statements: string[]) => {
  const client = new pg.Client({ connectionString: inject('ownerUrl') })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
const remove = () =>
  onAdmin('drop database if exists start_given', ...roles.map((role) => `drop role if exists ${role}`))

beforeAll(async () => {
  await remove()
  await onAdmin(
    `create role start_maker login createrole password 'x'`,
    `create role start_plain login password 'x'`,
    `create role start_reader login password 'x'`,
    `create role start_root login superuser password 'x'`,
    'create database start_given owner start_maker',
  )
})
afterAll(remove)

test('an owner that may create roles is accepted', async () => {
  await expect(checkExistingDatabase(as('start_maker'), null)).resolves.toBeUndefined()
})

test('a user without tables of its own is refused', async () => {
  await expect(checkExistingDatabase(as('start_reader'), null)).rejects.toThrow(
    'The user start_reader of DATABASE_URL may not create tables there: make it the owner of that database.',
  )
})

test('an owner that may not create roles needs DATABASE_APP_URL', async () => {
  await onAdmin('alter database start_given owner to start_plain')
  await expect(checkExistingDatabase(as('start_plain'), null)).rejects.toThrow('may not create roles')
  await expect(checkExistingDatabase(as('start_plain'), as('start_reader'))).resolves.toBeUndefined()
})

test('a role of the app that bypasses row-level security is refused', async () => {
  for (const user of ['start_root', 'start_plain']) {
    await expect(checkExistingDatabase(as('start_plain'), as(user))).rejects.toThrow(
      `The user ${user} of DATABASE_APP_URL would bypass row-level security`,
    )
  }
})

test('a wrong password, user or database is reported for each of the two addresses', async () => {
  const wrong = as('start_plain', 'wrong')
  await expect(checkExistingDatabase(wrong, null)).rejects.toThrow(
    'The database of DATABASE_URL does not answer (',
  )
  const elsewhere = as('start_plain').replace('start_given', 'start_nowhere')
  await expect(checkExistingDatabase(elsewhere, null)).rejects.toThrow('"start_nowhere" does not exist')
  await expect(checkExistingDatabase(as('start_root'), wrong)).rejects.toThrow(
    'The database of DATABASE_APP_URL',
  )
})
