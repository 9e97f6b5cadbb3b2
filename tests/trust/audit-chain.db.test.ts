import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAudit } from '../../server/src/audit/audit.sql.ts'
import { checkAuditBlocks, checkAuditRows, checkStrayLeaves } from '../../server/src/audit/chain-checks.ts'
import { auditFileName, compareAuditFile, exportAuditBlocks } from '../../server/src/audit/chain-file.ts'
import { createAuditSigner } from '../../server/src/audit/chain-signer.ts'
import { readUnchainedFigures } from '../../server/src/audit/chain.sql.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { Queries } from '../../server/src/kernel/queries.ts'
import type { RecordedChange } from '../../server/src/kernel/recorded-change.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { rootOf } from '../../server/src/ledger/merkle.ts'
import { isSignedBy, signingKeyOf } from '../../server/src/ledger/signing-key.ts'

/** Whatever a person with all rights changes in the audit or its chain is found, and the finding names it. */
let ledger: TestLedger
const seed = randomBytes(32).toString('base64')
const key = signingKeyOf(seed)
const folder = mkdtempSync(join(tmpdir(), 'audit-chain-'))
const file = join(folder, auditFileName)
const hourMs = 3_600_000
const ids: string[] = []

const isSigned = (bytes: Uint8Array, signature: Uint8Array) => isSignedBy(key.publicKeyPem, bytes, signature)
const read = <T>(use: (sql: Queries) => Promise<T>) => ledger.db.read(allTenants, use)
const sign = (ledgerBlock: string | null = null) =>
  createAuditSigner({ db: ledger.db, signerDb: ledger.signerDb, clock: ledger.clock, key, rootOf }).signNow(
    ledgerBlock,
  )
const idAt = (ageMs: number) => createIds(() => Date.now() - ageMs).next()
const change: RecordedChange = {
  entity: 'card',
  entityId: 'c1',
  companyId: null,
  userId: null,
  personal: null,
  before: { status: 'active' },
  after: { status: 'paused' },
}
const write = async (requestId: string, changes: RecordedChange[] = []) => {
  const audit = createAudit(ledger)
  const about = { action: 'POST /cards/:id/pause', objectId: 'c1', outcome: 'done', address: '10.0.0.1' }
  const entry = { principal: { kind: 'job', name: 'test' } as const, ...about, requestId, device: 'Firefox' }
  await ledger.db.write(allTenants, (sql) => audit.insertAudit(sql, entry, { count: 1 }, changes))
  const row = await read((sql) =>
    sql.one<{ id: string }>('select id from audit where request_id = $1', [requestId]),
  )
  return row.id
}
const plant = (id: string) =>
  `insert into audit (id, at, business_at, actor_kind, action, outcome, request_id, address)
   values ('${id}', now(), now(), 'job', 'planted', 'done', 'planted', '-')`
/** As rows were written before the chain existed: two months ago, and an hour ago. */
const old = [idAt(60 * 24 * hourMs), idAt(2 * hourMs)]

beforeAll(async () => {
  ledger = await createTestLedger()
  for (const id of old) await ledger.owner.query(plant(id))
  for (const name of ['first', 'second']) ids.push(await write(name, [change, { ...change, entityId: 'c2' }]))
  await sign()
  for (const name of ['third', 'fourth']) ids.push(await write(name))
  await sign(`7 ${'ab'.repeat(32)}`)
  ids.push(await write('last', [change]))
  await sign()
  expect(await exportAuditBlocks(file, read)).toBe(true)
})
afterAll(async () => {
  await ledger.end()
  rmSync(folder, { recursive: true, force: true })
})

const findingsOf = async (sql: Queries): Promise<string[]> => {
  const blocks = await checkAuditBlocks(sql, { above: 0n, rootOf, isSigned })
  const rows = await checkAuditRows(sql, { from: null, realNow: ledger.clock.realNow() })
  const found = [...blocks.findings, ...(await checkStrayLeaves(sql)), ...rows.findings]
  return [...found, ...(await compareAuditFile(sql, file))].map(
    ({ check, subject, detail }) => `${check} ${subject}: ${detail}`,
  )
}
/** What the checks find after a change without triggers, before it is undone. */
const findingsAfter = async (statement: string): Promise<string[]> => {
  await ledger.owner.query(`begin; set local session_replication_role = replica; set local app.scope = 'all'`)
  try {
    const results = [await ledger.owner.query(statement)].flat() as { command: string; rowCount: number }[]
    for (const { command, rowCount } of results)
      if (command !== 'TRUNCATE') expect(rowCount).toBeGreaterThan(0)
    return await findingsOf(new Queries({ query: (sent) => ledger.owner.query(sent) }))
  } finally {
    await ledger.owner.query('rollback')
  }
}
const columnsOf = async (table: string) =>
  (
    await ledger.owner.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    )
  ).rows
