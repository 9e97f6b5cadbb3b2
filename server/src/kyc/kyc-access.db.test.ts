import {
  approveKyc,
  getKycCase,
  listKycCases,
  listKycImages,
  resetKyc,
} from '@cardamom/contract/kyc/kyc-cases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { startKycBench, type KycBench } from './kyc-bench.test-kit.ts'

/** Who may see identity checks, and which. */
let bench: KycBench
let admin: string
beforeAll(async () => {
  bench = await startKycBench()
  admin = await bench.person({ firstName: 'Admin', roleId: 1 })
})
afterAll(() => bench.stop())

const waiting = async () => {
  const userId = await bench.person({ firstName: 'Review' })
  await bench.provider.submit(await bench.startIt(userId, { firstName: 'Review' }))
  await bench.reach(userId, 'needs_review')
  return bench.db.read(allTenants, (sql) =>
    sql.one<{ id: string; version: number }>('select id, version from kyc_case where user_id = $1', [userId]),
  )
}
const countsFor = async (by: string) =>
  ((await bench.call(by, listKycCases.counts)).body.data as { counts: Record<string, number> }).counts

test('a viewer sees identity checks only where that is enabled, and decides none', async () => {
  const { id, version } = await waiting()
  const viewer = await bench.person({ roleId: 3 })
  const params = { id }
  const decision = { params, version, input: { note: 'x' } }
  const statuses = async () => [
    (await bench.call(viewer, listKycCases)).status,
    (await bench.call(viewer, listKycCases.counts)).status,
    (await bench.call(viewer, getKycCase, { params })).status,
    (await bench.call(viewer, listKycImages, { params })).status,
    (await bench.call(viewer, approveKyc, decision)).status,
    (await bench.call(viewer, resetKyc, decision)).status,
  ]
  expect(await statuses()).toEqual([403, 403, 403, 403, 403, 403])
  await bench.grant({ userId: viewer, by: admin, tags: ['kyc.view'] })
  expect(await statuses()).toEqual([200, 200, 200, 403, 403, 403])
  const seen = await bench.call(viewer, getKycCase, { params })
  expect(seen.body.data).toMatchObject({ status: 'needs_review', decisions: [] })
  await bench.grant({ userId: viewer, by: admin, tags: ['kyc.view_documents'] })
  expect(await statuses()).toEqual([200, 200, 200, 200, 403, 403])
})

test('the counts of the open states are those of the companies in scope', async () => {
  const before = await countsFor(admin)
  await waiting()
  const after = await countsFor(admin)
  expect(after['needs_review']).toBe((before['needs_review'] ?? 0) + 1)
  const listed = await bench.call(admin, listKycCases, { input: { status: 'needs_review', limit: 100 } })
  expect((listed.body.data as { count: number }).count).toBe(after['needs_review'])
  const companyId = await makeCompany(bench.product, { slug: 'andes' })
  const outside = await bench.person({ roleId: 5, companyId })
  await bench.grant({ userId: outside, by: admin, companyId, tags: ['kyc.view'] })
  expect(await countsFor(outside)).toEqual({
    all: 0,
    needs_review: 0,
    submitted: 0,
    resubmitted: 0,
    declined: 0,
  })
})
