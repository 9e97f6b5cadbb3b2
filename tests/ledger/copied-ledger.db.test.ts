import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyIn, copyOut } from '../../server/src/kernel/copy-stream.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { postgresPackage } from '../../server/src/kernel/postgres-folders.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/src/kernel/postgres.ts'
import { checkBlocks } from '../../server/src/ledger/block-checks.ts'
import { blockFileName, exportBlocks } from '../../server/src/ledger/block-file.ts'
import { compareFile } from '../../server/src/ledger/block-file-checks.ts'
import { createBlockSigner } from '../../server/src/ledger/block-signer.ts'
import { readBlock, readBlocks } from '../../server/src/ledger/blocks.sql.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { postOneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { issuerFunded } from '../../server/src/treasury/treasury-postings.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { freePort } from '../support/shared-postgres.ts'
import { openAsRoles } from '../support/test-database.ts'
import { testRoles, testRoleUrls } from '../support/test-roles.ts'

/**
 * The rows of a ledger, copied into a new PostgreSQL by COPY, as pg_dump and pg_restore do. With OLD_POSTGRES, such as
 * 15.18.0-beta.17, the ledger is in this older version of the npm package, which the test installs in its folder.
 */
const oldVersion = process.env['OLD_POSTGRES']
const key = signingKeyOf(randomBytes(32).toString('base64'))
const folder = makeDataDir('copied-ledger')
const file = join(folder, blockFileName)
let ledger: TestLedger
let old: EmbeddedPostgres | undefined
let other: EmbeddedPostgres

const sourceDir = join(import.meta.dirname, '../../server/src')
const openLedger = (ownerUrl: string): Promise<TestLedger> => {
  const opened = openAsRoles({ ownerUrl, ...testRoleUrls(ownerUrl) })
  return createTestLedger({ ...opened, drop: opened.close })
}
const startOld = async (version: string): Promise<EmbeddedPostgres> => {
  const dir = join(folder, 'old')
  const name = postgresPackage() ?? ''
  mkdirSync(dir)
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', dir, `${name}@${version}`])
  const programs = join(dir, 'node_modules', name, 'native')
  // The settings of a server without fsync are those of a newer version.
  const started = await startEmbeddedPostgres({ dir, port: await freePort(), programs })
  await migrate({ ownerUrl: started.ownerUrl, sourceDir, roles: testRoles() })
  return started
}

beforeAll(async () => {
  if (oldVersion !== undefined) old = await startOld(oldVersion)
  ledger = await (old ? openLedger(old.ownerUrl) : createTestLedger())
  other = await startEmbeddedPostgres({ dir: folder, port: await freePort(), durable: false })
})
afterAll(async () => {
  await ledger.end()
  await old?.stop()
  await other.stop()
  rmSync(folder, { recursive: true, force: true })
})

const sign = (of: TestLedger) =>
  createBlockSigner({ db: of.db, signerDb: of.signerDb, clock: of.clock, key }).signNow()
const publish = (of: TestLedger) =>
  exportBlocks(file, {
    blockAt: (height) => of.db.read(allTenants, (sql) => readBlock(sql, height)),
    blocksAbove: (above) => of.db.read(allTenants, (sql) => readBlocks(sql, { above, limit: 10 })),
  })
const findings = (of: TestLedger) =>
  of.db.read(allTenants, async (sql) => [
    ...(await checkBook(sql)),
    ...(await checkBlocks(sql, key.publicKeyPem)),
    ...(await compareFile(sql, file)),
  ])
const postFunding = (of: TestLedger) => {
  const event = { eventId: of.ids.next(), recordId: of.ids.next(), fundingId: null }
  const effectiveAt = new Date('2026-11-20T15:00:00Z')
  return of.post(issuerFunded({ ...event, amountCents: 1n, effectiveAt }))
}

const tables = [
  'account',
  'account_change',
  'block',
  'journal',
  'journal_detail',
  'journal_key',
  'ledger_break',
  'posting',
  'ref_balance',
]
const copied = [...tables, 'signed_entry', 'unsigned_entry', 'wallet_line']
const copyAll = async (from: string, to: string) => {
  const [source, target] = [from, to].map((connectionString) => new pg.Client({ connectionString }))
  if (!source || !target) return
  await source.connect()
  await target.connect()
  await target.query('set session_replication_role = replica')
  for (const table of copied) {
    const rows: Buffer[] = []
    await copyOut(source, `copy (select * from ${table}) to stdout`, (row) => {
      rows.push(row)
      return null
    })
    await copyIn(
      target,
      `copy ${table} from stdin`,
      (async function* () {
        yield* rows
      })(),
    )
  }
  await source.end()
  await target.end()
}
const currentTransaction = async (of: TestLedger): Promise<bigint> =>
  BigInt(
    (await of.owner.query<{ xid: string }>('select pg_current_xact_id()::text as xid')).rows[0]?.xid ?? '0',
  )

test('a copy of the rows in a new server continues the same chain', async () => {
  const { rows: versions } = await ledger.owner.query<{ server_version: string }>('show server_version')
  if (oldVersion !== undefined) {
    expect(versions[0]?.server_version.split('.')[0]).toBe(oldVersion.split('.')[0])
  }
  await postOneLoad(ledger)
  await sign(ledger)
  expect(await publish(ledger)).toBe(true)
  // This journal is queued when the copy is made.
  await postFunding(ledger)
  await ledger.owner.query(
    `do $$ begin for i in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$`,
  )

  await migrate({ ownerUrl: other.ownerUrl, sourceDir, roles: testRoles() })
  await copyAll(ledger.ownerUrl, other.ownerUrl)
  const copy = await openLedger(other.ownerUrl)
  try {
    expect(await currentTransaction(copy)).toBeLessThan(await currentTransaction(ledger))
    await postFunding(copy)
    expect(await sign(copy)).toMatchObject([{ height: 2n, keyId: key.id }])
    expect(await publish(copy)).toBe(true)
    expect(await findings(copy)).toEqual([])
    expect(await copy.count('unsigned_entry')).toBe(0)
    // The old server signs its queue into another block 2: its file is not continued with that block.
    await sign(ledger)
    expect(await publish(ledger)).toBe(false)
  } finally {
    await copy.end()
  }
})
