import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvOf } from '../../../tests/support/csv-of.ts'
import { statusesOf } from '../../../tests/support/test-browser.ts'
import { allTenants } from '../kernel/database.ts'
import { createLocalAdmin, newKey } from '../approvals/two-people.test-kit.ts'
import { withdrawalRef } from './withdrawal-plans.ts'
import { createWithdrawalWorld, hourMs, payee, type WithdrawalWorld } from './withdrawal-world.test-kit.ts'

let world: WithdrawalWorld
/** An address of Andes and one of Eva, whose wait is over. */
let ofAndes = ''
let ofEva = ''
beforeAll(async () => {
  world = await createWithdrawalWorld()
  ofAndes = (await world.addAddress(world.ofAndes)).body.data.id
  ofEva = (await world.addAddress(world.eva, { of: 'me' })).body.data.id
})
afterAll(() => world.product.stop())

const detail = async (id: string, by = world.checker) =>
  (await by.browser.get<Record<string, unknown>>(`/withdrawals/${id}`)).body.data
const reject = (id: string, by = world.checker) =>
  world.people.confirmed(by, `/withdrawals/${id}/rejection`, { reason: 'Not ours' })
const cancel = (id: string, by = world.ofAndes, key = newKey()) =>
  by.browser.post(`/withdrawals/${id}/cancellation`, {}, { headers: { 'idempotency-key': key } })
const codeOf = (answer: { body: { code?: string } }) => answer.body.code ?? null

test('a new address waits, is checked, and is in the book once', async () => {
  await world.fundPayouts(500_000_000n)
  await world.fund(world.andes, 13_149n)
  expect(codeOf(await world.request(world.ofAndes, ofAndes))).toBe('address_waits')
  expect(codeOf(await world.addAddress(world.ofAndes))).toBe('address_taken')
  const wrong = await world.addAddress(world.ofAndes, {
    address: payee.toLowerCase().replace('0xd8da', '0xD8da'),
  })
  expect(wrong.body).toMatchObject({
    code: 'validation',
    errors: { address: [expect.stringMatching(/isn’t an address/)] },
  })
  // The treasury, the payout wallet and the contract of a coin.
  for (const digit of ['1', '2', '3']) {
    const own = await world.addAddress(world.ofAndes, { address: `0x${digit.repeat(40)}` })
    expect(own.body).toMatchObject({ errors: { address: [expect.stringMatching(/belongs to us/)] } })
  }
  const book = await world.ofAndes.browser.get<{ isUsable: boolean }[]>('/payout-addresses?of=company')
  expect(book.body.data).toMatchObject([
    { label: 'Treasury', address: payee, isUsable: false, risk: 'unchecked' },
  ])
  // A day later, without the end of the sessions.
  const { db, clock } = world.product.kernel
  const at = new Date(clock.now().getTime() - 24 * hourMs)
  await db.write(allTenants, (sql) =>
    sql.run('update payout_address set added_at = $1, usable_from = $2', [at, clock.now()]),
  )
})

