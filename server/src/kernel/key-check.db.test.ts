import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { checkKeys, refuseOtherKeys } from './key-check.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const key = () => randomBytes(32).toString('base64')
const start = (keys: { ENCRYPTION_KEY: string; LEDGER_SIGNING_KEY: string }) =>
  checkKeys(database.ownerUrl, keys)

test('a second start with another key is refused with the name of the key', async () => {
  const first = { ENCRYPTION_KEY: key(), LEDGER_SIGNING_KEY: key() }
  // Copies that start at the same time for the first time.
  await Promise.all([start(first), start(first)])
  await start(first)
  const other = { ...first, ENCRYPTION_KEY: key() }
  await expect(start(other)).rejects.toThrow(
    /^ENCRYPTION_KEY is not the key that this database was first started/,
  )
  await expect(start({ ...first, LEDGER_SIGNING_KEY: key() })).rejects.toThrow(
    /^LEDGER_SIGNING_KEY is not the key/,
  )
  // A refused start does not change the stored keys.
  await start(first)
})

test('the check before the migrations finds wrong keys and changes nothing', async () => {
  const other = { ENCRYPTION_KEY: key(), LEDGER_SIGNING_KEY: key() }
  const empty = await createTestDatabase({ isEmpty: true })
  const fresh = await createTestDatabase()
  try {
    await refuseOtherKeys(empty.ownerUrl, other)
    await refuseOtherKeys(fresh.ownerUrl, other)
    const first = { ENCRYPTION_KEY: key(), LEDGER_SIGNING_KEY: key() }
    await checkKeys(fresh.ownerUrl, first)
    await refuseOtherKeys(fresh.ownerUrl, first)
    await expect(refuseOtherKeys(fresh.ownerUrl, other)).rejects.toThrow(/^ENCRYPTION_KEY is not the key/)
    const half = { ...first, LEDGER_SIGNING_KEY: key() }
    await expect(refuseOtherKeys(fresh.ownerUrl, half)).rejects.toThrow(/^LEDGER_SIGNING_KEY is not the key/)
  } finally {
    await empty.drop()
    await fresh.drop()
  }
})

test('the role of the app neither reads nor replaces the check values', async () => {
  for (const statement of ['select 1 from key_check', 'delete from key_check'])
    await expect(database.db.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})
