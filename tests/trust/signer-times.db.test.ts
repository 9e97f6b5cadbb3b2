import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { checkBlocks } from '../../server/src/ledger/block-checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { signingKeyOf } from '../../server/src/ledger/signing-key.ts'
import { postOneLoad } from '../../server/src/treasury/one-load.test-kit.ts'

/** What the signer's own login must not be able to do with the times of its calls. */
let ledger: TestLedger
let signer: pg.Client
const key = signingKeyOf(randomBytes(32).toString('base64'))
beforeAll(async () => {
  ledger = await createTestLedger()
  await postOneLoad(ledger)
  signer = new pg.Client({ connectionString: ledger.signerUrl })
  await signer.connect()
})
afterAll(async () => {
  await signer.end()
  await ledger.end()
})

/** Appends the first block with everything that is queued. */
const append = async (signedAt: string): Promise<string> => {
  const { rows } = await ledger.owner.query<{ entries: number; values: unknown[] }>(
    `select count(*)::int as entries,
       json_build_array(array_agg(ctid::text), array_agg(kind::text), array_agg(id)) as values from unsigned_entry`,
  )
  const { entries = 0, values = [] } = rows[0] ?? {}
  try {
    await signer.query(
      `select append_block(1, 1, '', '', '', $1, 'key', '', $2::text[]::tid[], $3::text[]::"char"[], $4, $5, $6)`,
      [signedAt, ...values, Buffer.alloc(16 * entries), Buffer.alloc(32 * entries)],
    )
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

test.each(['infinity', '-infinity', '290000-01-01', 'tomorrow'])(
  'no block is signed at %s',
  async (signedAt) => {
    expect(await append(signedAt)).toContain('cannot be signed at this time')
  },
)

test('the blocks can still be checked, and a forged one is found', async () => {
  const check = () => ledger.db.read(allTenants, (sql) => checkBlocks(sql, key.publicKeyPem))
  expect(await append('now')).toBe('accepted')
  expect(await check()).toContainEqual({
    check: 'block',
    subject: '1',
    detail: 'is not signed by this key (it names key)',
  })
})

test('a batch is not forgotten while its poster may still ask for it', async () => {
  const before = await ledger.count('ledger_batch')
  expect(before).toBeGreaterThan(0)
  await signer.query(`select forget_batches('ffffffff-ffff-ffff-ffff-ffffffffffff')`)
  expect(await ledger.count('ledger_batch')).toBe(before)
})