test('131.49 becomes 31.49, 100.00 is reserved, and 99.000000 USDT leave at par (money §6, 3)', async () => {
  const query = new URLSearchParams({ ...world.bodyOf(ofAndes) } as Record<string, string>)
  for (const name of ['fee', 'description']) query.delete(name)
  const shown = await world.ofAndes.browser.get(`/withdrawals/preview?${query.toString()}`)
  expect(shown.body.data).toMatchObject({
    change: { before: '131.49', after: '31.49' },
    withdrawable: '131.49',
    fee: '1.00',
    net: '99.00',
    coins: '99',
    isAtPar: true,
  })
  const key = newKey()
  const requested = await world.request(world.ofAndes, ofAndes, {}, key)
  expect(requested.status).toBe(200)
  expect(requested.step?.show).toMatchObject({ total: '100.00', fee: '1.00', address: payee, coin: 'USDT' })
  const again = await world.request(world.ofAndes, ofAndes, {}, key)
  expect(again.body.data).toEqual(requested.body.data)
  const { id } = requested.body.data
  expect([
    await world.bucket(world.andes, 'wallet.regular.available'),
    await world.bucket(world.andes, 'wallet.regular.reserved'),
  ]).toEqual([3149n, 10_000n])
  expect(await detail(id)).toMatchObject({
    status: 'PENDING',
    step: 'requested',
    email: 'ofandes@example.com',
    coins: '99',
    mayDecide: true,
    obstacle: null,
    canReject: true,
  })

  expect(codeOf(await world.approve(world.checker, id, { net: '98.00' }))).toBe('record_changed')
  const approved = await world.approve(world.checker, id)
  expect([approved.status, approved.step?.level]).toEqual([200, 'S3'])
  expect(approved.step?.show).toMatchObject({ net: '99.00', address: payee, requestedBy: 'Ana Paz' })
  expect(codeOf(await world.approve(world.second, id))).toBe('withdrawal_processed')
  expect(codeOf(await cancel(id))).toBe('withdrawal_processed')

  const payment = await world.payment(id)
  expect(await payment.send()).toEqual({ units: 99_000_000n, outcome: 'posted' })
  expect(codeOf(await reject(id))).toBe('withdrawal_processed')
  expect(await world.operator('income.withdrawal_fees')).toBe(100n)
  expect(await world.operator('income.spread')).toBe(6n)
  expect(await world.operator('fx.usd')).toBe(-9894n)
  expect(await payment.confirm()).toBe('posted')
  expect(await detail(id)).toMatchObject({ status: 'COMPLETED', step: 'done', txId: `0x${'1'.repeat(64)}` })
  // The company reads the name of its requester, and neither name nor address of the operator's staff.
  const ofCompany = await world.ofAndes.browser.get(`/withdrawals/${id}`)
  expect(ofCompany.body.data).toMatchObject({ requestedByName: 'Ana Paz', approved: { byName: '' } })
  expect(ofCompany.text).not.toContain('checker@example.com')
  expect([
    await world.bucket(world.andes, 'wallet.regular.available'),
    await world.bucket(world.andes, 'wallet.regular.reserved'),
  ]).toEqual([3149n, 0n])
  expect(await world.findings()).toEqual([])
})

test('an attempt that paid nothing is mirrored; the third one leaves the decision to a person', async () => {
  await world.fund(world.andes, 10_000n)
  const id = await world.make(world.ofAndes, ofAndes)
  await world.approve(world.checker, id)
  const payment = await world.payment(id, 101_000_000n)
  for (const n of [1, 2, 3]) {
    expect((await payment.send(n)).outcome).toBe('posted')
    expect(await payment.fail(n)).toEqual({ again: n < 3, outcome: 'posted' })
  }
  expect(await world.bucket(world.andes, 'wallet.regular.reserved')).toBe(10_000n)
  expect(await world.operator('income.fx_result')).toBe(0n)
  expect(await detail(id)).toMatchObject({
    status: 'PENDING',
    step: 'failed',
    mayDecide: false,
    canReject: true,
  })
  expect((await payment.send(4)).units).toBeNull()
  expect((await reject(id)).status).toBe(200)
  expect(await world.bucket(world.andes, 'wallet.regular.available')).toBe(13_149n)
  expect(await detail(id)).toMatchObject({ status: 'REJECTED', step: 'ended', reason: 'Not ours' })
})

test('a stopped or queued payment is rejected, and its payout with it', async () => {
  const id = await world.make(world.ofAndes, ofAndes)
  await world.approve(world.checker, id)
  expect((await reject(id)).status).toBe(200)
  expect(await world.row('select status, reason from payout where owner_id = $1', [id])).toEqual({
    status: 'failed',
    reason: 'withdrawn',
  })
  expect((await (await world.payment(id)).send()).units).toBeNull()
})

test('one of two approvals at once wins, and one of a cancellation and an approval', async () => {
  const id = await world.make(world.ofAndes, ofAndes)
  const both = await Promise.all([world.approve(world.checker, id), world.approve(world.second, id)])
  expect(statusesOf(both)).toEqual([200, 409])
  expect(both.map(codeOf)).toContain('withdrawal_processed')
  await reject(id)
  const other = await world.make(world.ofAndes, ofAndes)
  const race = await Promise.all([world.approve(world.checker, other), cancel(other)])
  expect(statusesOf(race)).toEqual([200, 409])
  const { status } = await detail(other)
  if (status === 'PENDING') await reject(other)
  expect(await world.bucket(world.andes, 'wallet.regular.available')).toBe(13_149n)
  expect(await world.findings()).toEqual([])
})

