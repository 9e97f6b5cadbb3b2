import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { createAdmin, createLocalAdmin, createTwoPeople, type Admin } from './two-people.test-kit.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let only: Admin
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  people = createTwoPeople(product)
  only = await createAdmin(product, { name: 'only', roleId: 6 })
})
afterAll(() => product.stop())

let wires = 0
const request = () =>
  people.request(only, '/treasury-operations', {
    kind: 'capital_contributed',
    amount: '5.00',
    valuedOn: product.kernel.clock.now().toISOString().slice(0, 10),
    reference: `Wire ${(wires += 1)}`,
    reason: 'The first money',
  })

test('where nobody else could check it, its maker approves it with S3, and this is recorded', async () => {
  const id = await request()
  const seen = (await people.read(only, id)).body.data
  expect([seen.isMine, seen.canCheck, seen.selfCheckFrom === null]).toEqual([true, true, false])
  const answer = await people.approve(only, id)
  expect([answer.step?.level, answer.status]).toEqual(['S3', 200])
  expect(answer.body.data).toMatchObject({ status: 'approved', isSelfChecked: true })
  const row = await product.kernel.db.read(allTenants, (sql) =>
    sql.one('select is_self_checked, checker_id = maker_id as is_own from approval where id = $1', [id]),
  )
  expect(row).toEqual({ is_self_checked: true, is_own: true })
})

test('the wait that was stored at the request has to be over', async () => {
  const id = await request()
  const { clock } = product.kernel
  const now = clock.now().getTime()
  const early = product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `update approval set status = 'approved', checker_id = maker_id, is_self_checked = true, decided_at = $2 where id = $1`,
      [id, new Date(now - 3_600_000)],
    ),
  )
  await expect(early).rejects.toThrow('approval_waits_for_its_maker')
})

test('who would decide about their own money is not counted among those who could check it', async () => {
  const companyId = await makeCompany(product, { slug: 'norte', name: 'Norte' })
  const tags = ['wallets.adjust'] as const
  const local = await createLocalAdmin(product, { name: 'local', companyId, tags, by: only })
  const credit = {
    ownerId: companyId,
    wallet: 'regular',
    type: 'credit',
    amount: '600.00',
    reason: 'Campaign',
  }
  const id = await people.request(only, '/wallet-adjustments', credit)
  expect((await people.approve(local, id)).body.code).toBe('own_money')
  const answer = await people.approve(only, id)
  expect(answer.body.data).toMatchObject({ status: 'approved', isSelfChecked: true })
})

test('as soon as a second person could check it, its maker may not, and a later request needs two', async () => {
  const id = await request()
  await createAdmin(product, { name: 'second', roleId: 6 })
  expect((await people.approve(only, id)).body.code).toBe('own_request')
  const later = (await people.read(only, await request())).body.data
  expect([later.canCheck, later.selfCheckFrom]).toEqual([false, null])
})
