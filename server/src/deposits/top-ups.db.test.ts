import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, newKey } from '../approvals/two-people.test-kit.ts'
import { houseId } from '../companies/company.ts'
import { createDepositWorld, pdfFile, type DepositWorld } from './deposit-world.test-kit.ts'

let product: PeopleProduct
let world: DepositWorld
beforeAll(async () => {
  product = await createPeopleProduct()
  world = await createDepositWorld(product)
})
afterAll(() => product.stop())

const path = '/top-ups'
const preview = (change: object = {}, by = world.depositor, headers = {}) => {
  const query = { companyId: world.lima, wallet: 'regular', gross: '10000.00', ...change }
  return by.browser.get<Record<string, unknown>>(
    `${path}/preview?${new URLSearchParams(query as Record<string, string>).toString()}`,
    { headers },
  )
}
const alone = () => world.set('secondPersonWire', 2_000_000n)
const ofTwo = () => world.set('secondPersonWire', 500_000n)

test('10,000.00 regular: 225.00 to the levels above, 9,775.00 pending, previewed and posted once (money §6, 6)', async () => {
  await alone()
  const shown = (await preview()).body.data
  expect(shown).toMatchObject({
    holder: { name: 'Lima' },
    bucket: 'pending',
    before: '0.00',
    after: '9775.00',
    gross: '10000.00',
    fee: '225.00',
    feePercent: '2.25',
    net: '9775.00',
    shares: [
      { level: 0, name: null, amount: '100.00' },
      { level: 1, name: 'Norte', amount: '50.00' },
      { level: 2, name: 'Andes', amount: '75.00' },
    ],
    limits: { minimum: '200.00', maximum: '100000.00', leftToday: '200000.00' },
    needsApproval: false,
  })
  const made = await world.enter({ bankReference: 'SWIFT 77-A' })
  expect([made.status, made.step?.show]).toMatchObject([
    200,
    { company: 'Lima', wallet: 'regular', total: '10000.00', fee: '225.00', bankReference: 'SWIFT 77-A' },
  ])
  const { id } = made.body.data
  expect(await world.journal(`topup:${id}:accepted`)).toEqual([
    { account: 'bank.unconfirmed', owner: null, amount: -1_000_000n },
    { account: 'wallet.regular.pending', owner: 'norte', amount: 5000n },
    { account: 'wallet.regular.pending', owner: 'andes', amount: 7500n },
    { account: 'fee.deferred', owner: null, amount: 10_000n },
    { account: 'wallet.regular.pending', owner: 'lima', amount: 977_500n },
  ])
  expect([await world.openRef('bank.unconfirmed', id), await world.openRef('fee.deferred', id)]).toEqual([
    1_000_000n,
    10_000n,
  ])
  expect((await world.detail(id)).data).toMatchObject({
    status: 'pending',
    wire: 'unmatched',
    shares: shown['shares'],
    legs: shown['legs'],
    history: [{ what: 'entered', byName: 'Ana Paz', note: 'Wire of November' }],
    canMatch: true,
  })
  expect(await world.findings()).toEqual([])
})

test('10,000.00 immediate: 375.00, and 9,625.00 at once with the operator’s part as income', async () => {
  expect((await preview({ wallet: 'immediate' })).body.data).toMatchObject({
    bucket: 'available',
    after: '9625.00',
    fee: '375.00',
  })
  const id = await world.entered({ wallet: 'immediate', fee: '375.00' })
  expect(await world.journal(`topup:${id}:accepted`)).toEqual([
    { account: 'bank.unconfirmed', owner: null, amount: -1_000_000n },
    { account: 'wallet.immediate.pending', owner: 'norte', amount: 7500n },
    { account: 'wallet.immediate.pending', owner: 'andes', amount: 10_000n },
    { account: 'fee.deferred', owner: null, amount: 20_000n },
    { account: 'wallet.immediate.available', owner: 'lima', amount: 962_500n },
  ])
  expect(await world.journal(`topup:${id}:matured`)).toEqual([
    { account: 'fee.deferred', owner: null, amount: -20_000n },
    { account: 'income.topup_fees', owner: null, amount: 20_000n },
  ])
  expect(await world.available(world.lima, 'immediate')).toBe(962_500n)
  expect(await world.openRef('fee.deferred', id)).toBe(0n)
  expect((await world.detail(id)).data).toMatchObject({ status: 'available' })
  expect(await world.findings()).toEqual([])
})

