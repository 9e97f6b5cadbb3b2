import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { createWalletWorld, type WalletWorld } from '../wallets/wallet-world.test-kit.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let world: WalletWorld
beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  world = await createWalletWorld(product)
  await world.fund(world.norte, 9_000_000n)
})
afterAll(() => product.stop())

const large = (change: object = {}) => ({
  fromOwnerId: world.norte,
  fromWallet: 'regular',
  toOwnerId: world.andes,
  toWallet: 'regular',
  total: '20000.00',
  fee: '40.00',
  reason: 'Advance for December',
  ...change,
})
type TransferOfList = { id: string; status: string; kind: string }
const listed = async (by: Admin, query = '') =>
  (await by.browser.get<{ items: TransferOfList[]; count: number }>(`/transfers/requests${query}`)).body.data

test('a requested transfer is in the list until it is approved, and then in that of transfers', async () => {
  const id = await people.request(world.ofNorte, '/transfers', large())
  const waiting = {
    id,
    kind: 'transfer',
    status: 'awaiting_check',
    senderName: 'Norte',
    receiverName: 'Andes',
    wallet: 'regular',
    total: '20000.00',
    fee: '40.00',
    reason: 'Advance for December',
    requestedByName: 'Ana Paz',
    decidedByName: null,
    decidedAt: null,
    note: null,
    canOpen: true,
  }
  expect((await listed(world.ofNorte)).items).toMatchObject([waiting])
  expect((await listed(world.first)).items).toMatchObject([waiting])
  // It belongs to Norte, which is above both sides.
  expect(await listed(world.ofAndes)).toMatchObject({ items: [], count: 0 })
  expect((await listed(world.ofNorte, '?side=yours')).items).toHaveLength(1)
  expect((await listed(world.first, '?side=yours')).items).toEqual([])
  expect((await people.approve(world.first, id)).status).toBe(200)
  expect((await listed(world.ofNorte)).items).toEqual([])
  const made = await world.ofNorte.browser.get<{ items: TransferOfList[] }>(`/transfers?id=${id}`)
  expect(made.body.data.items).toMatchObject([{ id, status: 'completed' }])

  const back = await people.request(world.ofNorte, `/transfers/${id}/reversal`, { reason: 'Sent twice' })
  expect((await listed(world.ofNorte, '?kind=reversal')).items).toMatchObject([
    { id: back, kind: 'reversal', senderName: 'Andes', receiverName: 'Norte', total: '20000.00', fee: null },
  ])
  await people.withdraw(world.ofNorte, back)
  expect((await listed(world.ofNorte, '?status=withdrawn')).items.map((row) => row.id)).toEqual([back])
})

test('a rejected one stays with who rejected it, when and why, also in the file', async () => {
  const id = await people.request(world.ofNorte, '/transfers', large({ total: '30000.00', fee: '60.00' }))
  await people.reject(world.first, id, 'Too much for one day')
  const { items } = await listed(world.ofNorte, '?status=rejected')
  expect(items).toMatchObject([
    { id, status: 'rejected', note: 'Too much for one day', decidedByName: '', canOpen: true },
  ])
  expect((await listed(world.second, '?status=rejected')).items).toMatchObject([{ decidedByName: 'Ana Paz' }])
  const counts = await world.ofNorte.browser.get('/transfers/requests/counts')
  expect(counts.body.data).toMatchObject({ counts: { all: 2, awaiting_check: 0, rejected: 1, yours: 2 } })
  const file = await world.ofNorte.browser.post<{ url: string }>('/transfers/requests/export', {
    status: 'rejected',
  })
  const { text } = await world.ofNorte.browser.get(file.body.data.url.replace(/^\/api/, ''))
  expect(text).toContain('Rejected,Norte,Andes,,Regular,30000.00,60.00')
  expect(text).toContain('Too much for one day')
})

test('who may not read transfers reads no requests of them', async () => {
  const support = await createAdmin(product, { name: 'cards', roleId: 10 })
  expect((await support.browser.get('/transfers/requests')).body.code).toBe('permission_denied')
  expect((await support.browser.get('/top-ups/requests')).body.code).toBe('permission_denied')
})
