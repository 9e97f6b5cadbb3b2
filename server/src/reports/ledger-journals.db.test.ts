import type { WireOf } from '@cardamom/contract/endpoint'
import type { listLedgerJournals } from '@cardamom/contract/reports/ledger-journals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, createTwoPeople, newKey, type Admin } from '../approvals/two-people.test-kit.ts'
import { createWalletWorld, type WalletWorld } from '../wallets/wallet-world.test-kit.ts'

let product: PeopleProduct
let world: WalletWorld
let id = ''
beforeAll(async () => {
  product = await createPeopleProduct()
  world = await createWalletWorld(product)
  await world.fund(world.norte, 600_000n)
  const made = await createTwoPeople(product).confirmed<{ id: string }>(
    world.first,
    '/transfers',
    {
      fromOwnerId: world.norte,
      fromWallet: 'regular',
      toOwnerId: world.andes,
      toWallet: 'regular',
      total: '5000.00',
      fee: '10.00',
      reason: 'Advance for December',
    },
    newKey(),
  )
  id = made.body.data.id
})
afterAll(() => product.stop())

const listed = async (query: string, { browser }: Admin = world.first) =>
  (await browser.get<WireOf<typeof listLedgerJournals>>(`/ledger/journals${query}`)).body.data.items

test('journals are listed by kind, subject, actor and day, with who decided', async () => {
  const [journal, ...more] = await listed('?kind=transfer_made')
  expect(more).toEqual([])
  expect(journal).toMatchObject({
    kind: 'transfer_made',
    isReversal: false,
    key: `transfer:${id}`,
    subjectId: id,
    actor: 'Ana Paz',
    reason: 'Advance for December',
  })
  const day = journal?.effectiveAt.slice(0, 10)
  const found = [journal]
  for (const query of [
    `subjectId=${id}`,
    `actor=${world.first.userId}`,
    `q=${id}`,
    `q=${journal?.key}`,
    `kind=transfer_made&from=${day}&to=${day}`,
  ])
    expect(await listed(`?${query}`), query).toEqual(found)
  expect(await listed('?kind=transfer_made&to=2020-01-01')).toEqual([])
  expect((await listed('')).length).toBeGreaterThan(1)
})

test('a reader of a part of the ledger has none of them, and the file has what the filter has', async () => {
  expect((await world.ofNorte.browser.get('/ledger/journals')).body.code).toBe('permission_denied')
  const viewer = await createAdmin(product, { name: 'part', roleId: 3 })
  const part = await viewer.browser.get<WireOf<typeof listLedgerJournals>>('/ledger/journals')
  expect(part.body.data).toMatchObject({ items: [], count: 0, isWhole: false })
  const { browser } = world.first
  const whole = await browser.get<WireOf<typeof listLedgerJournals>>('/ledger/journals?limit=1')
  expect(whole.body.data).toMatchObject({ isWhole: true })
  const file = await browser.post<{ url: string }>('/ledger/journals/export', { kind: 'transfer_made' })
  const text = (await browser.get(file.body.data.url.replace(/^\/api/, ''))).text
  expect(text.trim().split('\n')).toHaveLength(2)
  expect(text).toContain('Advance for December')
})
