import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAudit } from '../../server/src/audit/audit.sql.ts'
import { checkAuditArchives } from '../../server/src/audit/archive-checks.ts'
import { archivePartition } from '../../server/src/audit/archive-command.ts'
import { checkArchiveFile } from '../../server/src/audit/archive-file.ts'
import { readAuditArchives } from '../../server/src/audit/archive-record.ts'
import { checkAuditBlocks, checkAuditRows } from '../../server/src/audit/chain-checks.ts'
import { createAuditSigner } from '../../server/src/audit/chain-signer.ts'
import { after } from '../../server/src/kernel/clock.ts'
import { allTenants, openDatabase, type Database } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import type { Queries } from '../../server/src/kernel/queries.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { rootOf } from '../../server/src/ledger/merkle.ts'
import { isSignedBy, signingKeyOf } from '../../server/src/ledger/signing-key.ts'

/** A month of the audit may be removed when a signed record says which rows it had; without one it is reported. */
let ledger: TestLedger
let ownerDb: Database
const seed = randomBytes(32).toString('base64')
const key = signingKeyOf(seed)
const folder = mkdtempSync(join(tmpdir(), 'audit-archive-'))
const now = new Date()
const monthsAgo = (count: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 15))
const monthOf = (at: Date) => `audit_${at.toISOString().slice(0, 7).replace('-', '')}`
const [archived, vanished] = [monthsAgo(5), monthsAgo(3)]
const month = monthOf(archived)
const changesOf = (name: string) => name.replace('audit_', 'audit_change_')
const ids: string[] = []

const write = async (at: Date, note: string) => {
  const audit = createAudit({ ...ledger, ids: createIds(() => at.getTime()) })
  const change = { entity: 'note', entityId: 'n1', companyId: null, userId: null, personal: null }
  const entry = {
    principal: { kind: 'job', name: 'test' } as const,
    action: 'PATCH /notes/:id',
    objectId: 'n1',
    outcome: 'done',
    address: '10.0.0.1',
    requestId: note,
  }
  const changes = [{ ...change, before: { note: 'a' }, after: { note } }]
  await ledger.db.write(allTenants, (sql) => audit.insertAudit(sql, entry, {}, changes))
  const { rows } = await ledger.owner.query<{ id: string }>('select id from audit where request_id = $1', [
    note,
  ])
  ids.push(rows[0]?.id ?? '')
}

/** The first partition ends a year ago, as it will one day, and both months are partitions. */
const makeMonths = async () => {
  for (const table of ['audit', 'audit_change'])
    await ledger.owner.query(`
      alter table ${table} detach partition ${table}_first;
      alter table ${table}_first rename to ${table}_early;
      create table ${table}_first (like ${table} including all);
      alter table ${table} attach partition ${table}_first for values from (minvalue)
        to ('${createIds(() => monthsAgo(12).getTime())
          .next()
          .slice(0, 13)}-7000-8000-000000000000');
      select add_partition('${table}', now()), add_partition('${table}', '${archived.toISOString()}'),
        add_partition('${table}', '${vanished.toISOString()}')`)
}