test('a person withdraws from their own wallet, never more than what is not owed, and within the limits', async () => {
  const mine = { of: 'me' }
  await world.fund(world.eva.userId, 20_000n)
  const request = (change: object = {}) => world.request(world.eva, ofEva, { ...mine, ...change })
  const below = await request({ total: '49.99' })
  expect(codeOf(below)).toBe('invalid_amount')
  const limits = { minimum: '50.00', maximum: '10000.00', leftToday: '20000.00' }
  expect((below.body as unknown as { data: object }).data).toMatchObject({
    ...limits,
    why: 'below_minimum',
    amount: '49.99',
  })
  expect(codeOf(await request({ total: '200.01' }))).toBe('not_enough_money')
  expect(codeOf(await request({ fee: '0.50' }))).toBe('fee_changed')
  expect(codeOf(await request({ asset: 'DAI' }))).toBe('payment_currency_invalid')
  expect(codeOf(await world.request(world.eva, ofAndes, mine))).toBe('address_not_found')
  expect(codeOf(await world.request(world.eva, ofEva))).toBe('permission_denied')
  await world.allow(world.andes, 50_000n)
  expect(codeOf(await world.request(world.ofAndes, ofAndes, { wallet: 'immediate' }))).toBe(
    'not_enough_money',
  )
  const { id } = (await request()).body.data
  const own = await world.eva.browser.get<{ items: { id: string; email: string }[] }>('/wallet/withdrawals')
  expect(own.body.data.items).toMatchObject([
    { id, email: 'eva@example.com', status: 'PENDING', currency: 'USDT' },
  ])
  expect((await world.eva.browser.get(`/wallet/withdrawals/${id}`)).body.data).toMatchObject({
    canCancel: true,
  })
  const lines = await world.eva.browser.get<{ items: object[] }>('/wallet/lines?wallet=regular')
  const source = { kind: 'withdrawal', id, ref: withdrawalRef(id) }
  expect(lines.body.data.items[0]).toMatchObject({ kind: 'withdrawal_requested', source })
  const ownFound = async (q: string) => {
    const path = `/wallet/withdrawals?q=${q}`
    return (await world.eva.browser.get<{ items: { id: string }[] }>(path)).body.data.items.map(
      (row) => row.id,
    )
  }
  const ref = withdrawalRef(id)
  for (const q of [ref, ref.slice(0, 7), payee, payee.slice(0, 9)]) expect(await ownFound(q)).toEqual([id])
  expect(await ownFound(`D${ref.slice(1)}`)).toEqual([])
  expect((await cancel(id, world.eva)).status).toBe(200)
  expect(codeOf(await cancel(id, world.eva))).toBe('withdrawal_processed')
  const ofCancelled = { query: { status: 'CANCELLED' }, lang: 'es' } as const
  const [head, line, ...others] = await csvOf(world.eva.browser, '/wallet/withdrawals', ofCancelled)
  expect(head).toContain('Referencia,Estado,')
  expect(line).toContain(`${withdrawalRef(id)},Cancelado,`)
  expect(others).toEqual([])
  const completed = { query: { status: 'COMPLETED' } }
  expect(await csvOf(world.eva.browser, '/wallet/withdrawals', completed)).toHaveLength(1)
  const terms = await world.eva.browser.get('/withdrawals/terms')
  expect(terms.body.data).toMatchObject({
    wallets: [{ wallet: 'regular', available: '200.00', withdrawable: '200.00' }, { withdrawable: '0.00' }],
    obstacle: null,
  })
})