test('the first level pays the operator alone, and a repeated key has one effect', async () => {
  const body = await world.wire({ companyId: world.norte, gross: '1000.00', fee: '10.00' })
  const key = newKey()
  const send = (change: object = {}) =>
    world.people.confirmed<{ id: string }>(world.depositor, path, { ...body, ...change }, key)
  const first = await send()
  const again = await send()
  expect([again.step, again.headers['idempotent-replayed'], again.text]).toEqual([null, 'true', first.text])
  expect((await send({ gross: '2000.00' })).body.code).toBe('idempotency_conflict')
  expect(await world.journal(`topup:${first.body.data.id}:accepted`)).toEqual([
    { account: 'bank.unconfirmed', owner: null, amount: -100_000n },
    { account: 'fee.deferred', owner: null, amount: 1000n },
    { account: 'wallet.regular.pending', owner: 'norte', amount: 99_000n },
  ])
})

test('above the limit a second person approves it, who is not its maker, and only one of two', async () => {
  await ofTwo()
  const { depositor, checker, people } = world
  expect((await preview({ gross: '5000.00' })).body.data).toMatchObject({ needsApproval: false })
  expect((await preview({ gross: '5000.01' })).body.data).toMatchObject({ needsApproval: true })
  const body = await world.wire()
  const before = await world.balance('wallet.regular.pending', world.lima)
  const id = await people.request(depositor, path, body)
  expect(await world.balance('wallet.regular.pending', world.lima)).toBe(before)
  // A depositor enters wires and approves none.
  expect((await people.approve(depositor, id)).body.code).toBe('own_request')
  const other = await createAdmin(product, { name: 'otherdepositor', roleId: 4 })
  expect((await people.approve(other, id)).body.code).toBe('permission_denied')
  const shown = (await people.read(checker, id)).body.data
  expect(shown.facts).toMatchObject({ company: 'Lima', total: '10000.00', proof: body.proofId })
  expect(shown.changes.map(({ name }) => name)).toEqual(['pendingBalance'])
  expect((await checker.browser.get(`/top-up-proofs/${body.proofId}`)).body.data).toEqual({
    contentType: 'application/pdf',
    base64: pdfFile,
  })
  const answers = await Promise.all([people.approve(checker, id), people.approve(world.second, id)])
  const codes = answers.map(({ status, body: { code } }) => (status === 200 ? 'done' : code))
  expect(codes.toSorted()).toEqual(['approval_decided', 'done'])
  expect(await world.balance('wallet.regular.pending', world.lima)).toBe(before + 977_500n)
  expect((await world.detail(id)).data).toMatchObject({
    status: 'pending',
    history: [{ what: 'entered' }, { what: 'approved' }],
  })

  const rejected = await people.request(depositor, path, await world.wire())
  expect((await people.reject(checker, rejected)).status).toBe(200)
  expect((await world.detail(rejected)).code).toBe('record_not_found')
  // Two requests of one wire: the second one fails, and says why.
  const twice = { bankReference: 'TWICE 1' }
  const one = await people.request(depositor, path, await world.wire(twice))
  const again = await people.request(depositor, path, await world.wire(twice))
  expect((await people.approve(checker, one)).status).toBe(200)
  await people.approve(checker, again)
  expect((await people.read(checker, again)).body.data.failure).toMatchObject({ code: 'bank_reference_used' })
  expect(await world.findings()).toEqual([])
})

test('one wire is entered once, also at the same time for two companies, and its refusal names the first', async () => {
  await alone()
  const id = await world.entered({ gross: '200.00', fee: '4.50', bankReference: 'ACH 900' })
  const again = await world.enter({
    companyId: world.andes,
    gross: '200.00',
    fee: '3.00',
    bankReference: 'ach900',
  })
  const { ref } = (await world.detail(id)).data
  expect(again.body).toMatchObject({ code: 'bank_reference_used', data: { id, ref } })
  // Text of a PDF has other spaces and wide letters.
  for (const bankReference of ['ACH\u00a0900', 'ACH\u2003900', 'ＡＣＨ ９００']) {
    const copied = await world.enter({ gross: '200.00', fee: '4.50', bankReference })
    expect([bankReference, copied.body.code]).toEqual([bankReference, 'bank_reference_used'])
  }
  const bodies = await Promise.all(
    [world.norte, world.andes, world.lima].map((companyId, at) =>
      world.wire({ companyId, gross: '200.00', fee: ['2.00', '3.00', '4.50'][at], bankReference: 'RACE 1' }),
    ),
  )
  const answers = await Promise.all(bodies.map((body) => world.people.confirmed(world.depositor, path, body)))
  const codes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code))
  expect(codes.filter((code) => code === 'done')).toHaveLength(1)
  for (const code of codes) expect(code).toMatch(/^(done|bank_reference_used)$/)
})