beforeAll(async () => {
  ledger = await createTestLedger()
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ ledgerSigningKey: seed }))
  const { appUrl, ownerUrl } = ledger
  writeFileSync(join(folder, 'database.json'), JSON.stringify({ appUrl, ownerUrl }))
  ownerDb = openDatabase({ url: ownerUrl, connections: 1, kind: 'copy', onIdleError: () => undefined })
  mkdirSync(join(folder, 'audit-archive'))
  await makeMonths()
  const notes = ['one', 'two \u2028 “lines”\nwith é and \\u0041', 'three']
  for (const [minute, note] of notes.entries()) await write(after(archived, minute * 60_000), note)
  await write(vanished, 'another month')
  await write(now, 'today')
  await createAuditSigner({ ...ledger, key, rootOf }).signNow(null)
})
afterAll(async () => {
  await ownerDb.close()
  await ledger.end()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => {
  const { DATABASE_URL: _owner, DATABASE_APP_URL: _app, LEDGER_SIGNING_KEY: _seed, ...env } = process.env
  const command = join(import.meta.dirname, '../../server/src/audit-check.ts')
  const options = { encoding: 'utf8', env: { ...env, DATA_DIR: folder } } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], options)
  return { status, text: stdout + stderr }
}
const asOwner = (statement: string) =>
  ledger.owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`)
const detach = (name: string) =>
  asOwner(`alter table audit detach partition ${name};
    alter table audit_change detach partition ${changesOf(name)}`)
const path = join(folder, 'audit-archive', `${month}.jsonl`)

const archive = (partition: string) => {
  const deps = { db: ownerDb, key, realNow: now }
  return archivePartition(deps, { partition, folder: join(folder, 'audit-archive') })
}
const read = <T>(use: (sql: Queries) => Promise<T>) => ledger.db.read(allTenants, use)
/** What the command finds, in this process. */
const findings = async (): Promise<string[]> => {
  const isSigned = (bytes: Uint8Array, signature: Uint8Array) =>
    isSignedBy(key.publicKeyPem, bytes, signature)
  const found = [
    ...(await read((sql) => checkAuditBlocks(sql, { above: 0n, rootOf, isSigned }))).findings,
    ...(await read((sql) => checkAuditRows(sql, { from: null, realNow: now }))).findings,
    ...(await read((sql) => checkAuditArchives(sql, { isSigned }))),
  ]
  for (const each of await read(readAuditArchives))
    found.push(...(await checkArchiveFile(read, { archive: each, path })))
  return found.map(({ check, subject, detail }) => `${check} ${subject}: ${detail}`)
}
const gone = (index: number) => `row ${ids[index]}: is gone; block 1 signed it`

test('a month that is not over, that is unknown or whose rows were changed is not archived', async () => {
  await expect(archive(monthOf(now))).rejects.toThrow('has to be over for a day')
  await expect(archive('audit_200001')).rejects.toThrow('The audit has no month audit_200001')
  await asOwner(`update audit set outcome = 'x' where id = '${ids[1]}'`)
  await expect(archive(month)).rejects.toThrow(`The row ${ids[1]} is not as a block signed it`)
  await asOwner(`update audit set outcome = 'done' where id = '${ids[1]}'`)
  expect(await findings()).toEqual([])
})

test('an archived month is not reported once it is removed as a whole', async () => {
  const { status, text } = run('archive', month)
  expect(text).toContain(`3 rows written to ${path}`)
  expect(status).toBe(0)
  await expect(archive(month)).rejects.toThrow(`${month} is archived already`)
  // A row of a month that is still there is not excused.
  await asOwner(
    `delete from audit where id = '${ids[0]}'; delete from audit_change where audit_id = '${ids[0]}'`,
  )
  expect(await findings()).toEqual([gone(0)])
  await detach(month)
  expect(await findings()).toEqual([])
  const verified = run('verify')
  expect(verified.text).toContain(`${month}: 3 rows archived, compared with ${path}`)
  expect(verified).toMatchObject({ status: 0, text: expect.stringContaining('nothing found') as string })
})

test('a file that was changed or cut is named with its line', async () => {
  const text = readFileSync(path, 'utf8')
  const lines = text.split('\n')
  const other = `archive ${month}: ${month}.jsonl is not the file of its record`
  writeFileSync(path, text.replace('10.0.0.1', '10.0.0.2'))
  expect(await findings()).toEqual([`archive ${month}: line 1 of ${month}.jsonl is not row ${ids[0]}`, other])
  writeFileSync(path, `${lines.slice(0, 2).join('\n')}\n`)
  expect(await findings()).toEqual([`archive ${month}: ${month}.jsonl has 2 lines instead of 3`, other])
  writeFileSync(path, `${text}${lines[0]}\n`)
  expect(await findings()).toEqual([`archive ${month}: line 4 of ${month}.jsonl is no signed row`, other])
  writeFileSync(path, text)
})

test('a month that vanished without a record is reported, also with a forged or widened one', async () => {
  await detach(monthOf(vanished))
  expect(await findings()).toEqual([gone(3)])
  await ledger.owner.query(`insert into audit_archive
    select '${monthOf(vanished)}', to_id, '${ids[4]}', 1, last_height, last_hash, file, file_hash, archived_at,
      key_id, signature from audit_archive`)
  const forged = `archive ${monthOf(vanished)}: its record is not signed by this key`
  expect((await findings()).slice(0, 2)).toEqual([gone(3), expect.stringContaining(forged)])
  await asOwner(`delete from audit_archive where partition = '${monthOf(vanished)}'`)
  await asOwner(`update audit_archive set to_id = '${ids[4]}'`)
  const widened = await findings()
  expect(widened.slice(0, 4)).toEqual([gone(0), gone(1), gone(2), gone(3)])
  expect(widened).toContain(`archive ${month}: its record covers 3 rows, found 4 leaves`)
})
