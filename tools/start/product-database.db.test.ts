import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { duties, findRoleNames } from '../../server/src/kernel/database-roles.ts'
import { checkKeys } from '../../server/src/kernel/key-check.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { makeDataDir } from '../../tests/support/data-dir.ts'
import { existingTestRoles } from '../../tests/support/test-roles.ts'
import { portsFrom } from './ports.ts'
import { bringUpToDate, openProductDatabase } from './product-database.ts'
import { installationKeys, ownSecrets } from './secrets.ts'

/** Installations of `npm start` that share a PostgreSQL server, where a role belongs to all databases. */
const sourceDir = join(import.meta.dirname, '../../server/src')
const mark = randomBytes(4).toString('hex')
const [first, second, older, restored] = ['one', 'two', 'old', 'new'].map((name) => `${name}_${mark}`) as [
  string,
  string,
  string,
  string,
]
const longName = `${'x'.repeat(50)}_${mark}`
const databases = [first, second, older, restored, longName]
const owner = `maker_${mark}`
const folder = makeDataDir('app-role')
const configured = process.env['DATABASE_URL']

const urlOf = (database: string, user = `${owner}:x`) =>
  inject('ownerUrl').replace(/\/\/[^@]*@(.*)\/cardamom$/, `//${user}@$1/${database}`)
const queryOf = async (url: string, statement: string): Promise<object[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<object>(statement)).rows
  } finally {
    await client.end()
  }
}
const onAdmin = async (...statements: string[]) => {
  for (const statement of statements) await queryOf(inject('ownerUrl'), statement)
}

/** A start of the installation whose secrets are in the folder of this name. */
const start = async (installation: string, database: string) => {
  process.env['DATABASE_URL'] = urlOf(database)
  const dataDir = join(folder, installation)
  mkdirSync(dataDir, { recursive: true })
  const secrets = ownSecrets(dataDir)
  const opened = await openProductDatabase({ dataDir, ports: portsFrom(4000), secrets, say: () => undefined })
  await bringUpToDate(opened, secrets)
  return opened.urls
}
const userOf = (url: string) => decodeURIComponent(new URL(url).username)
const logsIn = (url: string) => queryOf(url, 'select current_user as user')
const reads = (appUrl: string) => queryOf(appUrl, 'select offset_ms from clock')

beforeAll(async () => {
  await onAdmin(
    `create role ${owner} login createrole password 'x'`,
    ...databases.map((name) => `create database ${name} owner ${owner}`),
  )
})
afterEach(() => {
  if (configured === undefined) delete process.env['DATABASE_URL']
  else process.env['DATABASE_URL'] = configured
})
afterAll(async () => {
  const roles = await queryOf(inject('ownerUrl'), `select rolname from pg_roles where rolname ~ '${mark}'`)
  await onAdmin(
    ...databases.map((name) => `drop database if exists ${name} with (force)`),
    ...roles.map((role) => `drop role "${(role as { rolname: string }).rolname}"`),
  )
  rmSync(folder, { recursive: true, force: true })
})

test('a second installation on one server does not change the roles of the first one', async () => {
  const ofFirst = await start('first', first)
  const ofSecond = await start('second', second)
  for (const duty of duties) {
    expect(userOf(ofFirst[duty])).toBe(`cardamom_${duty}_${first}`)
    expect(userOf(ofSecond[duty])).toBe(`cardamom_${duty}_${second}`)
    expect(await logsIn(ofFirst[duty])).toEqual([{ user: userOf(ofFirst[duty]) }])
  }
  expect(await reads(ofFirst.app)).toHaveLength(1)
  expect(await reads(ofSecond.app)).toHaveLength(1)
  // Each start finds the role of its database, also after the database was renamed.
  await onAdmin(`alter database ${first} rename to ${first}_moved`)
  databases.push(`${first}_moved`)
  const again = await start('first', `${first}_moved`)
  for (const duty of duties) expect(userOf(again[duty])).toBe(`cardamom_${duty}_${first}`)
  expect(await reads(ofSecond.app)).toHaveLength(1)
})

test("an installation with other keys does not change the password of a database's role", async () => {
  const urls = await start('first', `${first}_moved`)
  await checkKeys(urlOf(`${first}_moved`), installationKeys(ownSecrets(join(folder, 'first'))))
  await expect(start('second', `${first}_moved`)).rejects.toThrow(/^ENCRYPTION_KEY is not the key/)
  expect(await reads(urls.app)).toHaveLength(1)
  expect(await start('first', `${first}_moved`)).toEqual(urls)
})

test('a database that was made for cardamom_app still uses it', async () => {
  await migrate({ ownerUrl: urlOf(older), sourceDir, roles: existingTestRoles })
  expect(await findRoleNames(urlOf(older))).toMatchObject({ app: 'cardamom_app', signer: 'cardamom_signer' })
})

test('a used or too long name of a role is replaced by another', async () => {
  await onAdmin(`create role cardamom_app_${restored}`)
  expect(await findRoleNames(urlOf(restored))).toEqual({
    app: `cardamom_app_${restored}_2`,
    signer: `cardamom_signer_${restored}`,
    accounts: `cardamom_accounts_${restored}`,
  })
  const long = await findRoleNames(urlOf(longName))
  for (const duty of duties) expect(long[duty]).toMatch(new RegExp(`^cardamom_${duty}_[0-9a-f]{12}$`))
})

test('a restore without a named role makes it, and the next start may use it', async () => {
  const operate = (database: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(sourceDir, 'operate.ts'), ...args], {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: urlOf(database),
        LEDGER_SIGNING_KEY: randomBytes(32).toString('base64'),
      },
    })
  const file = join(folder, 'cardamom.backup')
  expect(operate(second, 'backup', file)).toMatchObject({ status: 0, stderr: '' })
  expect(operate(restored, 'restore', file)).toMatchObject({ status: 0, stderr: '' })
  const urls = await start('second', restored)
  expect(userOf(urls.app)).toBe(`cardamom_app_${restored}_2`)
  expect(await reads(urls.app)).toHaveLength(1)
  expect(await logsIn(urls.signer)).toEqual([{ user: userOf(urls.signer) }])
})
