import type { BulkResult } from '@cardamom/contract/bulk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCardProduct, type CardProduct } from '../../../tests/support/card-product.ts'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { confirmed, makeAdmin, type AdminPerson } from '../access/admin-person.test-kit.ts'
import { allTenants } from '../kernel/database.ts'

/** Cards as administrators see them, their blocks and the end of blocks. */
let product: CardProduct
let [north, south] = ['', '']
let [boss, viewer, ofNorth, ofSouth] = [] as unknown as AdminPerson[] as [
  AdminPerson,
  AdminPerson,
  AdminPerson,
  AdminPerson,
]
beforeAll(async () => {
  product = await createCardProduct({ RATE_LIMITS: 'off' })
  north = await makeCompany(product, { slug: 'north' })
  south = await makeCompany(product, { slug: 'south' })
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update company set automatic_card_creation = true, card_creation_enabled = true'),
  )
  boss = await makeAdmin(product, { name: 'boss', roleId: 1 })
  viewer = await makeAdmin(product, { name: 'viewer', roleId: 3 })
  ofNorth = await makeAdmin(product, { name: 'of-north', roleId: 5, companyId: north })
  ofSouth = await makeAdmin(product, { name: 'of-south', roleId: 5, companyId: south })
  // Administrators of companies end blocks only where the operator granted it.
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `insert into tag_override (id, company_id, user_id, tag, effect, set_by, set_at)
       select gen_random_uuid(), company_id, id, 'cards.unblock', 'granted', $1, created_at
       from app_user where email like 'of-%'`,
      [boss.userId],
    ),
  )
  await product.settle()
})
afterAll(() => product.stop())

let people = 0
const holder = async (companyId = north) => {
  people += 1
  const person = await product.person(`holder-${people}@example.com`, companyId)
  await product.approve(person.userId, companyId)
  await product.settle()
  return { ...person, card: await product.cardOf(person.userId, companyId) }
}
type Row = Record<string, unknown> & { id: string }
const rowFor = async ({ browser }: AdminPerson, id: string) =>
  (await browser.get<{ items: Row[] }>(`/company-cards?id=${id}`)).body.data.items[0]
const change = (by: AdminPerson, verb: 'block' | 'unblock', id: string, note = 'Asked by phone') =>
  confirmed<{ status: string }>(product, by, {
    method: 'POST',
    path: `/company-cards/${id}/${verb}`,
    body: { note },
  })
const codeOf = async (answer: ReturnType<typeof change>) => (await answer).body.code
const frozenAt = async (issuerCardId: string) => {
  const found = await product.issuer.issuer.readCard(issuerCardId)
  return found.outcome === 'ok' ? found.value.status : found.outcome
}
const own = (person: Awaited<ReturnType<typeof holder>>, verb: 'pause' | 'resume') =>
  person.browser.post(
    `/cards/${person.card.id}/${verb}`,
    {},
    { headers: { 'idempotency-key': `${verb}-0001` } },
  )

test('an administrator blocks a card at the issuer and ends the block, and the holder cannot', async () => {
  const person = await holder()
  const { card } = person
  expect(await rowFor(ofNorth, card.id)).toMatchObject({
    holderEmail: `holder-${people}@example.com`,
    holderName: expect.stringMatching(/./),
    companyName: 'north',
    status: 'activated',
    canBlock: true,
    canUnblock: false,
    blockedByName: null,
    blockNote: null,
  })
  const blocked = await change(ofNorth, 'block', card.id)
  expect([blocked.status, blocked.body.data.status]).toEqual([202, 'pending'])
  expect(await codeOf(change(ofNorth, 'block', card.id))).toBe('card_not_in_use')
  await product.settle()
  expect(await frozenAt(card.issuerCardId)).toBe('frozen')
  expect(await rowFor(ofNorth, card.id)).toMatchObject({
    status: 'blocked',
    blockReason: 'admin',
    blockedByName: 'Ana Paz',
    blockNote: 'Asked by phone',
    canBlock: false,
    canUnblock: true,
  })
  const resume = await own(person, 'resume')
  expect([resume.status, resume.body.code]).toEqual([409, 'card_invalid'])
  const seen = await person.browser.get(`/cards/${card.id}`)
  expect(seen.body.data).toMatchObject({ explanation: 'blocked_by_admin', canResume: false })
  expect(JSON.stringify(seen.body)).not.toContain('Asked by phone')

  expect((await change(ofNorth, 'unblock', card.id, 'It was a mistake')).body.data.status).toBe('pending')
  await product.settle()
  expect(await frozenAt(card.issuerCardId)).toBe('active')
  expect(await rowFor(ofNorth, card.id)).toMatchObject({
    status: 'activated',
    blockReason: null,
    blockNote: null,
  })
  const notes = await product.rows<{ note: string }>(
    `select c.after ->> 'note' as note from audit_change c join audit a on a.id = c.audit_id
     where c.entity_id = $1 and a.action like 'POST /company-cards%' order by a.id`,
    [card.id],
  )
  expect(notes.map(({ note }) => note)).toEqual(['Asked by phone', 'It was a mistake'])
})

test('a card that its holder paused becomes blocked without a call, and the holder cannot resume it', async () => {
  const person = await holder()
  const { card } = person
  await own(person, 'pause')
  await product.settle()
  expect(await codeOf(change(boss, 'unblock', card.id))).toBe('card_not_blocked')
  const calls = () => product.rows('select 1 from card_call where card_id = $1', [card.id])
  const before = (await calls()).length
  expect((await change(boss, 'block', card.id)).body.data.status).toBe('blocked')
  expect((await calls()).length).toBe(before)
  expect((await own(person, 'resume')).body.code).toBe('card_invalid')
  await change(boss, 'unblock', card.id)
  await product.settle()
  expect(await rowFor(boss, card.id)).toMatchObject({ status: 'activated' })
})