test('every refusal has its reason, in the preview too, in both languages', async () => {
  const refusals = [
    [{ companyId: product.kernel.ids.next() }, 'company_not_found'],
    [{ companyId: world.eva }, 'company_not_found'],
    [{ companyId: houseId }, 'wallet_not_found'],
    [{ gross: '199.99' }, 'invalid_amount'],
    [{ gross: '100000.01' }, 'invalid_amount'],
    [{ wallet: 'immediate', gross: '999.99' }, 'invalid_amount'],
  ] as const
  for (const [change, code] of refusals) {
    expect([change, (await preview(change)).body.code]).toEqual([change, code])
    expect([change, (await world.enter(change)).body.code]).toEqual([change, code])
  }
  const small = { why: 'below_minimum', amount: '999.99', minimum: '1000.00' }
  expect((await preview({ wallet: 'immediate', gross: '999.99' })).body).toMatchObject({ data: small })
  expect((await world.enter({ fee: '224.99' })).body.code).toBe('fee_changed')
  const tomorrow = new Date(product.kernel.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
  expect((await world.enter({ valuedOn: tomorrow })).body.code).toBe('value_date_wrong')
  expect((await world.enter({ valuedOn: '2001-01-01' })).body.code).toBe('value_date_wrong')
  expect((await world.enter({ reason: ' ' })).body.code).toBe('validation')
  const ofOther = await world.proof(world.first)
  expect((await world.enter({ proofId: ofOther })).body.code).toBe('proof_not_found')
  const { body } = await preview({ gross: '1.00' }, world.depositor, { lang: 'es' })
  expect(body).toMatchObject({ code: 'invalid_amount', message: 'Monto no válido' })
})

test('a day has its limit for each wallet', async () => {
  const leftOf = async (wallet: string) => {
    const { limits } = (await preview({ companyId: world.cusco, wallet, gross: '1000.00' })).body.data
    return (limits as { leftToday: string }).leftToday
  }
  await world.entered({ companyId: world.cusco, gross: '10000.00' })
  expect([await leftOf('regular'), await leftOf('immediate')]).toEqual(['190000.00', '200000.00'])
})

test('a proof is a whole PDF or a picture, drawn again, used once, and each view of it is in the audit', async () => {
  const upload = (file: Buffer, by = world.depositor) =>
    by.browser.post<{ id: string; contentType: string }>('/top-up-proofs', { file: file.toString('base64') })
  for (const file of ['<html></html>', '%PDF-1.4 cut off', '\x89PNG\r\n\x1a\nnot drawn'])
    expect((await upload(Buffer.from(file, 'latin1'))).body.code).toBe('proof_not_accepted')
  const sharp = (await import('sharp')).default
  const png = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#f00' } })
    .png()
    .withExif({ IFD0: { Copyright: 'Somewhere' } })
    .toBuffer()
  const picture = await upload(png)
  expect(picture.body.data.contentType).toBe('image/jpeg')
  const proofId = picture.body.data.id
  const id = await world.entered({ gross: '200.00', fee: '4.50', proofId })
  expect((await world.enter({ gross: '200.00', fee: '4.50', proofId })).body.code).toBe('proof_not_found')
  expect((await world.detail(id)).data).toMatchObject({ proofId })
  const seen = await world.viewer.browser.get<{ base64: string }>(`/top-up-proofs/${proofId}`)
  const stored = Buffer.from(seen.body.data.base64, 'base64')
  expect([stored.subarray(0, 3).toString('hex'), stored.includes('Somewhere')]).toEqual(['ffd8ff', false])
  expect(
    await world.count(`select count(*) from audit where action = 'GET /top-up-proofs/:id'
      and object_id = '${proofId}' and actor_id = '${world.viewer.userId}'`),
  ).toBe(1)
  expect((await upload(png, world.viewer)).body.code).toBe('permission_denied')
  // Nothing readable is in the database.
  expect(
    await world.count(`select count(*) from top_up_proof where position('%PDF'::bytea in encrypted) > 0`),
  ).toBe(0)
})

test('the wallet says when each pending deposit is released, and why then', async () => {
  const id = await world.entered({ companyId: world.andes, gross: '1000.00', fee: '15.00' })
  type Lines = { items: { kind: string; source: { id: string; ref: string } }[] }
  const { items } = (
    await world.ofAndes.browser.get<Lines>(`/wallets/lines?ownerId=${world.andes}&wallet=regular`)
  ).body.data
  const { ref } = (await world.detail(id)).data
  expect(items[0]).toMatchObject({ kind: 'topup_accepted', source: { id, ref } })
  // The level above has a share of it.
  const above = await world.ofNorte.browser.get<Lines>(`/wallets/lines?ownerId=${world.norte}&wallet=regular`)
  expect(above.body.data.items[0]).toMatchObject({ kind: 'topup_share', source: { id, ref } })
  type Part = { wallet: string; reason: string; amount: string; runAt: string | null; count: number }
  const wallets = (await world.ofAndes.browser.get<{ pending: Part[] }>(`/wallets/${world.andes}`)).body.data
  const wires = wallets.pending.filter(({ reason }) => reason === 'wire')
  const cents = await world.count(
    `select sum(net_cents) as count from top_up where status = 'pending' and company_id = '${world.andes}'`,
  )
  const shown = wires.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  expect([shown, wires.every(({ runAt, wallet }) => runAt !== null && wallet === 'regular')]).toEqual([
    cents,
    true,
  ])
  expect(wallets.pending.filter(({ reason }) => reason === 'other')).toEqual([])
})

test('a company sees its own deposits and those below it, no share of another level, and enters none', async () => {
  const { ofLima, ofAndes, ofNorte } = world
  const id = await world.entered({ gross: '1000.00', fee: '22.50' })
  expect((await world.detail(id, ofLima)).data).toMatchObject({
    fee: '22.50',
    net: '977.50',
    shares: [],
    legs: [],
  })
  expect((await world.detail(id, ofAndes)).data).toMatchObject({
    shares: [{ level: 2, name: 'Andes', amount: '7.50' }],
    legs: [],
    canMatch: false,
    canReverse: false,
  })
  // Norte sees what it earns of it, and not what Andes does.
  expect((await world.detail(id, ofNorte)).data).toMatchObject({
    shares: [{ level: 1, name: 'Norte', amount: '5.00' }],
    legs: [],
  })
  // A role of the operator in a company is of the level of that company.
  const inside = await createAdmin(product, { name: 'inside', roleId: 1, companyId: world.norte })
  const own = { shares: [{ level: 1, name: 'Norte' }], legs: [] }
  expect((await world.detail(id, inside)).data).toMatchObject(own)
  expect((await preview({}, inside)).body.data).toMatchObject(own)
  const ofCusco = await createAdmin(product, { name: 'ofcusco', roleId: 5, companyId: world.cusco })
  expect((await world.detail(id, ofCusco)).code).toBe('record_not_found')
  const { proofId } = (await world.detail(id, ofLima)).data as { proofId: string }
  expect((await ofLima.browser.get(`/top-up-proofs/${proofId}`)).status).toBe(200)
  expect((await ofCusco.browser.get(`/top-up-proofs/${proofId}`)).body.code).toBe('record_not_found')
  expect((await preview({}, ofNorte)).body.code).toBe('permission_denied')
  expect((await world.people.confirmed(ofNorte, path, await world.wire())).body.code).toBe(
    'permission_denied',
  )
  type List = { items: { companyName: string }[]; count: number }
  const listed = async (by = world.checker, query = '') =>
    (await by.browser.get<List>(`${path}${query}`)).body.data
  expect(new Set((await listed(ofLima)).items.map(({ companyName }) => companyName))).toEqual(
    new Set(['Lima']),
  )
  expect((await listed(world.checker)).count).toBe(await world.count('select count(*) from top_up'))
  expect((await listed(world.checker, '?q=ach900')).count).toBe(1)
  expect((await listed(ofCusco, '?q=ach900')).count).toBe(0)
  expect((await listed(world.checker, '?q=Cusco')).items[0]).toMatchObject({ companyName: 'Cusco' })
  expect((await listed(world.checker, '?wallet=immediate&sort=-gross')).count).toBe(1)
  const file = await ofLima.browser.post<{ url: string }>(`${path}/export`, {})
  const { text } = await ofLima.browser.get(file.body.data.url.replace('/api', ''))
  expect(text).toContain(',Lima,Pending,Regular,1000.00,22.50,977.50,')
  expect(text).not.toContain('Cusco')
  const holder = await createAdmin(product, { name: 'holder', roleId: 2 })
  expect((await holder.browser.get(path)).body.code).toBe('permission_denied')
})
