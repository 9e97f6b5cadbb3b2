import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvePerson } from '../../../tests/support/verified-case.ts'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { startTestChain } from '../../../tests/support/test-chain.ts'
import { createAdmin, createTwoPeople } from '../approvals/two-people.test-kit.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { nextDailyRun, shareDue } from '../calendar/business-time.ts'
import { findUserByEmail } from '../identity/users.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { checkBook } from '../ledger/checks.ts'
import { readBalances, readTrialBalance } from '../ledger/reports.ts'
import { walletAdjusted } from '../wallets/adjustment-postings.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { demoPassword } from './demo-cast.ts'
import { createDemoData } from './demo-data.ts'

/**
 * The loads and settlements of the worked example with the product's own plans (money §6, 3 and 9): L-0990 is settled and
 * reversed later, and each level owes exactly what it was paid.
 */
let chain: Awaited<ReturnType<typeof startTestChain>>
let product: SpendingProduct
let owners: ReadonlyMap<string, string>
let card: { id: string; issuerCardId: string }

const secondMs = 1000
const hourMs = 3_600_000
const luciasMail = 'lucia@demo.cardamom.example'

beforeAll(async () => {
  chain = await startTestChain()
  product = await createSpendingProduct(chain.env)
  await createDemoData(product.kernel).make()
  await product.settle()
  const named = await product.rows<{ id: string; name: string }>(
    'select id, name from company union all select id, first_name from app_user',
  )
  owners = new Map(named.map(({ id, name }) => [name, id]))
  const lucia = await product.kernel.db.read(allTenants, (sql) => findUserByEmail(sql, luciasMail))
  if (!lucia) throw new Error('The demo has no Lucía')
  await approvePerson(product.kernel, { userId: lucia.id, companyId: lucia.companyId })
  await settle()
  card = await product.cardOf(lucia.id)
}, 300_000)
afterAll(async () => {
  const findings = await product.kernel.db.read(allTenants, checkBook)
  await product.stop()
  await chain.stop()
  expect(findings).toEqual([])
})

const setClocks = async () => {
  await chain.control('/clock', { offsetMs: product.aheadMs() })
  await product.issuer.control('/clock', { offsetMs: product.aheadMs() })
}
const settle = async (ms = 1100) => {
  product.wait(ms)
  await setClocks()
  await product.settle()
}
/** Business time passes: first until an hour before, so that loads are credited, then until the daily run. */
const passTo = async (at: Date) => {
  const { clock } = product.kernel
  for (const beforeMs of [hourMs, 0]) {
    await settle(Math.max(at.getTime() - beforeMs - clock.now().getTime(), 1100))
    for (let step = 0; step < 3; step += 1) await settle()
  }
}
const calendar = () => product.kernel.db.read(allTenants, readBusinessCalendar)
const runAfter = async (at: Date) => nextDailyRun(at, await calendar())

let keys = 0
const newLoad = async (amount: string): Promise<string> => {
  keys += 1
  const browser = createTestBrowser(product.kernel.app, 'lima.localhost:4000')
  const session = await browser.post<{ token: string }>('/sessions', {
    login: luciasMail,
    password: demoPassword,
  })
  browser.setToken(session.body.data.token)
  const body = { cardId: card.id, amount, asset: 'USDC', network: 'ethereum', speed: 'regular' }
  const headers = { 'idempotency-key': `golden-reversal-${keys}` }
  const made = await browser.post<{ id: string; address: string; due: string }>('/loads', body, { headers })
  if (made.status !== 201) throw new Error(made.text)
  const { id, address, due } = made.body.data
  await chain.pay({ asset: 'USDC', to: address, amount: due })
  await chain.mine(3)
  await settle()
  expect(await statusOf(id)).toBe('held')
  return id
}
const statusOf = async (id: string) =>
  (await product.rows<{ status: string }>('select status from load where id = $1', [id]))[0]?.status