test('what the operator blocked, a company neither unblocks nor learns why', async () => {
  const { card } = await holder()
  await change(boss, 'block', card.id, 'Suspicion')
  await product.settle()
  const row = await rowFor(ofNorth, card.id)
  expect(row).toMatchObject({ blockReason: 'admin', canUnblock: false, blockedByName: null, blockNote: null })
  expect(await codeOf(change(ofNorth, 'unblock', card.id))).toBe('block_not_yours')
  expect(await rowFor(viewer, card.id)).toMatchObject({ canBlock: false, canUnblock: false, blockNote: null })
  expect(await rowFor(boss, card.id)).toMatchObject({ canUnblock: true, blockNote: 'Suspicion' })
  expect((await change(boss, 'unblock', card.id)).status).toBe(202)
})

test('other companies, readers without the tag and bad input are refused', async () => {
  const { card } = await holder()
  expect(await rowFor(ofSouth, card.id)).toBeUndefined()
  expect(await codeOf(change(ofSouth, 'block', card.id))).toBe('record_not_found')
  expect(await codeOf(change(ofSouth, 'unblock', card.id))).toBe('record_not_found')
  expect(await codeOf(change(viewer, 'block', card.id))).toBe('permission_denied')
  const empty = await change(boss, 'block', card.id, '  ')
  expect([empty.status, Object.keys(empty.body.errors ?? {})]).toEqual([422, ['note']])
  expect(await rowFor(boss, card.id)).toMatchObject({ status: 'activated' })
})

test('two presses at once make one call, and a refusal of the issuer returns the card', async () => {
  const { card } = await holder()
  const twice = await Promise.all([change(boss, 'block', card.id), change(ofNorth, 'block', card.id)])
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
  await product.settle()
  const fault = { kind: 'status', method: 'PUT', path: '^/cards/.*/status$', value: 422, remaining: 1 }
  await product.issuer.control('/faults', fault)
  await change(boss, 'unblock', card.id)
  await product.settle()
  expect(await rowFor(boss, card.id)).toMatchObject({
    status: 'blocked',
    blockReason: 'admin',
    blockNote: 'Asked by phone',
  })
  await change(boss, 'unblock', card.id)
  await product.settle()
  expect(await rowFor(boss, card.id)).toMatchObject({ status: 'activated' })
})

test('several cards are blocked with a result for each, and found by state, form and file', async () => {
  const [one, foreign, two] = [await holder(), await holder(south), await holder()]
  const ids = [one.card.id, foreign.card.id, two.card.id]
  const body = { ids, note: 'Stolen parcel' }
  const call = { method: 'POST', path: '/company-cards/bulk/block', body, key: 'bulk-cards-0001' } as const
  const answer = await confirmed<{ results: BulkResult[] }>(product, ofNorth, call)
  expect(answer.body.data.results.map(({ id, code }) => [id, code])).toEqual([
    [one.card.id, null],
    [foreign.card.id, 'record_not_found'],
    [two.card.id, null],
  ])
  await product.settle()
  const { browser } = ofNorth
  const blocked = (await browser.get<{ items: Row[] }>('/company-cards?status=blocked&form=virtual')).body
    .data
  expect(blocked.items.map(({ id }) => id)).toEqual([two.card.id, one.card.id])
  expect((await browser.get<{ items: Row[] }>('/company-cards?form=physical')).body.data.items).toEqual([])
  const counts = await browser.get<{ counts: Record<string, number> }>('/company-cards/counts')
  expect(counts.body.data.counts).toMatchObject({ blocked: 2, new: 0 })
})

test('a client code is changed for all cards of the holder, and is once in a company', async () => {
  const [one, two, foreign] = [await holder(), await holder(), await holder(south)]
  const code = (who: AdminPerson, id: string, clientCode: string) =>
    confirmed<{ clientCode: string; status: string }>(product, who, {
      method: 'POST',
      path: `/company-cards/${id}/client-code`,
      body: { clientCode },
    })
  expect((await code(ofNorth, one.card.id, ' abc0001 ')).body.data).toEqual({ clientCode: 'ABC0001' })
  expect((await rowFor(boss, one.card.id))?.['clientCode']).toBe('ABC0001')
  const refusal = await code(boss, two.card.id, 'ABC0001')
  expect([refusal.status, refusal.body.code, refusal.body.message]).toMatchObject([
    409,
    'client_code_exists',
    expect.stringContaining('Client code already exists'),
  ])
  // Other companies have codes of their own, and the own code is no other one.
  expect((await code(boss, foreign.card.id, 'ABC0001')).status).toBe(200)
  expect((await code(boss, one.card.id, 'ABC0001')).status).toBe(200)
  const twice = await Promise.all([one, two].map(({ card }) => code(boss, card.id, 'ABC0002')))
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await codeOf(code(boss, one.card.id, 'AB-12'))).toBe('validation')
  expect(await codeOf(code(ofSouth, one.card.id, 'ABC0003'))).toBe('record_not_found')
  expect(await codeOf(code(viewer, one.card.id, 'ABC0003'))).toBe('permission_denied')
  const audit = await product.rows<{ after: string }>(
    `select after ->> 'clientCode' as after from audit_change where entity_id = $1 and after ? 'clientCode' order by audit_id`,
    [one.card.id],
  )
  expect(audit[0]?.after).toBe('ABC0001')
})
