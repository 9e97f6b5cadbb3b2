import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { roleSettings, type OfDuties } from './database-roles.ts'
import { checkExistingDatabase } from './existing-database.ts'

/** What an operator's database must allow; it is checked before the first write. */
const roles = ['start_plain', 'start_maker', 'start_reader', 'start_signer', 'start_writer', 'start_root']
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
    `create role start_signer login password 'x'`,
    `create role start_writer login password 'x'`,
    `create role start_root login superuser password 'x'`,
    'create database start_given owner start_maker',
  )
})
afterAll(remove)

const made = { app: null, signer: null, accounts: null }

test('an owner that may create roles is accepted', async () => {
  await expect(checkExistingDatabase(as('start_maker'), made)).resolves.toBeUndefined()
})

test('a user without tables of its own is refused', async () => {
  await expect(checkExistingDatabase(as('start_reader'), made)).rejects.toThrow(
    'The user start_reader of DATABASE_URL may not create tables there: make it the owner of that database.',
  )
})

test('an owner that may not create roles needs the settings that name them', async () => {
  await onAdmin('alter database start_given owner to start_plain')
  const check = (urls: Partial<OfDuties<string>>) =>
    checkExistingDatabase(as('start_plain'), { ...made, ...urls })
  await expect(check({})).rejects.toThrow(
    'may not create roles: allow it (alter role … createrole), or make a login role for each of these settings, which are missing: DATABASE_APP_URL, DATABASE_SIGNER_URL, DATABASE_ACCOUNTS_URL.',
  )
  await expect(check({ app: as('start_reader'), accounts: as('start_writer') })).rejects.toThrow(
    'which are missing: DATABASE_SIGNER_URL.',
  )
  const all = { app: as('start_reader'), signer: as('start_signer'), accounts: as('start_writer') }
  await expect(check(all)).resolves.toBeUndefined()
})

test('a role that bypasses row-level security is refused, whatever its duty', async () => {
  for (const user of ['start_root', 'start_maker', 'start_plain']) {
    for (const [duty, setting] of Object.entries(roleSettings)) {
      await expect(checkExistingDatabase(as('start_plain'), { ...made, [duty]: as(user) })).rejects.toThrow(
        `The user ${user} of ${setting} would bypass row-level security`,
      )
    }
  }
})

test('a role that is used twice, or may act as another one, is refused', async () => {
  const [app, signer] = [as('start_reader'), as('start_signer')]
  const check = () => checkExistingDatabase(as('start_plain'), { ...made, app, signer })
  await expect(checkExistingDatabase(as('start_plain'), { ...made, app, signer: app })).rejects.toThrow(
    'DATABASE_APP_URL and DATABASE_SIGNER_URL have the same user: make a login role for each.',
  )
  for (const other of ['start_signer', 'start_plain']) {
    await onAdmin(`grant ${other} to start_reader`)
    await expect(check()).rejects.toThrow(
      `The user start_reader of DATABASE_APP_URL may act as ${other}: run "revoke ${other} from start_reader" in the database.`,
    )
    await onAdmin(`revoke ${other} from start_reader`)
  }
})

test('a wrong password, user or database is reported for each of the addresses', async () => {
  const wrong = as('start_plain', 'wrong')
  await expect(checkExistingDatabase(wrong, made)).rejects.toThrow(
    'The database of DATABASE_URL does not answer (',
  )
  const elsewhere = as('start_plain').replace('start_given', 'start_nowhere')
  await expect(checkExistingDatabase(elsewhere, made)).rejects.toThrow('"start_nowhere" does not exist')
  for (const [duty, setting] of Object.entries(roleSettings)) {
    await expect(checkExistingDatabase(as('start_root'), { ...made, [duty]: wrong })).rejects.toThrow(
      `The database of ${setting}`,
    )
  }
})
