import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import type { WireOf } from '@cardamom/contract/endpoint'
import type { getCompanyLoad, listCompanyLoads } from '@cardamom/contract/loads/company-loads'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmSessions, grantOperation, storePasskey } from '../../../tests/support/step-up-kit.ts'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { createAdmin, createTwoPeople, newKey, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { startLoadBench, type BenchPerson, type LoadBench, type LoadBody } from './load-bench.test-kit.ts'
import { writeSetting } from '../settings/settings.sql.ts'

/** Loads in review as the staff sees them, and what two administrators do with their money. */
let bench: LoadBench
let people: ReturnType<typeof createTwoPeople>
let [maker, checker, third] = [] as unknown as Admin[] as [Admin, Admin, Admin]
beforeAll(async () => {
  bench = await startLoadBench()
  people = createTwoPeople(bench.product)
  const make = (name: string) => createAdmin(bench.product, { name, roleId: 6 })
  ;[maker, checker, third] = [await make('maker'), await make('checker'), await make('third')]
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

type Detail = WireOf<typeof getCompanyLoad>
type Page = WireOf<typeof listCompanyLoads>

const minuteMs = 60_000
const away = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const elsewhere = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
/** A payment that came after the time of its quote. */
const overdueLoad = async (of: BenchPerson) => {
  const load = await bench.quote(of)
  await bench.pass(33 * minuteMs)
  await bench.pay(load)
  await bench.finalise()
  return load
}
const detailOf = async ({ browser }: Admin, { id }: LoadBody) => browser.get<Detail>(`/company-loads/${id}`)
const credit = (by: Admin, { id }: LoadBody, net = '194.00', key = newKey()) =>
  people.confirmed<{ approvalId: string }>(
    by,
    `/company-loads/${id}/credit`,
    { net, reason: 'As agreed' },
    key,
  )
const refund = (by: Admin, { id }: LoadBody, address = away) =>
  people.confirmed<{ approvalId: string }>(by, `/company-loads/${id}/refund`, {
    address,
    reason: 'As agreed',
  })
/** The payer requests a refund to their address with a passkey. */
const requestRefund = async (of: BenchPerson, { id }: LoadBody, address = away) => {
  const whose = { userId: of.userId, companyId: of.card.companyId }
  await storePasskey(bench.product.kernel, whose)
  const [path, body] = [`/loads/${id}/refund`, { address }]
  const headers = { 'idempotency-key': newKey() }
  const step = await of.browser.post<StepUpRequest>(path, body, { headers })
  const grant = await grantOperation(bench.product.kernel, whose, step.body.data)
  const answer = await of.browser.post(path, body, { headers: { ...headers, 'step-up': grant } })
  expect(answer.status).toBe(200)
}
const journalsOf = ({ id }: LoadBody) =>
  bench.product.rows<{ kind: string; actor: string; reason: string }>(
    `select j.kind, d.actor, d.reason from journal j left join journal_detail d on d.journal_id = j.id
     where j.subject_id = $1 order by j.id`,
    [id],
  )

test('the list and a load show whose it is, what was quoted, what came, and what can be done', async () => {
  const person = await bench.person()
  const load = await overdueLoad(person)
  const page = (await maker.browser.get<Page>('/company-loads?status=review')).body.data
  expect(page.items.find(({ id }) => id === load.id)).toMatchObject({
    status: 'review',
    exception: 'late',
    gross: '200.00',
    payer: { id: person.userId },
  })
  const { data } = (await detailOf(maker, load)).body
  expect(data).toMatchObject({
    load: { due: '200.000000', received: '200.000000', exception: 'late', refund: null },
    payer: { isVerified: true, isHeld: false },
    senders: [{ isCleared: true }],
    creditObstacle: null,
    operations: ['credit'],
  })
  expect(data.load.resolutions.map(({ kind, net }) => [kind, net])).toEqual([
    ['credit', '194.00'],
    ['refund', null],
  ])
  const viewer = await createAdmin(bench.product, { name: 'viewer', roleId: 3 })
  expect((await detailOf(viewer, load)).body.data.operations).toEqual([])
  const companyId = await makeCompany(bench.product, { slug: 'elsewhere' })
  const outside = await createAdmin(bench.product, { name: 'outside', roleId: 5, companyId })
  expect((await detailOf(outside, load)).status).toBe(404)
  expect((await outside.browser.get<Page>('/company-loads')).body.data.items).toEqual([])
  expect((await person.browser.get(`/company-loads/${load.id}`)).status).toBe(403)
})

test('a load is found by its codes and by its payer, and by nobody of another company', async () => {
  const person = await bench.person()
  const load = await overdueLoad(person)
  const companyId = await makeCompany(bench.product, { slug: 'apart' })
  const apart = await createAdmin(bench.product, { name: 'apart', roleId: 5, companyId })
  const [facts] = await bench.product.rows<{ ref: string; hash: string; email: string }>(
    `select l.ref, t.tx_hash as hash, u.email from load l join chain_transfer t on t.load_id = l.id
     join app_user u on u.id = l.user_id where l.id = $1`,
    [load.id],
  )
  if (!facts) throw new Error('There is no payment')
  const { ref, hash, email } = facts
  const foundBy = async ({ browser }: Admin, q: string) => {
    const { body } = await browser.get<Page>(`/company-loads?q=${encodeURIComponent(q)}`)
    return body.data.items.map(({ id }) => id)
  }
  for (const q of [load.id, ref.toLowerCase(), hash, hash.toUpperCase(), email, email.slice(1)]) {
    expect(await foundBy(maker, q), q).toEqual([load.id])
    expect(await foundBy(apart, q), q).toEqual([])
  }
  // Codes are compared as a whole, and a person by three letters at least.
  for (const q of [ref.slice(0, -1), hash.slice(0, -1), email.slice(0, 2), 'nobody at all'])
    expect(await foundBy(maker, q), q).toEqual([])
})

test('two administrators credit what came, and the journal names both', async () => {
  const person = await bench.person()
  const load = await overdueLoad(person)
  const key = newKey()
  const requested = await credit(maker, load, '194.00', key)
  expect([requested.status, requested.step?.show]).toEqual([
    202,
    expect.objectContaining({ amount: '194.00', load: expect.stringMatching(/^L-/) as string }),
  ])
  const { approvalId } = requested.body.data
  // Nothing is posted until another person approves, and the same key is the same request.
  expect(await journalsOf(load)).toEqual([])
  const path = `/company-loads/${load.id}/credit`
  const again = await maker.browser.post<{ approvalId: string }>(
    path,
    { net: '194.00', reason: 'As agreed' },
    { headers: { 'idempotency-key': key } },
  )
  expect([again.status, again.body.data]).toEqual([202, { approvalId }])
  expect((await people.approve(maker, approvalId)).body.code).toBe('own_request')
  const approvals = await Promise.all([
    people.approve(checker, approvalId),
    people.approve(third, approvalId),
  ])
  expect(approvals.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const winner = approvals[0]?.status === 200 ? checker : third
  expect(await journalsOf(load)).toEqual([
    { kind: 'load.accepted', actor: winner.userId, reason: 'As agreed' },
  ])
  expect(await bench.read(person, load)).toMatchObject({ status: 'held', net: '194.00' })
  expect((await credit(maker, load)).body.code).toBe('resolution_chosen')
})

test('of two requests for one load only the first approved one has an effect', async () => {
  const person = await bench.person()
  const load = await overdueLoad(person)
  const one = (await credit(maker, load)).body.data.approvalId
  const two = (await credit(checker, load)).body.data.approvalId
  expect((await people.approve(third, one)).body.data.status).toBe('approved')
  await people.approve(third, two)
  expect((await people.read(third, two)).body.data.status).not.toBe('approved')
  expect(await journalsOf(load)).toHaveLength(1)
})

test('a refund is queued to the address that the payer confirmed, and is sent only after that', async () => {
  const person = await bench.person()
  const load = await overdueLoad(person)
  expect((await refund(maker, load)).body.code).toBe('refund_not_requested')
  await requestRefund(person, load)
  const { data } = (await detailOf(maker, load)).body
  expect(data).toMatchObject({
    operations: ['refund'],
    load: { refund: { address: away, status: 'requested' } },
  })
  expect((await credit(maker, load)).body.code).toBe('resolution_chosen')
  const requested = await refund(maker, load)
  expect(requested.step?.show).toMatchObject({ address: away, reason: 'As agreed' })
  const { approvalId } = requested.body.data
  expect((await people.read(checker, approvalId)).body.data.changes).toEqual([
    { name: 'address', before: null, after: away },
  ])
  expect((await people.approve(checker, approvalId)).body.data.status).toBe('approved')
  expect(await bench.read(person, load)).toMatchObject({
    status: 'review',
    resolutions: [],
    refund: { status: 'queued', canWithdraw: false },
  })
  expect((await person.browser.send('DELETE', `/loads/${load.id}/refund`)).status).toBe(404)
  expect((await detailOf(maker, load)).body.data.operations).toEqual(['stopRefund'])
  // The money stays where it is until it is sent.
  expect(await journalsOf(load)).toEqual([])
  // The home of administrators counts it, and opens the list that has it.
  const refundsIn = async () => {
    const { items } = (
      await maker.browser.get<{ items: { kind: string; count: number }[] }>('/reports/attention')
    ).body.data
    const listed = (await maker.browser.get<Page>('/company-loads?refund=queued')).body.data.items
    const { counts } = (await maker.browser.get<{ counts: { refunding: number } }>('/company-loads/counts'))
      .body.data
    const home = items.find(({ kind }) => kind === 'queuedRefunds')?.count
    return [home, counts.refunding, listed.map(({ id }) => id)]
  }
  expect(await refundsIn()).toEqual([1, 1, [load.id]])
  // Its payment is ordered once, and waits: this product has no signer.
  await bench.settle()
  const payouts = 'select to_address, units, status, reason from payout where user_id = $1'
  expect(await bench.product.rows(payouts, [person.userId])).toEqual([
    { to_address: away, units: 200_000_000n, status: 'approved', reason: 'signer_silent' },
  ])
})

/** Above it, two people decide. */
const limitTo = (value: bigint) => {
  const { clock, db } = bench.product.kernel
  return db.write(allTenants, (sql) =>
    writeSetting(sql, { key: 'secondPersonReview', value, at: clock.now(), by: null }),
  )
}

test('up to the limit of the settings one person credits or refunds, and above it two people do', async () => {
  const person = await bench.person()
  const [small, large] = [await overdueLoad(person), await overdueLoad(person)]
  await limitTo(19_399n)
  expect((await credit(maker, small)).status).toBe(202)
  // Who names less than comes is not believed.
  const lower = await credit(maker, small, '1.00')
  expect([lower.status, lower.body.code]).toEqual([409, 'amount_changed'])
  await limitTo(19_400n)
  const alone = await credit(maker, small)
  expect([alone.status, alone.body.data]).toEqual([200, null])
  expect(await journalsOf(small)).toEqual([
    { kind: 'load.accepted', actor: maker.userId, reason: 'As agreed' },
  ])
  expect(await bench.read(person, small)).toMatchObject({ status: 'held', net: '194.00' })

  await requestRefund(person, large)
  expect((await refund(maker, large)).status).toBe(202)
  await limitTo(20_100n)
  expect((await refund(maker, large)).status).toBe(200)
  expect((await bench.read(person, large)).resolutions).toEqual([])
  await limitTo(0n)
})

test('a refund goes only to the address that both administrators saw', async () => {
  const person = await bench.person()
  const load = await overdueLoad(person)
  const change = async (address: string) => {
    expect((await person.browser.send('DELETE', `/loads/${load.id}/refund`)).status).toBe(200)
    await requestRefund(person, load, address)
  }
  await requestRefund(person, load)
  const { approvalId } = (await refund(maker, load)).body.data
  await change(elsewhere)
  // The checker reads the new address, but the one who requested the refund never saw it.
  await people.approve(checker, approvalId)
  expect((await people.read(checker, approvalId)).body.data).toMatchObject({
    status: 'failed',
    failure: { code: 'resolution_chosen' },
  })
  await limitTo(20_100n)
  const stale = await refund(maker, load)
  expect([stale.status, stale.body.code]).toEqual([409, 'resolution_chosen'])
  expect((await refund(maker, load, elsewhere)).status).toBe(200)
  const refunds = await bench.product.rows(
    'select address, status from load_refund where load_id = $1 order by id',
    [load.id],
  )
  expect(refunds).toEqual([
    { address: away, status: 'withdrawn' },
    { address: elsewhere, status: 'queued' },
  ])
  await limitTo(0n)
})

/** A connection that locks refunds, and tells how many statements wait for a lock. */
const locking = async () => {
  const client = new pg.Client({ connectionString: bench.product.kernel.config.DATABASE_URL })
  await client.connect()
  await client.query('begin')
  return {
    lock: () => client.query('lock table load_refund in access exclusive mode'),
    blocked: async () => {
      // A transaction sees the connections of its first look until it clears them.
      await client.query('select pg_stat_clear_snapshot()')
      const { rowCount } = await client.query(
        'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
      )
      return rowCount
    },
    end: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

test('one administrator is judged again when the refund is queued', async () => {
  const person = await bench.person()
  const load = await overdueLoad(person)
  await requestRefund(person, load)
  await limitTo(20_100n)
  const [path, body] = [`/company-loads/${load.id}/refund`, { address: away, reason: 'As agreed' }]
  const headers = { 'idempotency-key': newKey() }
  const { data } = (await maker.browser.post<StepUpRequest>(path, body, { headers })).body
  const grant = await grantOperation(bench.product.kernel, maker, data)
  const [first, second] = [await locking(), await locking()]
  await first.lock()
  const waiting = (count: number) => expect.poll(first.blocked, { timeout: 60_000 }).toBe(count)
  const answer = maker.browser.post(path, body, { headers: { ...headers, 'step-up': grant } })
  await waiting(1)
  // The call that decides whether two people are needed is before it in the queue, the effect is after it.
  const locked = second.lock()
  await waiting(2)
  await first.end()
  await locked
  await limitTo(19_900n)
  await second.end()
  expect([(await answer).status, (await answer).body.code]).toEqual([409, 'resolution_chosen'])
  expect((await detailOf(maker, load)).body.data.load.refund).toMatchObject({ status: 'requested' })
  expect((await refund(maker, load)).status).toBe(202)
  await limitTo(0n)
})

test('the payer of a part is notified that the rest is missing, while it can still be sent', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load, '100')
  await bench.finalise()
  expect((await detailOf(maker, load)).body.data.operations).toEqual(['credit', 'requestRest'])
  const key = newKey()
  await confirmSessions(bench.product.kernel, maker.userId)
  const send = () =>
    maker.browser.post(`/company-loads/${load.id}/rest-requests`, undefined, {
      headers: { 'idempotency-key': key },
    })
  // The same request again notifies nobody twice.
  expect([(await send()).status, (await send()).status]).toEqual([200, 200])
  await bench.product.settle()
  const notified = await bench.product.rows(
    `select n.user_id from notified_event n join event e on e.id = n.event_id
     where e.type = 'load.rest_requested' and e.entity_id = $1`,
    [load.id],
  )
  expect(notified).toEqual([{ user_id: person.userId }])
  await bench.pass(33 * minuteMs)
  expect((await detailOf(maker, load)).body.data.operations).toEqual(['credit'])
  const over = await maker.browser.post(`/company-loads/${load.id}/rest-requests`, undefined, {
    headers: { 'idempotency-key': newKey() },
  })
  expect([over.status, over.body.code]).toEqual([409, 'rest_not_missing'])
})

test('an approved request fails when the payer withdrew the refund meanwhile', async () => {
  const person = await bench.person()
  const load = await overdueLoad(person)
  await requestRefund(person, load)
  const { approvalId } = (await refund(maker, load)).body.data
  expect((await person.browser.send('DELETE', `/loads/${load.id}/refund`)).status).toBe(200)
  await people.approve(checker, approvalId)
  expect((await people.read(checker, approvalId)).body.data).toMatchObject({
    status: 'failed',
    failure: { code: 'refund_not_requested' },
  })
  expect(await bench.read(person, load)).toMatchObject({ status: 'review', refund: null })
})

test('a payer who became an administrator approves nothing about their own money', async () => {
  const person = await bench.person()
  const [first, second] = [await overdueLoad(person), await overdueLoad(person)]
  await requestRefund(person, second)
  const requests = [
    (await credit(maker, first)).body.data.approvalId,
    (await refund(maker, second)).body.data.approvalId,
  ]
  await bench.product.kernel.db.write(allTenants, (sql) =>
    sql.run('update app_user set role_id = 6 where id = $1', [person.userId]),
  )
  const { companyId } = person.card
  const payer = { userId: person.userId, companyId, browser: person.browser }
  for (const id of requests) {
    expect((await people.approve(payer, id)).body.data).toMatchObject({
      status: 'failed',
      failure: { code: 'permission_denied' },
    })
  }
  expect(await journalsOf(first)).toEqual([])
  expect((await detailOf(maker, second)).body.data.load.refund).toMatchObject({ status: 'requested' })
})
