import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { startTestChain } from '../../../tests/support/test-chain.ts'
import { createAdmin, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { createDepositWorld, type DepositWorld } from './deposit-world.test-kit.ts'

/** Who enters the address of a refund of a deposit by crypto, who is told of it, and when nobody could. */
let chain: Awaited<ReturnType<typeof startTestChain>>
let product: PeopleProduct
let world: DepositWorld
let colleague: Admin
/** A deposit of Lima that is not as quoted. */
let id = ''

const settle = async () => {
  product.wait(1100)
  await product.drain()
}
const run = (text: string, values: unknown[] = []) =>
  product.kernel.db.write(allTenants, (sql) => sql.run(text, values as string[]))

beforeAll(async () => {
  chain = await startTestChain()
  product = await createPeopleProduct({ env: chain.env })
  world = await createDepositWorld(product)
  colleague = await createAdmin(product, { name: 'colleague', roleId: 5, companyId: world.lima })
  await settle()
  const body = { companyId: world.lima, wallet: 'regular', asset: 'USDC', network: 'ethereum' }
  const quoted = await world.people.confirmed<{ id: string; address: string }>(
    world.ofLima,
    '/coin-deposits',
    { ...body, amount: '3000' },
  )
  id = quoted.body.data.id
  await chain.pay({ asset: 'USDC', to: quoted.body.data.address, amount: '2000' })
  await chain.mine(3)
  await settle()
  const { clock } = product.kernel
  clock.setOffset(clock.offsetMs() + 33 * 60_000)
  await chain.control('/clock', { offsetMs: clock.offsetMs() })
  await settle()
}, 120_000)
afterAll(async () => {
  await product.stop()
  await chain.stop()
})

const address = '0x00000000000000000000000000000000000000AA'
const codeOf = async (by: Admin, path: string, body: object = {}) => {
  const answer = await world.people.confirmed(by, `/coin-deposits/${id}/${path}`, body)
  return answer.status === 200 ? 'done' : answer.body.code
}
const requested = () => codeOf(world.checker, 'refund-address-requests')

test('the address is not requested of a company where nobody could enter it', async () => {
  await world.set('tierRestrictions', [{ tier: 3, module: 'withdrawals' }] as never)
  expect(await requested()).toBe('refund_without_payer')
  await world.set('tierRestrictions', [] as never)
  await run('update company set active = false where id = $1', [world.lima])
  expect(await requested()).toBe('refund_without_payer')
  await run('update company set active = true where id = $1', [world.lima])
  expect([await requested(), await requested()]).toEqual(['done', 'done'])
  const rows = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ before: Record<string, string>; after: Record<string, string> }>(
      `select before, after from audit_change where entity = 'top_up' and entity_id = $1
       and after ? 'addressRequestedAt' order by audit_id`,
      [id],
    ),
  )
  expect(rows.map(({ before }) => before['addressRequestedAt'])).toEqual([
    null,
    rows[0]?.after['addressRequestedAt'],
  ])
})

test('the address waits after changed credentials, and every payer learns who entered which', async () => {
  const now = product.kernel.clock.realNow()
  await run('update app_user set credentials_changed_at = $2 where id = $1', [world.ofLima.userId, now])
  expect(await codeOf(world.ofLima, 'refund-request', { address })).toBe('withdrawals_wait')
  await run('update app_user set credentials_changed_at = null where id = $1', [world.ofLima.userId])
  expect(await codeOf(world.ofLima, 'refund-request', { address })).toBe('done')
  await settle()
  for (const { browser } of [world.ofLima, colleague]) {
    type Item = { kind: string; facts: Record<string, string> }
    const { items } = (await browser.get<{ items: Item[] }>('/notifications')).body.data
    expect(items[0]).toMatchObject({ kind: 'deposit_address_entered', facts: { address, to: 'Lima' } })
  }
  const mails = await product.mailbox.outbox('colleague@example.com', 'deposit_address_entered')
  expect(mails[0]?.text).toContain(address)
  const reason = 'Send it back'
  const request = await world.people.request(world.checker, `/coin-deposits/${id}/refund`, {
    address,
    reason,
  })
  const { changes } = (await world.people.read(world.first, request)).body.data
  expect(changes.map(({ name }) => name)).toEqual(['address', 'requestedBy', 'requestedSince', 'coin'])
  expect(changes[1]?.after).not.toBe('')
})
