import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createLocalAdmin, newKey, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { entryOfJob, type Work } from '../kernel/jobs.ts'
import { createDepositWorld, type DepositWorld } from './deposit-world.test-kit.ts'
import { listOwedShares } from '../shares/share-settlements.sql.ts'
import { createMaturity } from './maturity.jobs.ts'
import { listDueTopUps } from './top-ups.sql.ts'

let product: PeopleProduct
let world: DepositWorld
beforeAll(async () => {
  product = await createPeopleProduct()
  world = await createDepositWorld(product)
  await world.set('secondPersonWire', 2_000_000n)
})
afterAll(() => product.stop())

let lines = 0
const match = (id: string, change: object = {}, by: Admin = world.checker, key = newKey()) => {
  lines += 1
  const body = { statementLine: `2026-11 line ${lines}`, amount: '10000.00', ...change }
  return world.people.confirmed<{ id: string }>(by, `/top-ups/${id}/match`, body, key)
}
const reversal = async (id: string) => {
  const request = await world.people.request(world.checker, `/top-ups/${id}/reversal`, {
    reason: 'It bounced',
  })
  return request
}
/** Passes every hold and daily run, whatever day and hour it is. */
const week = async () => {
  const { clock } = product.kernel
  clock.setOffset(clock.offsetMs() + 8 * 86_400_000)
  await product.drain()
}
const statusOf = async (id: string) => ((await world.detail(id)).data as { status: string }).status
const sharesOf = (id: string) =>
  product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ amount: bigint; left: bigint; due: Date | null }>(
      `select amount_cents as amount, left_cents as left, due_at as due from share where source_id = $1 order by level`,
      [id],
    ),
  )
const wallet = (code: string, ownerId = world.lima) => world.balance(`wallet.${code}`, ownerId)

test('a regular top-up matures in a run once a second person found its wire on a statement, and not before', async () => {
  const id = await world.entered()
  await week()
  expect(await statusOf(id)).toBe('pending')
  expect((await sharesOf(id)).map(({ due }) => due)).toEqual([null, null])
  const twice = await world.entered({}, world.checker)
  expect((await match(twice)).body.code).toBe('own_wire')
  expect((await match(id, {}, world.depositor)).body.code).toBe('permission_denied')
  expect((await match(id, { amount: '9999.99' })).body.code).toBe('amount_differs')
  expect((await match(product.kernel.ids.next())).body.code).toBe('record_not_found')

  const key = newKey()
  const line = { statementLine: 'Line A 1' }
  const matched = await match(id, line, world.checker, key)
  expect(matched.status).toBe(200)
  expect(matched.step?.show).toMatchObject({ company: 'Lima', total: '10000.00', statementLine: 'Line A 1' })
  expect((await match(id, line, world.checker, key)).headers['idempotent-replayed']).toBe('true')
  expect((await match(id)).body.code).toBe('wire_matched')
  for (const statementLine of ['line a1', 'Line\u00a0Ａ１'])
    expect((await match(twice, { statementLine }, world.second)).body.code).toBe('statement_line_used')
  expect(await world.journal('bank:LINEA1')).toEqual([
    { account: 'bank.settlement', owner: null, amount: -1_000_000n },
    { account: 'bank.unconfirmed', owner: null, amount: 1_000_000n },
  ])
  expect(await world.openRef('bank.unconfirmed', id)).toBe(0n)
  for (const { due } of await sharesOf(id)) expect(due).toBeInstanceOf(Date)

  await week()
  expect([await statusOf(id), await statusOf(twice)]).toEqual(['available', 'pending'])
  expect(await world.journal(`topup:${id}:matured`)).toEqual([
    { account: 'wallet.regular.pending', owner: 'lima', amount: -977_500n },
    { account: 'fee.deferred', owner: null, amount: -10_000n },
    { account: 'income.topup_fees', owner: null, amount: 10_000n },
    { account: 'wallet.regular.available', owner: 'lima', amount: 977_500n },
  ])
  expect(await wallet('regular.available')).toBe(977_500n)
  expect((await world.detail(id)).data).toMatchObject({
    statementLine: 'Line A 1',
    history: [{ what: 'entered' }, { what: 'matched', note: 'Line A 1' }, { what: 'matured', byName: null }],
    canMatch: false,
  })
  await week()
  expect(await wallet('regular.available')).toBe(977_500n)
  expect(await world.findings()).toEqual([])
})

