import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmSessions } from '../../../tests/support/step-up-kit.ts'
import { makeUser } from '../../../tests/support/test-people.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { entryOfJob } from '../kernel/jobs.ts'
import { allTenants } from '../kernel/database.ts'
import type { Work } from '../kernel/jobs.ts'
import { readBalances } from '../ledger/reports.ts'
import { createGuarantees } from './allowance-guarantees.jobs.ts'
import { createWalletWorld, type WalletWorld } from './wallet-world.test-kit.ts'
import { createTwoPeople } from '../approvals/two-people.test-kit.ts'

let product: PeopleProduct
let world: WalletWorld
let people: ReturnType<typeof createTwoPeople>
beforeAll(async () => {
  product = await createPeopleProduct()
  world = await createWalletWorld(product)
  people = createTwoPeople(product)
})
afterAll(() => product.stop())

const dayMs = 86_400_000

/** A company below Andes has an allowance of 1,000.00, and sends money to a seller of its own although it has none. */
const use = async (companyId: string, sellerId: string, cents: { total: string; fee: string }) => {
  const allowance = { companyId, allowance: '1000.00', version: 0, reason: 'Agreed' }
  expect((await people.confirmed(world.first, '/balance-allowances', allowance)).status).toBe(200)
  await product.drain()
  const [fromWallet, toWallet] = ['immediate', 'immediate']
  const sides = { fromOwnerId: companyId, fromWallet, toOwnerId: sellerId, toWallet }
  const sent = await people.confirmed(world.first, '/transfers', { ...sides, ...cents, reason: 'Advance' })
  expect(sent.status).toBe(200)
}

const run = async () => {
  const { db, ids, clock, log } = product.kernel
  const work: Work = {
    read: (reads) => db.read(allTenants, reads),
    write: (writes) =>
      product.kernel.write(allTenants, writes, entryOfJob({ id: ids.next(), name: 'wallets.guarantees' })),
    apply: product.kernel.apply,
    clock,
  }
  await createGuarantees({ log })({ id: ids.next(), payload: {}, dueAt: clock.now(), attempts: 0 }, work)
}
const later = (days: number) => product.kernel.clock.setOffset(product.kernel.clock.offsetMs() + days * dayMs)
const balance = async (ownerId: string, code: string) => {
  const balances = await product.kernel.db.read(allTenants, (sql) => readBalances(sql, [ownerId]))
  return balances.find((each) => each.code === code)?.natural ?? 0n
}
const standing = async (companyId: string, guarantorId: string) => ({
  immediate: await balance(companyId, 'wallet.immediate.available'),
  guarantor: await balance(guarantorId, 'wallet.regular.available'),
  owed: await balance(guarantorId, 'partner.owed'),
})

test('after 30 days below zero the guarantor pays what it has, and owes the rest', async () => {
  await world.fund(world.andes, 50_000n)
  await use(world.lima, world.eva, { total: '700.00', fee: '1.40' })
  await run()
  const before = { immediate: -70_000n, guarantor: 50_000n, owed: 0n }
  expect(await standing(world.lima, world.andes)).toEqual(before)
  later(29)
  await run()
  expect(await standing(world.lima, world.andes)).toEqual(before)
  later(1)
  await run()
  const after = { immediate: 0n, guarantor: 0n, owed: 20_000n }
  expect(await standing(world.lima, world.andes)).toEqual(after)
  await run()
  expect(await standing(world.lima, world.andes)).toEqual(after)
  const lastLine = async (ownerId: string, wallet: string) => {
    const path = `/wallets/lines?ownerId=${ownerId}&wallet=${wallet}&limit=1`
    const { body } = await world.first.browser.get<{ items: object[] }>(path)
    return body.data.items[0]
  }
  const paid = { kind: 'allowance_paid', companyName: 'Lima' }
  expect(await lastLine(world.andes, 'regular')).toMatchObject(paid)
  const covered = { kind: 'allowance_guaranteed', companyName: null }
  expect(await lastLine(world.lima, 'immediate')).toMatchObject(covered)
  expect(await world.findings()).toEqual([])
})

test('the old parent of a company that moved pays what was used before; the new one answers for what comes', async () => {
  await world.fund(world.andes, 100_000n)
  const nora = await makeUser(product, { email: 'nora@example.com', roleId: 7, companyId: world.cusco })
  await use(world.cusco, nora, { total: '300.00', fee: '0.60' })
  const owed = await balance(world.andes, 'partner.owed')
  await confirmSessions(product.kernel, world.first.userId)
  const headers = { 'if-match': '1' }
  const body = { parentId: world.norte }
  const answer = await world.first.browser.post(`/companies/${world.cusco}/parent`, body, { headers })
  expect(answer.status).toBe(200)
  await run()
  const after = { immediate: 0n, guarantor: 70_000n, owed }
  expect(await standing(world.cusco, world.andes)).toEqual(after)
  await run()
  const guarantors = await product.kernel.db.read(allTenants, (sql) =>
    sql.selectFrom('balanceAllowance').select('guarantorId').where('companyId', '=', world.cusco).execute(),
  )
  expect(guarantors).toEqual([{ guarantorId: world.norte }])
  expect(await world.findings()).toEqual([])
})

test('the guarantor pays as soon as a company is deactivated', async () => {
  await world.fund(world.norte, 100_000n)
  const rosa = await makeUser(product, { email: 'rosa@example.com', roleId: 7, companyId: world.cusco })
  const sides = { fromOwnerId: world.cusco, fromWallet: 'immediate', toOwnerId: rosa, toWallet: 'immediate' }
  const transfer = { ...sides, total: '100.00', fee: '0.20', reason: 'Advance' }
  expect((await people.confirmed(world.first, '/transfers', transfer)).status).toBe(200)
  await run()
  expect(await balance(world.cusco, 'wallet.immediate.available')).toBe(-10_000n)
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update company set active = false where id = $1', [world.cusco]),
  )
  later(1)
  await run()
  const after = { immediate: 0n, guarantor: 90_000n, owed: 0n }
  expect(await standing(world.cusco, world.norte)).toEqual(after)
  expect(await world.findings()).toEqual([])
})
