import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { allTenants } from './database.ts'
import { readFresh, readMissed } from './live-events.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const idAt = (place: number) => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`
const userId = idAt(1)

test('events are told in the order of their transactions, also where the numbers get longer', async () => {
  await database.db.write(allTenants, async (sql) => {
    const event = { type: 'noise.heard', entity: 'noise', entityId: userId, userId, at: new Date(0) }
    const of = (tx: string, place: number) => ({ ...event, tx, id: idAt(place) })
    await sql
      .insertInto('event')
      .values([of('9', 13), of('10', 12), of('9', 14), of('100', 11)])
      .execute()
  })
  const order = ['9', '9', '10', '100']
  const hearers = { everybody: false, userIds: [userId], companyIds: [] }
  const place = { tx: '1', idFloor: idAt(0) }
  await database.db.read(allTenants, async (sql) => {
    const fresh = await readFresh(sql, { from: '1', after: null, hearers })
    expect(fresh.map(({ tx }) => tx)).toEqual(order)
    const missed = await readMissed(sql, { scope: allTenants, userId, place, after: fresh[1] ?? null })
    expect(missed.map(({ tx }) => tx)).toEqual(order.slice(2))
  })
})
