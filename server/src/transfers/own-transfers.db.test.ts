import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn } from '../../../tests/support/test-people.ts'
import { createTwoPeople } from '../approvals/two-people.test-kit.ts'
import { transferRef } from './transfers.list.ts'
import { createWalletWorld, type WalletWorld } from '../wallets/wallet-world.test-kit.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let world: WalletWorld
let eva: TestBrowser
beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  world = await createWalletWorld(product)
  eva = await logIn(product, 'eva')
  await world.fund(world.eva, 50_000n)
  await world.fund(world.lima, 50_000n)
})
afterAll(() => product.stop())

const send = async (change: object): Promise<string> => {
  const body = { fromWallet: 'regular', toWallet: 'regular', total: '100.00', fee: '0.20', ...change }
  const made = await people.confirmed<{ id: string }>(world.first, '/transfers', {
    reason: 'Advance',
    ...body,
  })
  if (made.status !== 200) throw new Error(made.text)
  return made.body.data.id
}
type TransferOfList = { id: string; direction: string }
const listed = async (by: TestBrowser, query = '') =>
  (await by.get<{ items: TransferOfList[]; count: number }>(`/wallet/transfers${query}`)).body.data
const one = async (by: TestBrowser, id: string) => (await by.get<object>(`/wallet/transfers/${id}`)).body

test('who has a wallet reads what was sent from it and what it received, with the other side and their own balance', async () => {
  const sent = await send({ fromOwnerId: world.eva, toOwnerId: world.lima })
  const received = await send({ fromOwnerId: world.lima, toOwnerId: world.eva })
  const others = await send({ fromOwnerId: world.lima, toOwnerId: world.andes })
  expect(await listed(eva)).toMatchObject({
    count: 2,
    items: [
      {
        id: received,
        direction: 'received',
        otherName: 'Lima',
        amount: '99.80',
        fee: null,
      },
      { id: sent, direction: 'sent', otherName: 'Lima', amount: '100.00', fee: '0.20', status: 'completed' },
    ],
  })
  expect((await listed(eva, '?direction=sent')).items.map(({ id }) => id)).toEqual([sent])
  expect((await one(eva, sent)).data).toMatchObject({ before: '500.00', after: '400.00', reversedBy: null })
  expect((await one(eva, received)).data).toMatchObject({ before: '400.00', after: '499.80', fee: null })
  expect((await one(eva, others)).code).toBe('record_not_found')

  const back = await people.confirmed<{ id: string }>(world.first, `/transfers/${sent}/reversal`, {
    reason: 'Wrong wallet',
  })
  expect((await one(eva, sent)).data).toMatchObject({
    status: 'reversed',
    reversedBy: { id: back.body.data.id },
  })
  expect((await one(eva, back.body.data.id)).data).toMatchObject({
    kind: 'reversal',
    direction: 'received',
    amount: '100.00',
    before: '499.80',
    after: '599.80',
    fee: '-0.20',
    reversalOf: { id: sent },
  })
})

test('of a transfer back only who had paid the fee reads that it was returned', async () => {
  const received = await send({ fromOwnerId: world.lima, toOwnerId: world.eva })
  const { body } = await people.confirmed<{ id: string }>(world.first, `/transfers/${received}/reversal`, {
    reason: 'Suspected fraud',
  })
  const back = await one(eva, body.data.id)
  expect(back.data).toMatchObject({ kind: 'reversal', direction: 'sent', amount: '99.80', fee: null })
  const { items } = await listed(eva, '?direction=sent')
  expect(items[0]).toMatchObject({ id: body.data.id, fee: null })
})

test('the reason that administrators wrote to each other is not for the holders of the wallets', async () => {
  const { items } = await listed(eva)
  const [first] = items
  const file = await eva.post<{ url: string }>('/wallet/transfers/export', {})
  const { text } = await eva.get(file.body.data.url.replace(/^\/api/, ''))
  for (const shown of [JSON.stringify(items), JSON.stringify(await one(eva, first?.id ?? '')), text])
    for (const reason of ['Advance', 'Wrong wallet', 'Suspected fraud']) expect(shown).not.toContain(reason)
})

test('a person without transfers has none, and a file has the reader’s own', async () => {
  const tom = await logIn(product, 'tom')
  expect(await listed(tom)).toMatchObject({ items: [], count: 0 })
  expect(await listed(world.first.browser)).toMatchObject({ items: [], count: 0 })
  const file = await eva.post<{ url: string }>('/wallet/transfers/export', { direction: 'sent' })
  const { text } = await eva.get(file.body.data.url.replace(/^\/api/, ''))
  expect(text.trimEnd().split('\r\n')).toHaveLength(3)
  expect(text).toContain('Sent,Lima,Regular wallet,100.00,0.20,')
})

test('both sides and administrators find a transfer by its reference, whatever its capitals, and others do not', async () => {
  const tom = await logIn(product, 'tom')
  const reference = 'INV-2026/117 Ñandú'
  const named = await send({ fromOwnerId: world.lima, toOwnerId: world.eva, reference })
  const plain = await send({ fromOwnerId: world.lima, toOwnerId: world.eva, reference: '' })
  expect((await one(eva, named)).data).toMatchObject({ reference })
  expect((await one(eva, plain)).data).toMatchObject({ reference: null })
  const idsFor = async (by: TestBrowser, q: string, path = '/wallet/transfers') =>
    (await by.get<{ items: TransferOfList[] }>(`${path}?q=${encodeURIComponent(q)}`)).body.data.items.map(
      ({ id }) => id,
    )
  const admin = world.first.browser
  for (const q of ['inv-2026', 'INV-2026/117 ñANDÚ', 'Inv-2026/117 nand']) {
    expect(await idsFor(eva, q)).toEqual([named])
    expect(await idsFor(admin, q, '/transfers')).toEqual([named])
    expect(await idsFor(tom, q)).toEqual([])
  }
  for (const q of ['2026/117', 'inv-2027', 'inv-2026/117 ñandú x']) {
    expect(await idsFor(eva, q)).toEqual([])
    expect(await idsFor(admin, q, '/transfers')).toEqual([])
  }
  expect(await idsFor(eva, transferRef(plain).slice(0, 7))).toContain(plain)
  const tooLong = { fromOwnerId: world.lima, toOwnerId: world.eva, reference: 'x'.repeat(65) }
  await expect(send(tooLong)).rejects.toThrow(/reference/)
  for (const path of ['/wallet/transfers', '/transfers']) {
    const by = path === '/transfers' ? admin : eva
    const file = await by.post<{ url: string }>(`${path}/export`, { q: 'inv-2026' })
    const { text } = await by.get(file.body.data.url.replace(/^\/api/, ''))
    expect(text).toContain(reference)
  }
})
