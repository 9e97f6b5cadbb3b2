import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { after } from '../../server/src/kernel/clock.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { Queries } from '../../server/src/kernel/queries.ts'
import { postOneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { issuerFunded } from '../../server/src/treasury/treasury-postings.ts'
import { checkBlocks } from '../../server/src/ledger/block-checks.ts'
import { readBlocks } from '../../server/src/ledger/blocks.sql.ts'
import { createBlockSigner, type BlockSigner } from '../../server/src/ledger/block-signer.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { readUnsigned } from '../../server/src/ledger/unsigned.sql.ts'

let ledger: TestLedger
let blockSigner: BlockSigner
const key = signingKeyOf(randomBytes(32).toString('base64'))
const at = new Date('2026-11-20T15:00:00Z')
const read = <T>(use: (sql: Queries) => Promise<T>) => ledger.db.read(allTenants, use)

beforeAll(async () => {
  ledger = await createTestLedger()
  blockSigner = createBlockSigner({ db: ledger.db, signerDb: ledger.signerDb, clock: ledger.clock, key })
})
afterAll(() => ledger.end())

const postOne = () => {
  const event = { eventId: ledger.ids.next(), recordId: ledger.ids.next(), fundingId: null }
  return ledger.post(issuerFunded({ ...event, amountCents: 1n, effectiveAt: at }))
}
const allBlocks = () => read((sql) => readBlocks(sql, { above: 0n, limit: 1000 }))
const findings = async () => [
  ...(await read(checkBook)),
  ...(await read((sql) => checkBlocks(sql, key.publicKeyPem))),
]

test('every committed journal and every new account is signed once, and every block is valid', async () => {
  await postOneLoad(ledger)
  const accounts = await ledger.count('account')
  expect(await ledger.count('account_change')).toBe(accounts)
  const [block] = await blockSigner.signNow()
  expect(block).toMatchObject({ height: 1n, firstNumber: 1n, lastNumber: BigInt(5 + accounts) })
  expect(await blockSigner.signNow()).toEqual([])
  await postOne()
  expect(await blockSigner.signNow()).toMatchObject([{ height: 2n, firstNumber: BigInt(6 + accounts) }])
  expect(await findings()).toEqual([])
  const other = signingKeyOf(randomBytes(32).toString('base64'))
  expect(await read((sql) => checkBlocks(sql, other.publicKeyPem))).toHaveLength(2)
})

test('a journal is queued when it is committed, and not before', async () => {
  await ledger.owner.query('begin')
  await ledger.owner.query(
    `insert into unsigned_entry (at, id, kind) values ('epoch', '${ledger.ids.next()}', 'j')`,
  )
  expect(await blockSigner.signNow()).toEqual([])
  await ledger.owner.query('rollback')
  await postOne()
  expect(await read((sql) => readUnsigned(sql, after(ledger.clock.now(), 301_000)))).toMatchObject({
    count: 1,
    late: 1,
  })
  expect(await blockSigner.signNow()).toHaveLength(1)
  expect(await read((sql) => readUnsigned(sql, at))).toEqual({ count: 0, late: 0, oldestAt: null })
})

test('two signers at once make one chain', async () => {
  const signers = [1, 2, 3].map(() =>
    createBlockSigner({ db: ledger.db, signerDb: ledger.signerDb, clock: ledger.clock, key }),
  )
  for (let round = 0; round < 8; round += 1) {
    await Promise.all([postOne(), ...signers.map(({ signNow }) => signNow()), postOne(), postOne()])
  }
  await blockSigner.signNow()
  expect(await findings()).toEqual([])
  const blocks = await allBlocks()
  expect(blocks.map(({ height }) => height)).toEqual(blocks.map((_, index) => BigInt(index + 1)))
  expect(await ledger.count('signed_entry')).toBe(
    (await ledger.count('journal')) + (await ledger.count('account_change')),
  )
})

test('a long queue becomes blocks of at most 8,192 entries', async () => {
  const before = (await allBlocks()).length
  for (let round = 0; round < 9; round += 1) await Promise.all(Array.from({ length: 1000 }, postOne))
  const blocks = await blockSigner.signNow()
  expect(blocks.map(({ firstNumber, lastNumber }) => lastNumber - firstNumber + 1n)).toEqual([8192n, 808n])
  expect(await allBlocks()).toHaveLength(before + 2)
  expect(await findings()).toEqual([])
})

test('the signer can sign only what is queued', async () => {
  const last = (await allBlocks()).at(-1)
  const append = (id: string, row: string) =>
    ledger.signerDb.write(allTenants, (sql) =>
      sql.run(
        `select append_block($1, $2, '', $3, '', now(), 'x', '', array[$4]::tid[], array['j']::"char"[], array[$5]::uuid[],
          decode(repeat('00', 16), 'hex'), decode(repeat('00', 32), 'hex'))`,
        [(last?.height ?? 0n) + 1n, (last?.lastNumber ?? 0n) + 1n, last?.hash ?? null, row, id],
      ),
    )
  await expect(append(ledger.ids.next(), '(0,1)')).rejects.toThrow('may only sign what is queued')
  expect(await allBlocks()).toHaveLength(Number(last?.height))
})