const otherValue = (name: string, type: string) => {
  if (type === 'uuid') return `'01980000-0000-7000-8000-0000000000ff'`
  if (type === 'jsonb') return `'{"x": 1}'`
  if (type === 'text[]') return `'{x}'`
  if (type === 'bytea') return `sha256('other')`
  if (type.startsWith('timestamp')) return `${name} + interval '1 millisecond'`
  if (/int/.test(type)) return `${name} + 7`
  return name === 'actor_kind' ? `'api_key'` : `'other'`
}

test('an untouched audit has no findings, whatever its age, and all of it is chained', async () => {
  expect(await read(findingsOf)).toEqual([])
  expect(await read((sql) => readUnchainedFigures(sql, ledger.clock.realNow()))).toEqual({
    count: 0,
    oldestAt: null,
  })
  const { rows } = await ledger.owner.query(
    'select height, entries, ledger_block from audit_block order by height',
  )
  expect(rows.map((row) => Object.values(row as object).map(String))).toEqual([
    ['1', '4', 'null'],
    ['2', '2', `7 ${'ab'.repeat(32)}`],
    ['3', '1', 'null'],
  ])
})

test('each changed column of a row and of a change is found, and the row is named', async () => {
  for (const { name, type } of await columnsOf('audit')) {
    const found = await findingsAfter(
      `update audit set ${name} = ${otherValue(name, type)} where id = '${ids[0]}'`,
    )
    expect(found.join('\n'), name).toContain(`row ${ids[0]}: ${name === 'id' ? 'is gone' : 'it or one of'}`)
  }
  for (const { name, type } of await columnsOf('audit_change')) {
    const which = `audit_id = '${ids[0]}' and number = 2`
    const found = await findingsAfter(
      `update audit_change set ${name} = ${otherValue(name, type)} where ${which}`,
    )
    expect(found.join('\n'), name).toContain(`row ${ids[0]}: it or one of its changes`)
  }
})

test.each([
  ['the first row', 0, (id: string) => `delete from audit where id = '${id}'`],
  ['a row in the middle', 2, (id: string) => `delete from audit where id = '${id}'`],
  ['the last row', 4, (id: string) => `delete from audit where id = '${id}'`],
  ['a whole partition', 0, () => 'truncate audit_first'],
])('%s that is removed is found and named', async (_name, index, statement) => {
  const id = ids[index] ?? ''
  expect(await findingsAfter(statement(id))).toContain(
    `row ${id}: is gone; block ${index < 2 ? 1 : index < 4 ? 2 : 3} signed it`,
  )
})

test('a removed row is found when its leaf is removed too, or everything of the last block', async () => {
  const both = `delete from audit_leaf where audit_id = '${ids[2]}'; delete from audit where id = '${ids[2]}'`
  expect(await findingsAfter(both)).toContain('block 2: covers 2 rows, found 1 leaves')
  const last = `delete from audit where id = '${ids[4]}'; delete from audit_change where audit_id = '${ids[4]}'`
  expect(
    await findingsAfter(
      `${last}; delete from audit_leaf where height = 3; delete from audit_block where height = 3`,
    ),
  ).toEqual(['file block 3: is in the exported file and no longer in the audit'])
})

test('a forged row of an earlier time is found, also after the signer has run', async () => {
  const forged = idAt(hourMs)
  const planted = [`row ${forged}: no block covers it: it was added later than its time`]
  expect(await findingsAfter(plant(forged))).toEqual(planted)
  await ledger.owner.query('alter table audit disable trigger audit_stays')
  await ledger.owner.query(plant(forged))
  await sign()
  expect(await read(findingsOf)).toEqual(planted)
  await ledger.owner.query(`set session_replication_role = replica`)
  await ledger.owner.query(`delete from audit where id = '${forged}'`)
  await ledger.owner.query(`reset session_replication_role; alter table audit enable trigger audit_stays`)
})

