import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { jobChangesOf } from '../../../tests/support/job-changes.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { statusesOf } from '../../../tests/support/test-browser.ts'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { mountProbes } from './probe-calls.test-kit.ts'
import { createAdmin, createTwoPeople, newKey, type Admin } from './two-people.test-kit.ts'

const outside = { sent: [] as string[], answer: async (_key: string): Promise<boolean> => true }
let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let [maker, checker, other, viewer, elsewhere] = [] as unknown as [Admin, Admin, Admin, Admin, Admin]
beforeAll(async () => {
  product = await createPeopleProduct({ probe: mountProbes(outside), env: { RATE_LIMITS: 'off' } })
  people = createTwoPeople(product)
  maker = await createAdmin(product, { name: 'maker', roleId: 1 })
  checker = await createAdmin(product, { name: 'checker', roleId: 6 })
  other = await createAdmin(product, { name: 'other', roleId: 6 })
  viewer = await createAdmin(product, { name: 'viewer', roleId: 3 })
  const companyId = await makeCompany(product, { slug: 'sur' })
  elsewhere = await createAdmin(product, { name: 'elsewhere', roleId: 5, companyId })
})
afterAll(() => product.stop())

let keys = 0
let key = ''
beforeEach(() => {
  keys += 1
  key = `probe.${keys}`
})

const all = <T extends object>(text: string, values: readonly unknown[] = []) =>
  product.kernel.db.read(allTenants, (sql) => sql.rows<T>(text, values as never))
const valueOf = async (name: string): Promise<string | null> =>
  (await all<{ value: string }>(`select value #>> '{}' as value from setting where key = $1`, [name]))[0]
    ?.value ?? null
const request = (value = 'new', by = maker, more: object = {}) =>
  people.request(by, '/probe/values', { key, value, reason: 'Agreed with the bank', ...more })
const statusOf = async (id: string) =>
  (await all<{ status: string }>('select status from approval where id = $1', [id]))[0]?.status

describe('a call of two people', () => {
  it('has no effect until a second person approves it, and then runs once as its maker', async () => {
    const id = await request()
    expect(await valueOf(key)).toBe(null)
    const shown = (await people.read(checker, id)).body.data
    expect(shown).toMatchObject({
      status: 'requested',
      maker: { id: maker.userId, name: 'Ana Paz' },
      reason: 'Agreed with the bank',
      changes: [{ name: 'note', before: null, after: 'new' }],
      facts: { key, value: 'new' },
      isChanged: false,
      canCheck: true,
      stepUp: 'S2',
    })
    const approved = await people.approve(checker, id)
    expect([approved.status, approved.body.data.status]).toEqual([200, 'approved'])
    expect(approved.body.data.checker).toEqual({ id: checker.userId, name: 'Ana Paz' })
    expect(approved.step).toMatchObject({
      level: 'S2',
      show: { key, value: 'new', reason: 'Agreed with the bank', maker: 'Ana Paz (maker@example.com)' },
    })
    expect(await valueOf(key)).toBe('new')
    expect(await valueOf(`${key}.by`)).toBe(`${maker.userId} ${checker.userId} Agreed with the bank`)
  })

  it('writes who requested and who approved it to the audit trail', async () => {
    const id = await request()
    await people.approve(checker, id)
    const rows = await all<{ actor_id: string; action: string; outcome: string; object_id: string | null }>(
      `select actor_id, action, outcome, object_id from audit where outcome <> 'step_up_required'
       and (action like '%probe%' or action like '%approvals%') order by id desc limit 3`,
    )
    expect(rows.toReversed()).toEqual([
      { actor_id: maker.userId, action: 'POST /probe/values', outcome: 'requested', object_id: id },
      { actor_id: maker.userId, action: 'POST /probe/values', outcome: 'approved', object_id: null },
      { actor_id: checker.userId, action: 'POST /approvals/:id/approve', outcome: 'done', object_id: id },
    ])
  })

  it('is refused at once where its handler refuses it, and nothing of the trial remains', async () => {
    const refusal = await people.confirmed(maker, '/probe/values', { key, value: 'refused', reason: 'x' })
    expect(refusal.body.code).toBe('invalid_amount')
    const missing = await people.confirmed(maker, '/probe/values', { key, value: 'new', reason: ' ' })
    expect([missing.status, missing.body.errors]).toEqual([422, { reason: ['Fill in this field.'] }])
    expect(await all('select 1 from approval where requested_at > now() and kind = $1', [key])).toEqual([])
    expect(await valueOf(key)).toBe(null)
  })

  it('is stored once for one Idempotency-Key', async () => {
    const used = newKey()
    const body = { key, value: 'new', reason: 'Once' }
    const first = await people.confirmed<{ approvalId: string }>(maker, '/probe/values', body, used)
    const again = await people.confirmed<{ approvalId: string }>(maker, '/probe/values', body, used)
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([
      202,
      'true',
      first.text,
    ])
    const id = first.body.data.approvalId
    const approveKey = newKey()
    const approved = await people.approve(checker, id, approveKey)
    const version = approved.body.data.version
    const headers = { 'idempotency-key': approveKey }
    const replayed = await checker.browser.post(`/approvals/${id}/approve`, { version }, { headers })
    expect([replayed.headers['idempotent-replayed'], replayed.text]).toEqual(['true', approved.text])
    expect(await valueOf(key)).toBe('new')
  })

  it('is stored only for a company that its maker sees', async () => {
    const companyId = await makeCompany(product, { slug: `hidden-${keys}`, visibleToAdm: false } as never)
    const body = { key, value: 'new', reason: 'x', companyId }
    expect((await people.confirmed(maker, '/probe/values', body)).body.code).toBe('permission_denied')
    expect((await people.confirmed(checker, '/probe/values', body)).status).toBe(202)
  })

  it('needs a second person only where its check says so', async () => {
    const body = { key, value: 5 }
    const small = await people.confirmed(maker, '/probe/sometimes', body)
    expect([small.status, small.body.data]).toEqual([200, { isTwo: false }])
    expect(await valueOf(key)).toBe('5')
    const large = { key, value: 50 }
    expect((await people.confirmed(maker, '/probe/sometimes', large)).body.errors).toEqual({
      reason: ['Fill in this field.'],
    })
    const id = await people.request(maker, '/probe/sometimes', { ...large, reason: 'Large' })
    expect(await valueOf(key)).toBe('5')
    expect((await people.approve(checker, id)).body.data.status).toBe('approved')
    expect(await valueOf(key)).toBe('50')
  })
})