test('nobody approves what they requested, and companies see only their own part of the tree', async () => {
  const id = await world.make(world.ofAndes, ofAndes)
  expect((await world.ofLima.browser.get(`/withdrawals/${id}`)).status).toBe(404)
  expect(codeOf(await cancel(id, world.ofLima))).toBe('record_not_found')
  expect(codeOf(await cancel(id, world.eva))).toBe('record_not_found')
  expect(codeOf(await world.approve(world.ofNorte, id))).toBe('permission_denied')
  expect((await world.eva.browser.get(`/wallet/withdrawals/${id}`)).status).toBe(404)
  const removed = await world.eva.browser.send('DELETE', `/payout-addresses/${ofAndes}`)
  expect(codeOf(removed)).toBe('record_not_found')
  const tags = ['withdrawals.view', 'withdrawals.approve'] as const
  const of = { name: 'local', companyId: world.andes, tags, by: world.second }
  const local = await createLocalAdmin(world.product, of)
  // The colleague of the requester approves no money of their own company.
  expect(await detail(id, local)).toMatchObject({ mayDecide: true, obstacle: 'own_money', canReject: true })
  expect(codeOf(await world.approve(local, id))).toBe('own_money')
  // The staff of the company above may, with the tag: it is below them, and not their own.
  const above = await createLocalAdmin(world.product, { ...of, name: 'above', companyId: world.norte })
  expect(await detail(id, above)).toMatchObject({ mayDecide: true, obstacle: null })
  const mine = await world.make(world.eva, ofEva, { of: 'me' })
  await world.product.kernel.db.write(allTenants, (sql) =>
    sql.run('update withdrawal set requested_by = $2 where id = $1', [mine, world.checker.userId]),
  )
  expect(codeOf(await world.approve(world.checker, mine))).toBe('own_request')
  await reject(mine, world.second)
  await reject(id)
})

test('a coin that is no longer paid, or has no reliable rate, fails to be approved, and nothing changes', async () => {
  const id = await world.make(world.ofAndes, ofAndes)
  const run = (text: string, values: unknown[]) =>
    world.product.kernel.db.write(allTenants, (sql) => sql.run(text, values as string[]))
  const refused = async () => {
    const answer = await world.approve(world.checker, id)
    expect([answer.status, answer.body.code]).toEqual([409, 'approve_failed'])
    expect(answer.body.message).toBe('Failed to approve')
    expect(await detail(id)).toMatchObject({ status: 'PENDING', step: 'requested', mayDecide: true })
    expect(await world.row('select id from payout where owner_id = $1', [id])).toBeUndefined()
  }
  await run("update withdrawal set asset = 'DAI' where id = $1", [id])
  await refused()
  await run("update withdrawal set asset = 'USDT' where id = $1", [id])
  // The tests have no feed of rates, so without par nobody knows the units.
  await world.set('stablecoinAtPar', false as never)
  await refused()
  await world.set('stablecoinAtPar', true as never)
  expect((await world.approve(world.checker, id)).status).toBe(200)
  expect((await reject(id)).status).toBe(200)
})

test('withdrawals are free while the switch of their fee is off', async () => {
  await world.set('withdrawalsPayFee', false as never)
  const query = new URLSearchParams({ ...world.bodyOf(ofAndes) } as Record<string, string>)
  for (const name of ['fee', 'description']) query.delete(name)
  const shown = await world.ofAndes.browser.get(`/withdrawals/preview?${query.toString()}`)
  expect(shown.body.data).toMatchObject({ fee: '0.00', net: '100.00', coins: '100' })
  const paid = await world.request(world.ofAndes, ofAndes, { fee: '1.00' })
  expect(codeOf(paid)).toBe('fee_changed')
  const free = await world.request(world.ofAndes, ofAndes, { fee: '0.00' })
  expect(free.status).toBe(200)
  expect(free.step?.show).toMatchObject({ total: '100.00', fee: '0.00' })
  await world.set('withdrawalsPayFee', true as never)
  expect(await detail(free.body.data.id)).toMatchObject({ fee: '0.00', net: '100.00' })
  expect((await cancel(free.body.data.id)).status).toBe(200)
})

