import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, createLocalAdmin, type Admin } from '../approvals/two-people.test-kit.ts'
import { createWalletLoadWorld, type WalletLoadWorld } from '../transfers/wallet-load-world.test-kit.ts'

/** What a company is told of its money that went to cards. */
let bench: WalletLoadWorld
let ofLima: Admin
let ofAndes: Admin
let holders: Awaited<ReturnType<WalletLoadWorld['holder']>>[]
beforeAll(async () => {
  bench = await createWalletLoadWorld()
  const { world, product } = bench
  holders = [await bench.holder(), await bench.holder()]
  ofLima = await createAdmin(product, { name: 'watcher', roleId: 5, companyId: world.lima })
  ofAndes = await createAdmin(product, { name: 'above', roleId: 5, companyId: world.andes })
  await world.fund(world.lima, 100_000n, 'immediate')
}, 120_000)
afterAll(() => bench.product.stop())

type Item = { kind: string; path: string; facts: Record<string, string> }
const noticesOf = async ({ browser }: Admin) =>
  (await browser.get<{ items: Item[] }>('/notifications')).body.data.items.filter(
    ({ kind }) => kind === 'company_transfer_sent',
  )

test('a company is told when an administrator of another one moves its money to a card, and not of its own', async () => {
  const { world, product } = bench
  const id = await bench.make(holders[0]!, { total: '50.00', fee: '0.10' })
  await product.settle()
  const told = await noticesOf(ofLima)
  expect(told).toMatchObject([
    {
      path: `/admin/wallets/${world.lima}`,
      facts: { net: '50.00', to: 'Lima', ref: expect.stringMatching(/^T-/) },
    },
  ])
  expect(told[0]?.facts['receiver']).not.toBe('')
  expect(id).not.toBe('')
  expect(await noticesOf(ofAndes)).toEqual([])
  const tags = ['transfers.view', 'transfers.create'] as const
  const own = await createLocalAdmin(product, { name: 'own', companyId: world.lima, tags, by: world.second })
  await bench.make(holders[0]!, { total: '10.00', fee: '0.02' }, own)
  await product.settle()
  expect(await noticesOf(ofLima)).toHaveLength(1)
})

test('of a batch it is told once, with how many others there are', async () => {
  const { world, product, people } = bench
  const rows = holders.map(({ card }, index) => ({ line: index + 2, cardId: card.id, total: '20.00' }))
  const body = { fromOwnerId: world.lima, fromWallet: 'immediate', rows, total: '40.00', fee: '0.08' }
  const sent = await people.confirmed(world.first, '/wallet-load-batches', { ...body, reason: 'Salaries' })
  expect(sent.status).toBe(200)
  await product.settle()
  const told = (await noticesOf(ofLima)).filter(({ facts }) => facts['ref']?.startsWith('B-'))
  expect(told).toMatchObject([{ facts: { net: '40.00', receiver: expect.stringMatching(/ \+1$/) } }])
  expect(await noticesOf(ofLima)).toHaveLength(2)
})
