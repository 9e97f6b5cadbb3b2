import type { WireOf } from '@cardamom/contract/endpoint'
import type { getCompanyLoad } from '@cardamom/contract/loads/company-loads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { storePasskey } from '../../../tests/support/step-up-kit.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import type { BenchPerson, LoadBody } from './load-bench.test-kit.ts'
import { startRefundBench, type RefundBench } from './refund-bench.test-kit.ts'

/** Parts of loads that administrators undo before the credit and reverse after it (money §3), over the wire. */
let bench: RefundBench
let people: ReturnType<typeof createTwoPeople>
let person: BenchPerson
let [maker, checker] = [] as unknown as Admin[] as [Admin, Admin]
let [norte, andes] = ['', '']
beforeAll(async () => {
  bench = await startRefundBench()
  await bench.product.kernel.db.write(allTenants, (sql) =>
    writeSetting(sql, { key: 'adminSessionIdleMinutes', value: 120, at: new Date(0), by: null }),
  )
  people = createTwoPeople(bench.product)
  maker = await createAdmin(bench.product, { name: 'maker', roleId: 6 })
  checker = await createAdmin(bench.product, { name: 'checker', roleId: 6 })
  person = await bench.person()
  norte = await makeCompany(bench.product, { slug: 'parts-1', name: 'Norte' })
  andes = await makeCompany(bench.product, { slug: 'parts-2', name: 'Andes', parentId: norte })
}, 180_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

type Detail = WireOf<typeof getCompanyLoad>
type Id = Pick<LoadBody, 'id'>
const away = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const reason = 'Our mistake'
const limitTo = (value: bigint) => {
  const { clock, db } = bench.product.kernel
  return db.write(allTenants, (sql) =>
    writeSetting(sql, { key: 'secondPersonReview', value, at: clock.now(), by: null }),
  )
}
const undo = (by: Admin, { id }: Id, gross?: string) =>
  people.confirmed<{ approvalId: string } | null>(by, `/company-loads/${id}/undo`, { gross, reason })
const requestReversal = (by: Admin, { id }: Id, gross?: string) =>
  people.confirmed<{ approvalId: string }>(by, `/company-loads/${id}/reversal`, { gross, reason })
const reverse = async (load: Id, gross?: string) => {
  const { status, text, body } = await requestReversal(maker, load, gross)
  if (status !== 202) throw new Error(text)
  const decided = await people.approve(checker, body.data.approvalId)
  if (decided.body.data.status !== 'approved') throw new Error(decided.text)
  await bench.live(20_000)
}
const detailOf = async ({ id }: Id) => (await maker.browser.get<Detail>(`/company-loads/${id}`)).body.data
const preview = ({ id }: Id, gross: string) =>
  maker.browser.get<{ back: object; left: object; shares: object[] }>(
    `/company-loads/${id}/part?gross=${gross}`,
  )

/** A load of the chain Norte, Andes, whose levels 3 and 4 are Andes' too. */
const paid = async (over: Readonly<Record<string, string>> = {}) => {
  const load = await bench.quote(person, over)
  const chain = [
    { ownerKind: 'operator', ownerId: houseId, companyId: null, level: 0 },
    { ownerKind: 'company', ownerId: norte, companyId: norte, level: 1 },
    { ownerKind: 'company', ownerId: andes, companyId: andes, level: 2 },
  ]
  await bench.asOwner(`update load set chain = '${JSON.stringify(chain)}' where id = '${load.id}'`)
  await bench.pay(load)
  await bench.finalise()
  return load
}
const onCard = async (amount: string) => {
  const load = await paid({ speed: 'immediate', amount })
  await bench.live(20_000)
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited' })
  return load
}
const natural = async (code: string, ownerId = '') => {
  const [row] = await bench.product.rows<{ cents: bigint }>(
    `select coalesce(sum(case when side = 'D' then -balance else balance end), 0)::int8 as cents
      from account where code = $1 and coalesce(owner_id::text, '') = $2`,
    [code, ownerId],
  )
  return row?.cents ?? 0n
}
const unapplied = async () => {
  const [row] = await bench.product.rows<{ units: bigint }>(
    `select coalesce(sum(balance), 0)::int8 as units from account where code = 'deposit.unapplied'`,
  )
  return row?.units ?? 0n
}
/** The gross that the file of a settlement names for each share of a load. */
const basesOf = async ({ id }: Id) => {
  const rows = await bench.product.rows<{ gross: bigint }>(
    `select b.gross_cents as gross from share s cross join lateral basis_of_shares(array[s.id]) b
      where s.source_id = $1 order by s.id`,
    [id],
  )
  return rows.map(({ gross }) => gross)
}
const sharesOf = ({ id }: Id) =>
  bench.product.rows<{ level: number; left: bigint }>(
    'select level, left_cents as "left" from share where source_id = $1 order by level, id',
    [id],
  )
/** The loads that the parts of a load are now. */
const partsOf = async (load: Id) => (await detailOf(load)).load.parts

test('a part of a held load is undone: the load goes on with what is left, and the part is a load in review', async () => {
  await limitTo(1_000_00n)
  await bench.fund('USDC', '500')
  const before = await unapplied()
  const load = await paid({ amount: '333.33' })
  expect((await sharesOf(load)).map(({ left }) => left)).toEqual([166n, 499n])
  const shown = await preview(load, '33.33')
  expect(shown.body.data).toMatchObject({
    back: { gross: '33.33', fee: '1.00', net: '32.33', amount: '33.330000', asset: 'USDC' },
    left: { gross: '300.00', fee: '9.00', net: '291.00' },
    shares: [
      { ownerName: 'Norte', level: 1, before: '1.66', after: '1.50', isOwed: false },
      { ownerName: 'Andes', level: 2, before: '4.99', after: '4.50', isOwed: false },
    ],
  })
  const answer = await undo(maker, load, '33.33')
  expect([answer.status, answer.body.data, answer.step?.show]).toEqual([
    200,
    null,
    expect.objectContaining({ amount: '32.33' }),
  ])
  expect(await detailOf(load)).toMatchObject({
    load: { status: 'held', gross: '300.00', fee: '9.00', net: '291.00', received: '300.000000' },
    operations: ['undo'],
  })
  expect((await sharesOf(load)).map(({ left }) => left)).toEqual([150n, 450n])
  expect(await basesOf(load)).toEqual([333_33n, 333_33n])
  expect(await unapplied()).toBe(before + 33_330_000n)
  const [part, ...none] = await partsOf(load)
  expect([part, none]).toMatchObject([{ kind: 'undone', gross: '33.33', net: '32.33' }, []])
  // The payer sees both, and chooses about the part.
  const own = await bench.read(person, { id: part!.loadId })
  expect(own).toMatchObject({ status: 'review', exception: null, received: '33.330000' })
  const origin = { id: load.id, ref: load.ref, kind: 'undone' }
  expect([own.partOf, (await detailOf(own)).load.partOf]).toEqual([origin, origin])
  expect((await bench.read(person, load)).partOf).toBeNull()
  const listed = await maker.browser.get<{ items: { id: string; partOf: object | null }[] }>(
    `/company-loads?userId=${person.userId}`,
  )
  const byId = new Map(listed.body.data.items.map(({ id, partOf }) => [id, partOf]))
  expect([byId.get(own.id), byId.get(load.id)]).toEqual([origin, null])
  expect(own.resolutions.map(({ kind, net, amount }) => [kind, net ?? amount])).toEqual([
    ['credit', '32.33'],
    ['refund', '33.330000'],
  ])
  await storePasskey(bench.product.kernel, { userId: person.userId, companyId: person.card.companyId })
  await bench.request(person, own, away)
  await bench.follow()
  await bench.chain.mine(3)
  await bench.settle()
  await bench.follow()
  expect(await bench.stateOf(own)).toMatchObject({ status: 'refunded' })
  expect(await bench.paymentsTo(away)).toEqual([33_330_000n])
  // What is left is undone as a whole, and its refund has only what is left.
  expect((await undo(maker, load)).status).toBe(200)
  expect(await bench.read(person, load)).toMatchObject({ status: 'review', received: '300.000000' })
  expect(await unapplied()).toBe(before + 300_000_000n)
  const keys = await bench.product.rows<{ key: string }>(
    `select replace(idem, $1, '') as key from journal where kind = 'load.undone' and subject_id = $2 order by id`,
    [`load:${load.id}:`, load.id],
  )
  expect(keys.map(({ key }) => key)).toEqual(['undone:1', 'undone:2'])
})

test('parts that are credited again are loads of their own, of which parts are undone too', async () => {
  await limitTo(1_000_00n)
  const load = await paid({ amount: '200' })
  await undo(maker, load, '80')
  const [part] = await partsOf(load)
  const again = { net: '77.60', reason: 'It was right' }
  const credited = await people.confirmed(maker, `/company-loads/${part!.loadId}/credit`, again)
  expect(credited.status).toBe(200)
  const own = { id: part!.loadId }
  expect(await detailOf(own)).toMatchObject({ load: { status: 'held', gross: '80.00', net: '77.60' } })
  expect((await undo(maker, own, '30')).status).toBe(200)
  const [inner] = await partsOf(own)
  expect(await bench.read(person, { id: inner!.loadId })).toMatchObject({ received: '30.000000' })
  expect(await bench.read(person, own)).toMatchObject({ received: '50.000000' })
  for (const each of [load, own]) expect((await undo(maker, each)).status).toBe(200)
  // All of it is the payer's again.
  const [first] = await bench.product.rows<{ units: bigint }>(
    `select r.balance as units from ref_balance r join chain_transfer t on t.id = r.ref where t.load_id = $1`,
    [load.id],
  )
  expect(first?.units).toBe(200_000_000n)
  expect([await natural('income.load_fees'), await natural('fee.deferred')]).toEqual([0n, 0n])
})

test('a part needs two people where the whole load does, and nothing impossible is undone', async () => {
  await limitTo(100_00n)
  const load = await paid({ amount: '200' })
  const requested = await undo(maker, load, '10')
  expect(requested.status).toBe(202)
  const { approvalId = '' } = requested.body.data ?? {}
  expect((await people.read(checker, approvalId)).body.data.changes).toEqual([
    { name: 'amount', before: '194.00', after: '184.30' },
  ])
  expect((await people.approve(checker, approvalId)).body.data.status).toBe('approved')
  // 184.30 are left of 194.00: a limit between them still counts all of it.
  await limitTo(190_00n)
  expect((await undo(maker, load, '10')).status).toBe(202)
  await limitTo(1_000_00n)
  for (const gross of ['190.01', '500', '0'])
    expect((await undo(maker, load, gross)).body.code).toBe('invalid_amount')
  expect((await preview(load, '190')).body).toMatchObject({ code: 'invalid_amount' })
  const answers = await Promise.all(Array.from({ length: 6 }, () => undo(maker, load, '150')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await detailOf(load)).toMatchObject({ load: { gross: '40.00', net: '38.80' } })
  const own = await maker.browser.get(`/company-loads/${bench.product.kernel.ids.next()}/part?gross=1`)
  expect(own.status).toBe(404)
})

test('a load on its card is reversed in parts: what was settled of a share is owed, and all parts are the whole', async () => {
  await limitTo(1_000_00n)
  const before = { card: await natural('card.available', person.card.id), units: await unapplied() }
  const load = await onCard('200')
  const settledFor = async (ownerId: string) =>
    bench.product.rows(
      `select settled_cents, left_cents, undone_cents from share where source_id = $1 and owner_id = $2`,
      [load.id, ownerId],
    )
  expect((await sharesOf(load)).map(({ left }) => left)).toEqual([150n, 450n])
  await reverse(load, '60')
  expect(await detailOf(load)).toMatchObject({
    load: { status: 'credited', gross: '140.00', net: '133.00' },
    operations: ['reverse'],
    reversal: null,
  })
  expect((await sharesOf(load)).map(({ left }) => left)).toEqual([105n, 315n])
  expect(await bench.onCard(person)).toBe(before.card + 133_00n)
  // Norte's share is settled meanwhile: from now on its parts are owed.
  await bench.asOwner(
    `update share set settlement_id = id, draft_id = id, settled_cents = left_cents
      where source_id = '${load.id}' and owner_id = '${norte}'`,
  )
  expect((await preview(load, '100')).body.data.shares).toMatchObject([
    { before: '1.05', after: '0.30', isOwed: true },
    { before: '3.15', after: '0.90', isOwed: false },
  ])
  await reverse(load, '100')
  expect(await natural('partner.owed', norte)).toBe(75n)
  expect(await natural('partner.owed', andes)).toBe(0n)
  await reverse(load)
  expect(await natural('partner.owed', norte)).toBe(105n)
  expect(await settledFor(norte)).toMatchObject([{ settled_cents: 105n, left_cents: 0n, undone_cents: 150n }])
  expect(await bench.stateOf(load)).toMatchObject({ status: 'review' })
  expect(await natural('card.available', person.card.id)).toBe(before.card)
  expect(await bench.onCard(person)).toBe(before.card)
  expect(await natural('income.load_fees')).toBe(0n)
  expect(await unapplied()).toBe(before.units + 200_000_000n)
  const parts = await partsOf(load)
  expect(parts.map(({ kind, gross }) => [kind, gross])).toEqual([
    ['reversed', '60.00'],
    ['reversed', '100.00'],
  ])
  expect(await bench.read(person, load)).toMatchObject({ status: 'review', received: '40.000000' })
  const rows = (await person.browser.get<{ items: object[] }>('/transactions')).body.data.items
  expect(rows.slice(0, 4)).toMatchObject([
    { purpose: 'adjustment', amount: '-38.00' },
    { purpose: 'adjustment', amount: '-95.00' },
    { purpose: 'adjustment', amount: '-57.00' },
    { purpose: 'load', amount: '190.00' },
  ])
})

test('a part that the card issuer refuses changes nothing and can be requested again', async () => {
  const load = await onCard('100')
  await bench.product.issuer.control('/faults', {
    kind: 'status',
    value: 404,
    method: 'PUT',
    path: '/credit$',
    remaining: 1,
  })
  await reverse(load, '40')
  expect(await detailOf(load)).toMatchObject({
    load: { gross: '100.00', parts: [] },
    reversal: { status: 'refused' },
    operations: ['reverse'],
  })
  await reverse(load, '40')
  expect(await detailOf(load)).toMatchObject({ load: { gross: '60.00' }, reversal: null })
})
