import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { join, logIn } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import { erasePersonKey } from './audit-keys.sql.ts'
import { openPersonal, readChanges } from './changes.sql.ts'

let product: PeopleProduct
let owner: pg.Client
beforeAll(async () => {
  product = await createPeopleProduct()
  owner = new pg.Client({ connectionString: product.database.ownerUrl })
  await owner.connect()
  await join(product, 'lucia@example.com')
})
afterAll(async () => {
  await owner.end()
  await product.stop()
})

type Mine = { id: string; version: number }
const changeProfile = async (change: object): Promise<string> => {
  const me = await logIn(product, 'lucia')
  const mine = (await me.get<Mine>('/me')).body.data
  const headers = { 'if-match': String(mine.version), 'user-agent': 'Test browser 7' }
  expect((await me.patch('/me', change, { headers })).status).toBe(200)
  return mine.id
}
const changesOf = (entityId: string) =>
  product.kernel.db.read(allTenants, (sql) => readChanges(sql, { entity: 'user', entityId, limit: 10 }))
const open = (index: number, entityId: string) =>
  product.kernel.db.read(allTenants, async (sql) => {
    const found = (await readChanges(sql, { entity: 'user', entityId, limit: 10 }))[index]
    return found ? openPersonal(sql, product.kernel.encryption, found) : null
  })

test('a change is recorded with its fields before and after, and who made it from where', async () => {
  const userId = await changeProfile({ city: 'Canary-Cusco', locale: 'es' })
  const [change] = await changesOf(userId)
  expect(change).toMatchObject({
    action: 'PATCH /me',
    actorKind: 'session',
    actorId: userId,
    impersonatorId: null,
    userId,
    before: { locale: 'en' },
    after: { locale: 'es' },
    personalFields: ['city'],
  })
  const { rows } = await owner.query<object>('select device, subject_id from audit where id = $1', [
    change?.auditId,
  ])
  expect(rows).toEqual([{ device: 'Test browser 7', subject_id: null }])
})

test('personal values are readable only with the key of the person', async () => {
  const userId = await changeProfile({ street: 'Canary Street 7' })
  expect(await open(0, userId)).toMatchObject({ after: { street: 'Canary Street 7' } })
  const { rows } = await owner.query<{ text: string }>(
    `select c::text || coalesce(encode(c.personal, 'escape'), '') || a::text as text
     from audit a left join audit_change c on c.audit_id = a.id`,
  )
  const stored = rows.map(({ text }) => text).join('\n')
  expect(stored).toContain(userId)
  for (const canary of ['Canary', 'Cusco', 'lucia@', 'Larco', '999000111'])
    expect(stored).not.toContain(canary)
  await product.kernel.db.write(allTenants, (sql) => erasePersonKey(sql, userId))
  expect(await open(0, userId)).toBe(null)
  expect((await changesOf(userId))[0]?.personalFields).toEqual(['street'])
})

test('a change without a difference, and one that is rolled back, are not recorded', async () => {
  const userId = await changeProfile({ city: 'Puno' })
  const before = await changesOf(userId)
  await changeProfile({ city: 'Puno' })
  expect(await changesOf(userId)).toEqual(before)
  const change = { entity: 'user', entityId: userId, companyId: null, before: { a: 1 }, after: { a: 2 } }
  const failing = async (tx: WriteTransaction) => {
    tx.recordChange(change)
    throw new Error('undone')
  }
  await expect(product.kernel.write(allTenants, failing)).rejects.toThrow('undone')
  // Outside of a call and a job nobody is the actor.
  await expect(product.kernel.write(allTenants, async (tx) => tx.recordChange(change))).rejects.toThrow(
    'without an audit row',
  )
  expect(await changesOf(userId)).toEqual(before)
})

test('what a job changes has an audit row of the job', async () => {
  const entityId = product.kernel.ids.next()
  product.kernel.jobs.handle('test.change', async (_job, work) => {
    await work.write(async (tx) =>
      tx.recordChange({ entity: 'card', entityId, companyId: null, before: null, after: { cents: 5n } }),
    )
  })
  await product.kernel.write(allTenants, async (tx) => tx.enqueue({ name: 'test.change' }))
  await product.kernel.jobs.drain()
  const found = await product.kernel.db.read(allTenants, (sql) =>
    readChanges(sql, { entity: 'card', entityId, limit: 10 }),
  )
  expect(found).toMatchObject([{ action: 'test.change', actorKind: 'job', after: { cents: '5' } }])
})

test('a change is never changed or deleted', async () => {
  for (const statement of [`update audit_change set entity = 'x'`, 'delete from audit_change']) {
    await expect(owner.query(statement)).rejects.toThrow('never changed or deleted')
    await expect(product.kernel.db.write(allTenants, (sql) => sql.run(statement))).rejects.toMatchObject({
      code: '42501',
    })
  }
})