describe('who may decide', () => {
  it('is not the maker, in the product and by SQL', async () => {
    const id = await request()
    expect((await people.approve(maker, id)).body.code).toBe('own_request')
    expect((await people.reject(maker, id)).body.code).toBe('own_request')
    const own = `update approval set status = 'approved', checker_id = maker_id, decided_at = requested_at`
    const byHand = (set: string) =>
      product.kernel.db.write(allTenants, (sql) => sql.run(`${own}${set} where id = $1`, [id]))
    await expect(byHand('')).rejects.toThrow('approval_needs_two_people')
    await expect(byHand(', is_self_checked = true')).rejects.toThrow('approval_waits_for_its_maker')
    await expect(byHand(', self_check_from = requested_at')).rejects.toThrow('never changes')
    expect(await statusOf(id)).toBe('requested')
  })

  it('holds the tag of the checker and sees the company', async () => {
    const id = await request()
    expect((await people.approve(viewer, id)).body.code).toBe('permission_denied')
    expect((await people.read(viewer, id)).body.code).toBe('permission_denied')
    expect((await people.reject(viewer, id)).body.code).toBe('permission_denied')
    expect((await people.withdraw(checker, id)).body.code).toBe('permission_denied')
    for (const answer of [
      await people.read(elsewhere, id),
      await people.approve(elsewhere, id),
      await people.reject(elsewhere, id),
      await people.withdraw(elsewhere, id),
      await people.read(checker, product.kernel.ids.next()),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'record_not_found'])
    expect(await statusOf(id)).toBe('requested')
  })

  it('confirms with S3 where the call needs S3', async () => {
    const id = await people.request(maker, '/probe/sensitive', { reason: 'x' })
    expect((await people.approve(checker, id)).step?.level).toBe('S3')
  })

  it('is one of two checkers, and the other is told who it was', async () => {
    const id = await request()
    const answers = await Promise.all([people.approve(checker, id), people.approve(other, id)])
    expect(statusesOf(answers)).toEqual([200, 409])
    const second = answers.find(({ status }) => status === 409)
    expect([second?.body.code, second?.body.message, second?.body.data]).toEqual([
      'approval_decided',
      'Ana Paz has already approved this',
      { name: 'Ana Paz', status: 'approved' },
    ])
    expect((await people.reject(other, id)).body.code).toBe('approval_decided')
    expect((await people.withdraw(maker, id)).body.code).toBe('approval_decided')
  })
})
describe('a request ends without its effect', () => {
  it('when a checker rejects it, with a note', async () => {
    const id = await request()
    expect((await people.reject(checker, id, ' ')).status).toBe(422)
    const rejected = await people.reject(checker, id, 'Wrong figure')
    expect(rejected.body.data).toMatchObject({ status: 'rejected', note: 'Wrong figure' })
    expect((await people.approve(other, id)).body.message).toBe('Ana Paz has already rejected this')
    expect(await valueOf(key)).toBe(null)
  })

  it('when its maker withdraws it', async () => {
    const id = await request()
    expect((await people.withdraw(maker, id)).body.data.status).toBe('withdrawn')
    expect((await people.approve(checker, id)).body.message).toBe('Ana Paz has withdrawn this')
  })

  it('when it expires: no later approval is possible, before and after its job', async () => {
    const id = await request()
    product.wait(73 * 3_600_000)
    const checkerNow = await createAdmin(product, { name: `late${keys}`, roleId: 6 })
    expect((await people.approve(checkerNow, id)).body.code).toBe('approval_expired')
    await product.drain()
    expect(await statusOf(id)).toBe('expired')
    expect(await jobChangesOf(product.kernel.db, id)).toEqual([
      'approvals.expire approval "requested" → "expired"',
    ])
    expect((await people.approve(checkerNow, id)).body.code).toBe('approval_expired')
  })
})

test('what was requested cannot be changed or deleted by SQL', async () => {
  const owner = new pg.Client({ connectionString: product.database.ownerUrl })
  await owner.connect()
  const id = await product.kernel.db
    .read(allTenants, (sql) => sql.one<{ id: string }>('select id from approval limit 1'))
    .then((row) => row.id)
  await expect(owner.query(`update approval set encrypted = 'x' where id = $1`, [id])).rejects.toThrow(
    'never',
  )
  await expect(owner.query(`update approval set reason = 'x' where id = $1`, [id])).rejects.toThrow('never')
  await expect(owner.query('delete from approval where id = $1', [id])).rejects.toThrow('never deleted')
  await owner.end()
})