test('the staff of a company neither enter nor match a wire of their own company or of one below it', async () => {
  const tags = ['deposits.view', 'deposits.create', 'deposits.approve'] as const
  const of = { name: 'local', companyId: world.norte, tags, by: world.second }
  const local = await createLocalAdmin(product, of)
  const below = { companyId: world.lima, gross: '1000.00', fee: '22.50' }
  for (const own of [{ companyId: world.norte, gross: '1000.00', fee: '10.00' }, below]) {
    expect((await world.enter(own, local)).body.code).toBe('own_money')
    const id = await world.entered(own)
    expect((await match(id, { amount: '1000.00' }, local)).body.code).toBe('own_money')
  }
})

test('of two people who find a wire at the same time one does', async () => {
  const id = await world.entered({ companyId: world.norte, fee: '100.00' })
  const answers = await Promise.all([match(id), match(id, {}, world.second)])
  const codes = answers.map(({ status, body: { code } }) => (status === 200 ? 'done' : code))
  expect(codes.toSorted()).toEqual(['done', 'wire_matched'])
  expect(await world.openRef('bank.unconfirmed', id)).toBe(0n)
})

test('a wire that bounced is taken back by two people: what is there, and the rest is owed', async () => {
  const { people, checker, second, first } = world
  const before = await world.operator('income.topup_fees')
  const id = await world.entered({ wallet: 'immediate', gross: '1000.00', fee: '37.50' })
  await world.allow(world.lima, 100_000n)
  const sides = {
    fromOwnerId: world.lima,
    fromWallet: 'immediate',
    toOwnerId: world.eva,
    toWallet: 'immediate',
  }
  const spent = await people.confirmed(first, '/transfers', {
    ...sides,
    total: '900.00',
    fee: '1.80',
    reason: 'Spent',
  })
  expect(spent.status).toBe(200)
  const request = await reversal(id)
  expect((await people.approve(checker, request)).body.code).toBe('own_request')
  const answers = await Promise.all([people.approve(first, request), people.approve(second, request)])
  const codes = answers.map(({ status, body: { code } }) => (status === 200 ? 'done' : code))
  expect(codes.toSorted()).toEqual(['approval_decided', 'done'])
  expect(await world.journal(`topup:${id}:reversed`)).toEqual([
    { account: 'partner.owed', owner: 'lima', amount: -90_000n },
    { account: 'wallet.immediate.available', owner: 'lima', amount: -6250n },
    { account: 'income.topup_fees', owner: null, amount: -2000n },
    { account: 'wallet.immediate.pending', owner: 'andes', amount: -1000n },
    { account: 'wallet.immediate.pending', owner: 'norte', amount: -750n },
    { account: 'bank.unconfirmed', owner: null, amount: 100_000n },
  ])
  expect(await world.operator('income.topup_fees')).toBe(before)
  expect((await sharesOf(id)).map(({ left }) => left)).toEqual([0n, 0n])
  expect((await world.detail(id)).data).toMatchObject({
    status: 'reversed',
    history: [{ what: 'entered' }, { what: 'reversed', note: 'It bounced' }],
    canReverse: false,
  })
  expect((await match(id, { amount: '1000.00' })).body.code).toBe('topup_reversed')
  const again = await people.confirmed(checker, `/top-ups/${id}/reversal`, { reason: 'Twice' })
  expect(again.body.code).toBe('topup_reversed')
  expect(await world.findings()).toEqual([])
})