const balance = async (code: string, name: string) => {
  const id = name === 'card' ? card.id : (owners.get(name) ?? '')
  const all = await product.kernel.db.read(allTenants, (sql) => readBalances(sql, [id]))
  return all.find((each) => each.code === code)?.natural ?? 0n
}
const andes = async () => [
  await balance('wallet.regular.available', 'Andes'),
  await balance('wallet.regular.pending', 'Andes'),
  await balance('partner.owed', 'Andes'),
]
const total = async (code: string) =>
  (await product.kernel.db.read(allTenants, readTrialBalance))
    .filter((line) => line.code === code)
    .reduce((sum, { natural }) => sum + natural, 0n)

test('Andes: 118.50, L-0990 settled: 120.00, reversed: 1.50 owed, 11.49 paid: 131.49 and 7.50 pending', async () => {
  const { kernel } = product
  const holder = await kernel.db.read(allTenants, (sql) => readWalletHolder(sql, owners.get('Andes') ?? ''))
  if (!holder) throw new Error('Andes has no wallet')
  const opening = { id: kernel.ids.next(), holder, wallet: 'regular', type: 'credit' } as const
  await kernel.apply({
    journals: [walletAdjusted({ ...opening, amountCents: 118_50n, effectiveAt: kernel.clock.now() })],
  })
  const l0990 = await newLoad('200')
  await passTo(await runAfter(shareDue(kernel.clock.now(), await calendar())))
  expect(await statusOf(l0990)).toBe('credited')
  expect(await andes()).toEqual([120_00n, 0n, 0n])

  for (const amount of ['400', '333.33', '1000']) await newLoad(amount)
  const run = await runAfter(shareDue(kernel.clock.now(), await calendar()))
  await passTo(new Date(run.getTime() - hourMs))
  const l1004 = await newLoad('1000')
  expect(await andes()).toEqual([120_00n, 20_49n, 0n])

  const people = createTwoPeople(product)
  const [maker, checker] = [
    await createAdmin(product, { name: 'maker', roleId: 6 }),
    await createAdmin(product, { name: 'checker', roleId: 6 }),
  ]
  const reversal = { reason: 'Paid for another person' }
  const request = await people.request(maker, `/company-loads/${l0990}/reversal`, reversal)
  expect((await people.approve(checker, request)).body.data.status).toBe('approved')
  for (let step = 0; step < 10; step += 1) await settle(2 * secondMs)
  expect(await statusOf(l0990)).toBe('review')
  expect(await andes()).toEqual([120_00n, 20_49n, 1_50n])
  for (const [name, cents] of [
    ['Norte', 1_00n],
    ['Lima', 1_00n],
    ['Eva', 40n],
    ['Ana', 10n],
  ] as const)
    expect([name, await balance('partner.owed', name)]).toEqual([name, cents])

  await passTo(run)
  expect(await andes()).toEqual([131_49n, 7_50n, 0n])

  await passTo(await runAfter(shareDue(kernel.clock.now(), await calendar())))
  expect(await statusOf(l1004)).toBe('credited')
  expect(await andes()).toEqual([138_99n, 0n, 0n])
  const ends = { Norte: 13_66n, Lima: 13_66n, Eva: 5_46n, Ana: 1_37n }
  for (const [name, cents] of Object.entries(ends))
    expect([
      name,
      await balance('wallet.regular.available', name),
      await balance('wallet.regular.pending', name),
      await balance('partner.owed', name),
    ]).toEqual([name, cents, 0n, 0n])
  // The card has 388.00, 323.33 and twice 970.00, and the operator its part of these four alone.
  const cardCents = 388_00n + 323_33n + 2n * 970_00n
  expect(await balance('card.available', 'card')).toBe(cardCents)
  expect(await total('issuer.allocated')).toBe(cardCents)
  expect(await total('income.load_fees')).toBe(27_36n)
  expect(await total('partner.owed')).toBe(0n)
  // The money of L-0990 is Lucía's again.
  expect(await total('deposit.unapplied')).toBe(200_000_000n)
  for (const code of ['load.pending', 'fee.deferred', 'issuer.in_flight'])
    expect([code, await total(code)]).toEqual([code, 0n])
}, 600_000)