test('withdrawals wait for a switched off level, an inactive company, and new credentials', async () => {
  const id = await world.make(world.ofAndes, ofAndes)
  const run = (text: string, values: unknown[]) =>
    world.product.kernel.db.write(allTenants, (sql) => sql.run(text, values as string[]))
  await run('update company set active = false where id = $1', [world.andes])
  expect(codeOf(await world.approve(world.checker, id))).toBe('company_inactive')
  expect(await detail(id)).toMatchObject({ obstacle: 'company_inactive' })
  await run('update company set active = true where id = $1', [world.andes])
  await world.set('tierRestrictions', [{ tier: 2, module: 'withdrawals' }] as never)
  // The tags of the level are off too.
  expect(codeOf(await world.request(world.ofAndes, ofAndes))).toBe('permission_denied')
  expect(codeOf(await world.approve(world.checker, id))).toBe('module_off')
  await world.set('tierRestrictions', [] as never)
  const now = world.product.kernel.clock.realNow()
  await run('update app_user set credentials_changed_at = $2 where id = $1', [world.ofAndes.userId, now])
  expect(codeOf(await world.request(world.ofAndes, ofAndes))).toBe('withdrawals_wait')
  expect(codeOf(await world.approve(world.checker, id))).toBe('withdrawals_wait')
  await run('update app_user set credentials_changed_at = null where id = $1', [world.ofAndes.userId])
  expect((await world.approve(world.checker, id)).status).toBe(200)
})

test('who requested it is told of each step, and the lists count the steps', async () => {
  await world.product.drain()
  const told = await world.ofAndes.browser.get<{ items: { kind: string; path: string }[] }>('/notifications')
  const kinds = told.body.data.items.map(({ kind }) => kind)
  expect(new Set(kinds)).toEqual(
    new Set([
      'address_added',
      'withdrawal_requested',
      // Its approval, which the company's staff are told of.
      'company_withdrawal',
      'withdrawal_completed',
      'withdrawal_rejected',
    ]),
  )
  const mails = await world.product.mailbox.outbox('ofandes@example.com', 'withdrawal_completed')
  expect(mails.map(({ subject }) => subject)).toEqual(['Withdrawal of $100.00 paid'])
  const counts = await world.checker.browser.get<{ counts: Record<string, number> }>('/withdrawals/counts')
  expect(counts.body.data.counts).toMatchObject({ requested: 0, approved: 1, done: 1 })
  const found = await world.checker.browser.get<{ items: unknown[] }>('/withdrawals?q=andes&step=done')
  expect(found.body.data.items).toMatchObject([{ ownerName: 'Andes', companyName: 'Andes' }])
})

test('a withdrawal is found by its reference, its address and each of its transactions, or their beginnings', async () => {
  const found = async (q: string, by = world.checker) => {
    const { items } = (await by.browser.get<{ items: { id: string }[] }>(`/withdrawals?q=${q}`)).body.data
    return items.map(({ id }) => id)
  }
  const all = await found('andes')
  const [id = ''] = await found('andes&step=done')
  const ref = withdrawalRef(id)
  for (const q of [ref, ref.toLowerCase(), ref.slice(0, 7)]) expect(await found(q)).toEqual([id])
  expect(await found(`D${ref.slice(1)}`)).toEqual([])
  for (const q of [payee, payee.toLowerCase(), payee.slice(0, 9)])
    expect(await found(q)).toEqual(expect.arrayContaining(all))
  expect(await found(`${payee.slice(0, -1)}6`)).toEqual([])
  expect(await found(`0x${'1'.repeat(20)}`)).toEqual([id])
  // A payment whose transaction is not final yet, and one that was tried in vain.
  const { db, clock } = world.product.kernel
  await world.fund(world.andes, 10_000n)
  const under = await world.make(world.ofAndes, ofAndes)
  await world.approve(world.checker, under)
  await db.write(allTenants, (sql) =>
    sql.run(
      `insert into payout_attempt (id, payout_id, company_id, n, network, nonce, units, tx_hash, sent_at)
       select gen_random_uuid(), id, company_id, 1, network, 900, units, $2, $3 from payout where owner_id = $1`,
      [under, `0x${'ce'.repeat(32)}`, clock.now()],
    ),
  )
  for (const by of [world.checker, world.ofAndes]) expect(await found('0xCECECE', by)).toEqual([under])
  expect(await found('0xCECE', world.ofLima)).toEqual([])
})
