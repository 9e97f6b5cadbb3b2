import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import type { Admin } from '../approvals/two-people.test-kit.ts'
import { createDepositWorld } from './deposit-world.test-kit.ts'

let product: PeopleProduct
let world: Awaited<ReturnType<typeof createDepositWorld>>
beforeAll(async () => {
  product = await createPeopleProduct()
  world = await createDepositWorld(product)
}, 60_000)
afterAll(() => product.stop())

const listed = async (by: Admin, query = '') =>
  (await by.browser.get<{ items: { id: string }[] }>(`/top-ups/requests${query}`)).body.data.items

test('a wire that waits for a second person, or was rejected, is listed for everybody who reads deposits', async () => {
  const { people, depositor, checker, viewer, ofLima, ofAndes } = world
  const entered = (await world.wire({ bankReference: 'BANK 77' })) as object
  const id = await people.request(depositor, '/top-ups', entered)
  const row = {
    id,
    kind: 'wire',
    status: 'awaiting_check',
    companyName: 'Lima',
    wallet: 'regular',
    total: '10000.00',
    fee: '225.00',
    bankReference: 'BANK 77',
    reason: 'Wire of November',
  }
  expect(await listed(depositor)).toMatchObject([{ ...row, requestedByName: 'Ana Paz', canOpen: true }])
  expect(await listed(checker, '?status=awaiting_check')).toMatchObject([{ ...row, canOpen: true }])
  // They read the list and may not decide, so the request itself is not theirs to open.
  // Neither are the texts that its maker wrote to who decides.
  const closed = { ...row, reason: null, bankReference: null, note: null, canOpen: false }
  expect(await listed(viewer)).toMatchObject([closed])
  expect(await listed(ofLima)).toMatchObject([{ ...closed, requestedByName: '' }])
  expect(await listed(ofAndes)).toMatchObject([closed])
  expect(await listed(checker, '?side=yours')).toEqual([])
  await people.reject(checker, id, 'Not on the statement')
  expect(await listed(depositor, '?status=rejected')).toMatchObject([
    { id, status: 'rejected', note: 'Not on the statement', decidedByName: 'Ana Paz' },
  ])
  expect(await listed(viewer, '?status=rejected')).toMatchObject([{ id, note: null, bankReference: null }])
  const file = await viewer.browser.post<{ url?: string }>('/top-ups/requests/export', {})
  const { url } = file.body.data ?? {}
  const text = (await viewer.browser.get((url ?? '').replace(/^\/api/, ''))).text
  expect([file.status, text]).toEqual([201, expect.stringContaining('rejected')])
  for (const written of ['BANK 77', 'Wire of November', 'Not on the statement'])
    expect(text).not.toContain(written)
  expect(await listed(depositor, '?status=awaiting_check')).toEqual([])
})

test('an approved one is a deposit, and its requested reversal is listed until it is decided', async () => {
  const { people, depositor, checker, first } = world
  const id = await people.request(depositor, '/top-ups', await world.wire({ bankReference: 'BANK 78' }))
  expect((await people.approve(checker, id)).status).toBe(200)
  expect(await listed(depositor, '?kind=wire&status=awaiting_check')).toEqual([])
  const back = await people.request(checker, `/top-ups/${id}/reversal`, { reason: 'It bounced' })
  const row = { id: back, kind: 'reversal', companyName: 'Lima', total: '10000.00' }
  expect(await listed(checker, '?kind=reversal')).toMatchObject([{ ...row, bankReference: 'BANK 78' }])
  expect(await listed(depositor, '?kind=reversal')).toMatchObject([{ ...row, bankReference: null }])
  expect((await people.approve(first, back)).status).toBe(200)
  expect(await listed(depositor, '?kind=reversal')).toEqual([])
})
