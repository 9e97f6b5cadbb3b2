import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { startTestChain } from '../../../tests/support/test-chain.ts'
import { createLocalAdmin, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { createDepositWorld, type DepositWorld } from './deposit-world.test-kit.ts'

/** A deposit that is returned although nobody of its company can enter an address. */
let chain: Awaited<ReturnType<typeof startTestChain>>
let product: PeopleProduct
let world: DepositWorld
/** A deposit of Lima, of which two thirds came. */
let id = ''
let ownAddress = ''

const settle = async () => {
  product.wait(1100)
  await product.drain()
}
const run = (text: string, values: unknown[] = []) =>
  product.kernel.db.write(allTenants, (sql) => sql.run(text, values as string[]))
const setActive = (active: boolean) =>
  run('update company set active = $2 where id = $1', [world.lima, active])

beforeAll(async () => {
  chain = await startTestChain()
  product = await createPeopleProduct({ env: chain.env })
  world = await createDepositWorld(product)
  await settle()
  const body = { companyId: world.lima, wallet: 'regular', asset: 'USDC', network: 'ethereum' }
  const quoted = await world.people.confirmed<{ id: string; address: string }>(
    world.ofLima,
    '/coin-deposits',
    { ...body, amount: '3000' },
  )
  id = quoted.body.data.id
  ownAddress = quoted.body.data.address
  await chain.pay({ asset: 'USDC', to: ownAddress, amount: '2000' })
  await chain.mine(3)
  await settle()
}, 120_000)
afterAll(async () => {
  const findings = await world.findings()
  await product.stop()
  await chain.stop()
  expect(findings).toEqual([])
})

const address = '0x00000000000000000000000000000000000000AA'
const sent = { address, reason: 'Their letter of 3 November' }
const path = () => `/coin-deposits/${id}/refund-to-entered-address`
const codeOf = async (by: Admin, body: object = sent) =>
  (await world.people.confirmed(by, path(), body)).body.code
type View = {
  status: string
  canEnterAddress: boolean
  canWithdrawRefund: boolean
  refund: { address: string; status: string } | null
}
const read = async (by: Admin = world.checker) =>
  (await by.browser.get<View>(`/coin-deposits/${id}`)).body.data

test('only where nobody of the company can enter an address, an administrator does', async () => {
  expect((await read()).canEnterAddress).toBe(false)
  expect(await codeOf(world.checker)).toBe('refund_has_payer')
  await setActive(false)
  expect((await read()).canEnterAddress).toBe(true)
  expect((await read(world.viewer)).canEnterAddress).toBe(false)
  for (const by of [world.depositor, world.viewer]) expect(await codeOf(by)).toBe('permission_denied')
  const tags = ['deposits.view', 'deposits.approve'] as const
  const of = { name: 'above', companyId: world.norte, tags, by: world.first }
  const above = await createLocalAdmin(product, of)
  expect(await codeOf(above)).toBe('own_money')
})

test('an address of ours, a wrong one and a missing reason are refused at once', async () => {
  expect(await codeOf(world.checker, { ...sent, address: ownAddress })).toBe('validation')
  expect(await codeOf(world.checker, { ...sent, address: `0x${'A'.repeat(39)}b` })).toBe('validation')
  expect(await codeOf(world.checker, { ...sent, reason: '' })).toBe('validation')
})

test('a company whose people can enter an address again decides itself', async () => {
  const request = await world.people.request(world.checker, path(), sent)
  await setActive(true)
  const ended = await world.people.approve(world.first, request)
  expect(ended.body.data).toMatchObject({ status: 'failed' })
  expect((await read()).refund).toBeNull()
  await setActive(false)
})

test('a request of a company that cannot withdraw it any more is withdrawn by an administrator', async () => {
  const request = `/coin-deposits/${id}/refund-request`
  const withdraw = async (by: Admin) => (await by.browser.send('DELETE', request)).body.code ?? 'done'
  await setActive(true)
  expect((await world.people.confirmed(world.ofLima, request, { address })).status).toBeLessThan(300)
  expect(await withdraw(world.checker)).toBe('permission_denied')
  await setActive(false)
  expect(await read()).toMatchObject({ canWithdrawRefund: true, canEnterAddress: false })
  expect((await read(world.viewer)).canWithdrawRefund).toBe(false)
  for (const by of [world.depositor, world.viewer]) expect(await withdraw(by)).toBe('permission_denied')
  expect(await withdraw(world.checker)).toBe('done')
  expect(await read()).toMatchObject({ refund: null, canWithdrawRefund: false, canEnterAddress: true })
})

test('a second person approves the address that was entered, and the refund is queued to it', async () => {
  const request = await world.people.request(world.checker, path(), sent)
  const { changes } = (await world.people.read(world.first, request)).body.data
  expect(changes).toEqual([
    { name: 'address', before: null, after: address },
    { name: 'network', before: null, after: 'ethereum' },
    { name: 'coin', before: null, after: '2000 USDC' },
  ])
  expect((await read()).refund).toBeNull()
  expect((await world.people.approve(world.checker, request)).body.code).toBe('own_request')
  expect((await world.people.approve(world.first, request)).body.data.status).toBe('approved')
  expect(await read()).toMatchObject({
    status: 'review',
    canEnterAddress: false,
    refund: { address, status: 'queued' },
  })
  await settle()
  const orders = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ toAddress: string }>(
      `select p.to_address as "toAddress" from payout p join load_refund r on r.id = p.owner_id where r.load_id = $1`,
      [id],
    ),
  )
  expect(orders).toEqual([{ toAddress: address }])
  expect(await codeOf(world.checker)).toBe('resolution_chosen')
})