test('a matured top-up pays what is owed, then the immediate wallet below zero, then the wallet', async () => {
  const { people, first } = world
  const sides = {
    fromOwnerId: world.lima,
    fromWallet: 'immediate',
    toOwnerId: world.eva,
    toWallet: 'immediate',
  }
  const spent = await people.confirmed(first, '/transfers', {
    ...sides,
    total: '300.00',
    fee: '0.60',
    reason: 'Ahead',
  })
  expect(spent.status).toBe(200)
  expect([await wallet('immediate.available'), await world.balance('partner.owed', world.lima)]).toEqual([
    -30_000n,
    90_000n,
  ])
  const before = await wallet('regular.available')
  const id = await world.entered({ gross: '2000.00', fee: '45.00' })
  await match(id, { amount: '2000.00' })
  await week()
  expect(await world.journal(`topup:${id}:matured`)).toEqual([
    { account: 'wallet.regular.pending', owner: 'lima', amount: -195_500n },
    { account: 'fee.deferred', owner: null, amount: -2000n },
    { account: 'income.topup_fees', owner: null, amount: 2000n },
    { account: 'wallet.immediate.available', owner: 'lima', amount: 30_000n },
    { account: 'wallet.regular.available', owner: 'lima', amount: 75_500n },
    { account: 'partner.owed', owner: 'lima', amount: 90_000n },
  ])
  expect([
    await wallet('immediate.available'),
    await world.balance('partner.owed', world.lima),
    (await wallet('regular.available')) - before,
  ]).toEqual([0n, 0n, 75_500n])
  expect(await world.findings()).toEqual([])
})

test('a top-up that cannot mature does not delay the others, and the run tells', async () => {
  const { kernel } = product
  const [broken, other] = [await world.entered(), await world.entered({ companyId: world.cusco })]
  for (const id of [broken, other]) await match(id)
  const { clock, log, db, ids, apply } = kernel
  clock.setOffset(clock.offsetMs() + 8 * 86_400_000)
  const page = (after: { id: string } | null) =>
    db.read(allTenants, (sql) => listDueTopUps(sql, { run: clock.now(), most: 1, after }))
  const [first] = await page(null)
  const [next] = await page(first ?? null)
  expect([first?.id, next?.id, await page(next ?? null)]).toEqual([broken, other, []])
  const work: Work = {
    read: (use) => db.read(allTenants, use),
    write: (use) => kernel.write(allTenants, use, entryOfJob({ id: ids.next(), name: 'deposits.mature' })),
    apply: (plan) =>
      plan.journals.some(({ subjectId }) => subjectId === broken)
        ? Promise.reject(new Error('Its account is closed'))
        : apply(plan),
    clock,
  }
  const run = createMaturity({ log })({ id: ids.next(), payload: {}, dueAt: clock.now(), attempts: 0 }, work)
  await expect(run).rejects.toThrow('1 top-ups of the daily run failed')
  expect([await statusOf(broken), await statusOf(other)]).toEqual(['pending', 'available'])
  await week()
  expect(await statusOf(broken)).toBe('available')
})

test('a share that was paid is owed, and a wire that a statement had leaves the bank again', async () => {
  const bank = await world.operator('bank.settlement')
  const id = await world.entered({ companyId: world.cusco })
  await match(id)
  expect(await world.operator('bank.settlement')).toBe(bank + 1_000_000n)
  // What a paid settlement leaves behind: the share of Norte is not pending any more.
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `update share set settlement_id = $2, draft_id = $2, settled_cents = amount_cents
       where source_id = $1 and owner_id = $3`,
      [id, product.kernel.ids.next(), world.norte],
    ),
  )
  const request = await reversal(id)
  expect((await world.people.approve(world.second, request)).status).toBe(200)
  expect(await world.journal(`topup:${id}:reversed`)).toEqual([
    { account: 'wallet.regular.pending', owner: 'cusco', amount: -977_500n },
    { account: 'fee.deferred', owner: null, amount: -10_000n },
    { account: 'wallet.regular.pending', owner: 'andes', amount: -7500n },
    { account: 'partner.owed', owner: 'norte', amount: -5000n },
    { account: 'bank.settlement', owner: null, amount: 1_000_000n },
  ])
  expect([await world.operator('bank.settlement'), await world.openRef('fee.deferred', id)]).toEqual([
    bank,
    0n,
  ])
  // It was reversed, so no run makes it available.
  await week()
  expect(await statusOf(id)).toBe('reversed')
  // A top-up of Norte pays what it owes, so no later settlement names this share.
  const own = await world.entered({ companyId: world.norte, fee: '100.00' })
  await match(own)
  await week()
  expect([await statusOf(own), await world.balance('partner.owed', world.norte)]).toEqual(['available', 0n])
  const owed = await product.kernel.db.read(allTenants, (sql) =>
    listOwedShares(sql, { ownerId: world.norte, limit: 9 }),
  )
  expect(owed).toEqual([])
  expect(await world.findings()).toEqual([])
})
