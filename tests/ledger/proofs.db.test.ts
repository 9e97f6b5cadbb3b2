import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { accountId } from '../../server/src/ledger/account-id.ts'
import { exportBlocks } from '../../server/src/ledger/block-file.ts'
import { createBlockSigner } from '../../server/src/ledger/block-signer.ts'
import { readBlock, readBlocks } from '../../server/src/ledger/blocks.sql.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { proveEntry, type InclusionProof, type Reader } from '../../server/src/ledger/proof.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { postOneLoad, type OneLoad } from '../../server/src/treasury/one-load.test-kit.ts'

let ledger: TestLedger
let load: OneLoad
const folder = mkdtempSync(join(tmpdir(), 'proofs-'))
const key = signingKeyOf(randomBytes(32).toString('base64'))

beforeAll(async () => {
  ledger = await createTestLedger()
  load = await postOneLoad(ledger)
  await createBlockSigner({ db: ledger.db, signerDb: ledger.signerDb, clock: ledger.clock, key }).signNow()
})
afterAll(async () => {
  await ledger.end()
  rmSync(folder, { recursive: true, force: true })
})

const idsOf = async (query: string): Promise<string[]> =>
  (await ledger.owner.query<{ id: string }>(query)).rows.map(({ id }) => id)
const prove = (id: string, reader: Reader = {}): Promise<InclusionProof | null> =>
  ledger.db.read(allTenants, (sql) => proveEntry(sql, { id, reader, publicKey: key.publicKeyPem }))
const accepted = async () => (await idsOf(`select id from journal where kind = 'load.accepted'`))[0] ?? ''
const partsOf = (proof: InclusionProof | null) =>
  proof?.opened.map(({ text }) => text.split(' ')).toSorted() ?? []

test('every entry has a proof that the independent checker accepts, within the exported chain', async () => {
  const blocks = {
    blockAt: (height: bigint) => ledger.db.read(allTenants, (sql) => readBlock(sql, height)),
    blocksAbove: (above: bigint) =>
      ledger.db.read(allTenants, (sql) => readBlocks(sql, { above, limit: 10 })),
  }
  const chain = join(folder, 'ledger-blocks.jsonl')
  await exportBlocks(chain, blocks)
  const proofs: string[] = []
  for (const id of await idsOf('select id from signed_entry')) proofs.push(JSON.stringify(await prove(id)))
  writeFileSync(join(folder, 'key.pem'), key.publicKeyPem)
  writeFileSync(join(folder, 'proofs.jsonl'), proofs.join('\n'))
  const tool = join(import.meta.dirname, '../../tools/verify-proof.mjs')
  const values = ['--key', join(folder, 'key.pem'), '--chain', chain, join(folder, 'proofs.jsonl')]
  const { status, stdout } = spawnSync(process.execPath, [tool, ...values], { encoding: 'utf8' })
  expect(stdout.match(/^valid {2}entry/gm)).toHaveLength(proofs.length)
  expect(status).toBe(0)
})

test('a proof for a company shows its own legs and wallet lines, and nothing of the other companies', async () => {
  const proof = await prove(await accepted(), { companyId: load.norte.ownerId })
  const wallet = accountId({ code: 'wallet.regular.pending', ...load.norte })
  expect(partsOf(proof).map(([what, of]) => [what, of])).toEqual([
    ['leg', wallet],
    ['wallet', load.norte.ownerId],
  ])
  const whole = await prove(await accepted())
  expect(proof?.parts).toEqual(whole?.parts)
  expect(proof?.parts.length).toBeGreaterThan(5)
  const text = JSON.stringify(proof)
  for (const hidden of [
    load.andes.ownerId,
    load.card.ownerId,
    accountId({ code: 'load.pending', ...load.card }),
  ])
    expect(text).not.toContain(hidden)
  expect(JSON.stringify(whole)).toContain(load.andes.ownerId)
})

test('a proof for an owner shows the legs of the owner only', async () => {
  const proof = await prove(await accepted(), { ownerId: load.card.ownerId })
  expect(partsOf(proof).map(([what, of]) => [what, of])).toEqual([
    ['leg', accountId({ code: 'load.pending', ...load.card })],
  ])
})

test('somebody without a part in a journal, or with another id, gets no proof', async () => {
  expect(await prove(await accepted(), { ownerId: ledger.ids.next() })).toBeNull()
  expect(await prove(ledger.ids.next())).toBeNull()
})

test('the same part has another hash in every entry, because of its salt', async () => {
  const { rows } = await ledger.owner.query<{ salts: bigint; all: bigint }>(
    'select count(distinct salt) as salts, count(*) as all from signed_entry',
  )
  expect(rows[0]?.salts).toBe(rows[0]?.all)
})
