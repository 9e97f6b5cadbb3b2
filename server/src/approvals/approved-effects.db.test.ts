import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { allTenants } from '../kernel/database.ts'
import { mountProbes } from './probe-calls.test-kit.ts'
import { createAdmin, createTwoPeople, type Admin } from './two-people.test-kit.ts'

/** Stands for a provider: what it was sent, and its answer. */
const outside = { sent: [] as string[], answer: async (_key: string): Promise<boolean> => true }
let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let [maker, checker, other] = [] as unknown as [Admin, Admin, Admin]
beforeAll(async () => {
  product = await createPeopleProduct({ probe: mountProbes(outside), env: { RATE_LIMITS: 'off' } })
  people = createTwoPeople(product)
  maker = await createAdmin(product, { name: 'maker', roleId: 1 })
  checker = await createAdmin(product, { name: 'checker', roleId: 6 })
  other = await createAdmin(product, { name: 'other', roleId: 6 })
})
afterAll(() => product.stop())

let keys = 0
let key = ''
beforeEach(() => {
  keys += 1
  key = `effect.${keys}`
  outside.sent = []
  outside.answer = async () => true
})

const write = (text: string, values: readonly string[] = []) =>
  product.kernel.db.write(allTenants, (sql) => sql.run(text, [...values]))
const valueOf = (name: string) =>
  product.kernel.db
    .read(allTenants, (sql) =>
      sql.maybe<{ value: string }>(`select value #>> '{}' as value from setting where key = $1`, [name]),
    )
    .then((found) => found?.value ?? null)
const setValue = (name: string, value: string) =>
  write(
    `insert into setting (key, value, changed_at) values ($1, to_jsonb($2::text), now())
     on conflict (key) do update set value = excluded.value`,
    [name, value],
  )
const requestWrite = (by = maker) =>
  people.request(by, '/probe/values', { key, value: 'new', reason: 'A reason' })
const requestOutside = (name = key) =>
  people.request(maker, '/probe/outside', { key: name, reason: 'A reason' })

describe('a request that cannot run any more ends as failed, and the checker is told why', () => {
  it('when its maker lost the tag', async () => {
    const demoted = await createAdmin(product, { name: `demoted${keys}`, roleId: 1 })
    const id = await requestWrite(demoted)
    await write('update app_user set role_id = 3 where id = $1', [demoted.userId])
    const answer = await people.approve(checker, id)
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      {
        status: 'failed',
        checker: { id: checker.userId },
        failure: {
          code: 'maker_not_permitted',
          message: 'The person who requested it may not do this any more',
        },
      },
    ])
    expect(await valueOf(key)).toBe(null)
    expect((await people.approve(other, id)).body.code).toBe('approval_decided')
  })

  it('when its maker was switched off', async () => {
    const gone = await createAdmin(product, { name: `gone${keys}`, roleId: 1 })
    const id = await requestWrite(gone)
    await write('update app_user set active = false where id = $1', [gone.userId])
    expect((await people.approve(checker, id)).body.data.failure?.code).toBe('maker_not_permitted')
  })

  it('when its handler refuses it now, and nothing of the handler remains', async () => {
    const id = await requestWrite()
    await setValue(`${key}.stop`, 'yes')
    const answer = await people.approve(checker, id)
    expect(answer.body.data).toMatchObject({ status: 'failed', failure: { code: 'invalid_amount' } })
    expect(answer.body.data.failure?.message).not.toBe('')
    expect(await valueOf(key)).toBe(null)
    expect((await people.read(maker, id)).body.data.failure?.code).toBe('invalid_amount')
  })
})

test('an object that changed since the request is shown as it is now, and has to be seen before an approval', async () => {
  await setValue(key, 'old')
  const id = await requestWrite()
  const seen = (await people.read(checker, id)).body.data
  await setValue(key, 'other')
  const stale = await people.confirmed(checker, `/approvals/${id}/approve`, { version: seen.version })
  expect([stale.status, stale.body.code]).toEqual([409, 'record_changed'])
  const now = (await people.read(checker, id)).body.data
  expect(now).toMatchObject({
    status: 'requested',
    isChanged: true,
    changes: [{ before: 'old', after: 'new' }],
    present: [{ before: 'other', after: 'new' }],
  })
  expect((await people.approve(checker, id)).body.data.status).toBe('approved')
  expect(await valueOf(key)).toBe('new')
})

describe('a call to an outside service', () => {
  it('is sent once, also when two people approve it at the same time', async () => {
    let tellSent: () => void = () => undefined
    const sent = new Promise<void>((resolve) => (tellSent = resolve))
    let goOn: () => void = () => undefined
    const held = new Promise<void>((resolve) => (goOn = resolve))
    outside.answer = async () => {
      tellSent()
      await held
      return true
    }
    const id = await requestOutside()
    const first = people.approve(checker, id)
    await sent
    const second = await people.approve(other, id)
    expect([second.body.code, second.body.message]).toEqual([
      'approval_decided',
      'Ana Paz is approving this now',
    ])
    goOn()
    expect((await first).body.data.status).toBe('approved')
    expect([outside.sent, await valueOf(key)]).toEqual([[key], 'sent'])
  })

  it('is not sent before the approval, and fails where the service refuses it', async () => {
    outside.answer = async () => false
    const id = await requestOutside()
    expect(outside.sent).toEqual([])
    const answer = await people.approve(checker, id)
    expect(answer.body.data).toMatchObject({ status: 'failed', failure: { code: 'unavailable' } })
    expect(await valueOf(key)).toBe(null)
  })

  it('fails where its last transaction refuses, which is rolled back', async () => {
    const id = await requestOutside(`${key}.known`)
    const answer = await people.approve(checker, id)
    expect(answer.body.data).toMatchObject({ status: 'failed', failure: { code: 'reference_used' } })
    expect(await valueOf(`${key}.known`)).toBe(null)
  })

  it('that never ended is given up after a quarter of an hour', async () => {
    outside.answer = async () => {
      throw new Error('The server stopped')
    }
    const id = await requestOutside()
    expect((await people.approve(checker, id)).status).toBe(500)
    const version = (await people.read(checker, id)).body.data
    expect([version.status, version.checker?.id]).toEqual(['running', checker.userId])
    product.wait(16 * 60_000)
    await product.drain()
    const late = await createAdmin(product, { name: `late${keys}`, roleId: 6 })
    expect((await people.read(late, id)).body.data).toMatchObject({
      status: 'failed',
      failure: { code: 'outcome_unknown' },
    })
  })
})
