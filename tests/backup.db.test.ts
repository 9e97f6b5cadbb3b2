import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../server/src/kernel/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../server/src/kernel/postgres.ts'
import { checkBlocks } from '../server/src/ledger/block-checks.ts'
import { checkBook } from '../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../server/src/ledger/ledger.test-kit.ts'
import { signingKeyOf } from '../server/src/ledger/signing-key.ts'
import { createBlockSigner } from '../server/src/ledger/block-signer.ts'
import { postOneLoad } from '../server/src/treasury/one-load.test-kit.ts'
import { readLastRestoreTest } from '../server/src/settings/restore-tests.ts'
import { issuerFunded } from '../server/src/treasury/treasury-postings.ts'
import { allowOwnLegs } from './support/any-legs.ts'
import { makeDataDir } from './support/data-dir.ts'
import { freePort } from './support/shared-postgres.ts'
import { openAsRoles } from './support/test-database.ts'
import { databaseSettings, type DatabaseUrls } from './support/test-roles.ts'

/**
 * Two commands of docs/operations.md: dump all databases of one PostgreSQL, and restore them into a new one.
 */
const seed = randomBytes(32).toString('base64')
const folder = makeDataDir('backup')
const file = join(folder, 'cardamom.backup')
const operate = join(import.meta.dirname, '../server/src/operate.ts')
let ledger: TestLedger
let other: EmbeddedPostgres

const run = (urls: DatabaseUrls, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [operate, ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      ...databaseSettings(urls),
      LEDGER_SIGNING_KEY: seed,
    },
  })
  return { status, stdout, stderr: stderr.trim() }
}
const onServer = async (url: string, ...statements: string[]) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
/** A database of a plain owner, created as docs/operations.md says. */
const makeDatabase = async (name: string) => {
  await onServer(other.ownerUrl, `create database ${name} owner plain_owner`)
  const at = (user: string) => other.ownerUrl.replace(/\/\/[^@]*@/, `//${user}:x@`).replace(/cardamom$/, name)
  return {
    ownerUrl: at('plain_owner'),
    appUrl: at('plain_app'),
    signerUrl: at('plain_signer'),
    accountsUrl: at('plain_accounts'),
  }
}
const sign = (of: TestLedger) =>
  createBlockSigner({ db: of.db, signerDb: of.signerDb, clock: of.clock, key: signingKeyOf(seed) }).signNow()
const contentsOf = async (url: string): Promise<Record<string, string>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    // The rows of a month are read with their table: a server of another month has other partitions.
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const contents: Record<string, string> = {}
  for (const { name } of tables) {
    const text = `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as sum from ${name} t`
    contents[name] = (await client.query<{ sum: string }>(text)).rows[0]?.sum ?? ''
  }
  await client.end()
  return contents
}

beforeAll(async () => {
  ledger = await createTestLedger()
  await postOneLoad(ledger)
  // A restore compares the kinds of journals with the product's.
  await allowOwnLegs(ledger.ownerUrl)
  await sign(ledger)
  other = await startEmbeddedPostgres({ dir: folder, port: await freePort(), durable: false })
  await onServer(
    other.ownerUrl,
    `create role plain_owner login password 'x'`,
    ...['app', 'signer', 'accounts'].map((duty) => `create role plain_${duty} login password 'x'`),
  )
})
afterAll(async () => {
  await ledger.end()
  await other.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('only its owner can read a backup, and it never overwrites another', () => {
  expect(run(ledger, 'backup', file)).toMatchObject({ status: 0, stderr: '' })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(run(ledger, 'backup', file)).toEqual({
    status: 2,
    stdout: '',
    stderr: `${file} exists already: choose another name.`,
  })
})

test('in a new server every row is restored, and the ledger is verified and continues', async () => {
  const urls = await makeDatabase('restored')
  const { status, stdout, stderr } = run(urls, 'restore', file)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/\d+ rows of \d+ tables are back, as they were at 20/)
  expect(stdout).toMatch(/5 journals, \d+ postings, \d+ blocks: nothing found$/m)
  const [before, after] = [await contentsOf(ledger.ownerUrl), await contentsOf(urls.ownerUrl)]
  const receipt = /operate -- restored (\S+)$/m.exec(stdout)?.[1] ?? ''
  const { migration: _before, ...rowsBefore } = before
  const { migration: _after, ...rowsAfter } = after
  expect(rowsAfter).toEqual(rowsBefore)
  // New blocks follow those of the backup.
  const opened = openAsRoles(urls)
  const restored = await createTestLedger({ ...opened, drop: opened.close })
  const event = { eventId: restored.ids.next(), recordId: restored.ids.next(), fundingId: null }
  const funded = issuerFunded({ ...event, amountCents: 1n, effectiveAt: new Date('2026-11-20T15:00:00Z') })
  expect(await restored.post(funded)).toMatchObject({ outcome: 'posted' })
  expect(await sign(restored)).toMatchObject([{ height: 2n }])
  const read = restored.db
  const publicKey = signingKeyOf(seed).publicKeyPem
  expect(await read.read(allTenants, checkBook)).toEqual([])
  expect(await read.read(allTenants, (sql) => checkBlocks(sql, publicKey))).toEqual([])
  // The triggers of the history and the rights of the app still forbid the same changes.
  await expect(restored.owner.query('delete from journal')).rejects.toThrow('is history')
  await expect(
    restored.db.write(allTenants, (sql) => sql.run(`insert into journal (id) values (gen_random_uuid())`)),
  ).rejects.toThrow('permission denied')
  await restored.end()
  // The receipt is recorded where the product runs, and only as it was printed.
  expect(run(ledger, 'restored', `x${receipt}`)).toMatchObject({ status: 1 })
  expect(await ledger.db.read(allTenants, readLastRestoreTest)).toBe(null)
  expect(run(ledger, 'restored', receipt)).toMatchObject({ status: 0, stderr: '' })
  expect(run(ledger, 'restored', receipt)).toMatchObject({ status: 0, stderr: '' })
  const recorded = await ledger.db.read(allTenants, (sql) =>
    sql.rows<{ action: string }>(`select action from audit where action like 'backup.%' order by id`),
  )
  const actions = recorded.map(({ action }) => action)
  expect(actions).toEqual(['backup.started', 'backup.restore_tested'])
  expect(await ledger.db.read(allTenants, readLastRestoreTest)).toBeInstanceOf(Date)
})

test('a truncated backup and a non-empty database are refused', async () => {
  const cut = join(folder, 'cut.backup')
  writeFileSync(cut, readFileSync(file).subarray(0, -2000))
  const urls = await makeDatabase('half')
  expect(run(urls, 'restore', cut)).toMatchObject({
    status: 2,
    stderr: 'The backup is incomplete: use another one.',
  })
  expect(run(await makeDatabase('filled'), 'restore', file).status).toBe(0)
  expect(run(await makeDatabase('third'), 'restore', join(folder, 'cut.backup')).status).toBe(2)
  expect(run({ ...urls, ownerUrl: urls.ownerUrl.replace('/half', '/filled') }, 'restore', file).stderr).toBe(
    'The database of DATABASE_URL is not empty: make a new one and restore into it.',
  )
  const empty = await makeDatabase('empty')
  expect(run(empty, 'restore', operate).status).toBe(2)
  expect(run(empty, 'restore', join(folder, 'none')).status).toBe(2)
  expect(run(empty, 'backup', join(folder, 'nothing'))).toMatchObject({ status: 2 })
  expect(existsSync(join(folder, 'nothing'))).toBe(false)
})