test('a forged leaf does not hide a forged row', async () => {
  const forged = idAt(hourMs)
  const leaf = `insert into audit_leaf select id, 2, leaf from audit_leaves(array['${forged}'::uuid])`
  expect(await findingsAfter(`${plant(forged)}; ${leaf}`)).toContain('block 2: covers 2 rows, found 3 leaves')
  const nowhere = `insert into audit_leaf values ('${forged}', 9, sha256(''))`
  expect(await findingsAfter(nowhere)).toContain(`row ${forged}: has a leaf of a block that does not exist`)
  const stray = `insert into audit_change (audit_id, number, entity, entity_id) values ('${forged}', 1, 'card', 'c')`
  expect(await findingsAfter(stray)).toContain(`row ${forged}: has changes, and does not exist`)
})

test('two rows that were swapped are found, and both are named', async () => {
  const swap = `update audit a set request_id = b.request_id, action = b.action, outcome = b.outcome
    from audit b where (a.id, b.id) in (('${ids[2]}', '${ids[3]}'), ('${ids[3]}', '${ids[2]}'))`
  const found = (await findingsAfter(swap)).join('\n')
  for (const id of [ids[2], ids[3]]) expect(found).toContain(`row ${id}: it or one of its changes`)
})

test('each changed column of the chain is found', async () => {
  for (const { name, type } of await columnsOf('audit_leaf')) {
    const found = await findingsAfter(
      `update audit_leaf set ${name} = ${otherValue(name, type)} where audit_id = '${ids[2]}'`,
    )
    expect(found, name).not.toEqual([])
  }
  for (const { name, type } of await columnsOf('audit_block')) {
    const found = await findingsAfter(
      `update audit_block set ${name} = ${otherValue(name, type)} where height = 2`,
    )
    expect(found.join('\n'), name).toMatch(/block [23]: /)
  }
  expect(await findingsAfter('delete from audit_block where height = 2')).not.toEqual([])
  const forgedKey = signingKeyOf(randomBytes(32).toString('base64'))
  const wrong = (bytes: Uint8Array, signature: Uint8Array) =>
    isSignedBy(forgedKey.publicKeyPem, bytes, signature)
  const { findings } = await read((sql) => checkAuditBlocks(sql, { above: 0n, rootOf, isSigned: wrong }))
  expect(findings).toHaveLength(3)
})

test('a file whose lines were changed is no copy of the chain, and nothing is appended to it', async () => {
  const text = readFileSync(file, 'utf8')
  const lines = text.split('\n')
  const other = join(folder, 'other.jsonl')
  writeFileSync(other, [lines[0], lines[2], lines[1], ''].join('\n'))
  expect(await read((sql) => compareAuditFile(sql, other))).toHaveLength(2)
  writeFileSync(other, text.replaceAll('cardamom audit block 1\\n3', 'cardamom audit block 1\\n4'))
  expect(await exportAuditBlocks(other, read)).toBe(false)
  writeFileSync(other, `${lines[0]}\n${lines[1]?.slice(0, 20)}`)
  expect(await exportAuditBlocks(other, read)).toBe(true)
  expect(readFileSync(other, 'utf8')).toBe(text)
})

test('the app’s role can neither append a block nor change the chain', async () => {
  for (const statement of [
    'delete from audit_leaf',
    `insert into audit_leaf values ('${ids[0]}', 1, sha256(''))`,
    'update audit_block set entries = 1',
    `select append_audit_block(4, '', '', null, '', now(), 'k', '', '{}', '')`,
  ])
    await expect(ledger.db.write(allTenants, (sql) => sql.run(statement))).rejects.toMatchObject({
      code: '42501',
    })
})

test('the command names what it finds, and ends with 1', async () => {
  const { DATABASE_URL: _owner, DATABASE_APP_URL: _app, ...env } = process.env
  writeFileSync(join(folder, 'database.json'), JSON.stringify({ appUrl: ledger.appUrl }))
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ ledgerSigningKey: seed }))
  const command = join(import.meta.dirname, '../../server/src/audit-check.ts')
  const run = (...args: string[]) => {
    const options = { encoding: 'utf8', env: { ...env, DATA_DIR: folder } } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], options)
    return { status, stdout, stderr }
  }
  expect(run('verify')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('nothing found') as string,
  })
  await ledger.owner.query('set session_replication_role = replica')
  await ledger.owner.query(`update audit set outcome = 'refused' where id = '${ids[3]}'`)
  const found = run('verify')
  expect(found.status).toBe(1)
  expect(found.stdout).toContain(`row  ${ids[3]}  it or one of its changes is not as block 2 signed it`)
  expect(found.stdout).toContain('1 findings')
  await ledger.owner.query(
    `update audit set outcome = 'done' where id = '${ids[3]}'; reset session_replication_role`,
  )
  expect(run().status).toBe(2)
})
