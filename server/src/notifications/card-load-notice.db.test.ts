import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, createLocalAdmin, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
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
const noticesOf = async ({ browser }: Admin, wanted = 'company_transfer_sent') =>
  (await browser.get<{ items: Item[] }>('/notifications')).body.data.items.filter(
    ({ kind }) => kind === wanted,
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

test('a company is told why its transfer to a card was cancelled, unless a person of its own did it', async () => {
  const { world, product } = bench
  const cancelled = () => noticesOf(ofLima, 'company_transfer_cancelled')
  const regular = { fromWallet: 'regular', total: '41.00', fee: '0.08' }
  await world.fund(world.lima, 100_000n, 'regular')
  const first = await bench.make(holders[0]!, regular)
  await product.settle()
  expect((await bench.cancel(first)).status).toBe(200)
  await product.settle()
  expect(await cancelled()).toMatchObject([
    {
      path: `/admin/wallets/${world.lima}`,
      facts: { net: '41.00', to: 'Lima', reason: 'cancelled', ref: expect.stringMatching(/^T-/) },
    },
  ])
  // The notice that it was made became this one.
  const sent = await noticesOf(ofLima)
  expect(sent.map(({ facts }) => facts['net'])).not.toContain('41.00')
  expect(await noticesOf(ofAndes, 'company_transfer_cancelled')).toEqual([])

  const tags = ['transfers.view', 'transfers.create'] as const
  const own = await createLocalAdmin(product, { name: 'own2', companyId: world.lima, tags, by: world.second })
  const second = await bench.make(holders[0]!, regular, own)
  await product.settle()
  expect((await bench.cancel(second, own)).status).toBe(200)
  await product.settle()
  expect(await cancelled()).toHaveLength(1)

  await bench.make(holders[1]!, { ...regular, fromWallet: 'immediate' }, own)
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update card set enabled = false where id = $1', [holders[1]!.card.id]),
  )
  await product.settle()
  expect(await cancelled()).toMatchObject([{ facts: { reason: 'card_not_loadable' } }, {}])
})
