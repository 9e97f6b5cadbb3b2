import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobChangesOf } from '../../../tests/support/job-changes.ts'
import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import { grantOperation, storePasskey } from '../../../tests/support/step-up-kit.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { houseId } from '../companies/company.ts'
import { insertCompany } from '../companies/companies.sql.ts'
import { insertLink } from '../identity/links.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { createCardProduct, type CardProduct } from '../../../tests/support/card-product.ts'

let product: CardProduct
beforeAll(async () => {
  product = await createCardProduct()
  await product.settle()
})
afterAll(() => product.stop())

const atIssuer = () => product.issuer.control<{ items: { metaId: string }[] }>('/cards')
const events = (cardId: string) =>
  product
    .rows<{ type: string }>('select type from event where entity_id = $1 order by id', [cardId])
    .then((rows) => rows.map(({ type }) => type))

let people = 0
const newPerson = () => {
  people += 1
  return product.person(`person-${people}@example.com`)
}
const personWithCard = async () => {
  const person = await newPerson()
  await product.approve(person.userId)
  await product.settle()
  return { ...person, card: await product.cardOf(person.userId) }
}

test('an approval makes one activated virtual card, also when its event is repeated', async () => {
  const { userId, browser } = await newPerson()
  await Promise.all([product.approve(userId), product.approve(userId)])
  await product.approve(userId)
  await product.settle()
  const card = await product.cardOf(userId)
  expect(card.status).toBe('activated')
  expect(await events(card.id)).toEqual(['card.requested', 'card.created', 'card.activated'])
  expect(await jobChangesOf(product.kernel.db, card.id)).toEqual([
    'cards.automatic card null → "pending"',
    'cards.call card "pending" → "activated"',
  ])
  const list = await browser.get<{ items: object[]; count: number }>('/cards')
  expect(list.body.data).toMatchObject({ count: 1, nextCursor: null })
  expect(list.body.data.items[0]).toMatchObject({
    id: card.id,
    ref: expect.stringMatching(/^C-[0-9A-HJKMNP-TV-Z]{8}$/),
    status: 'activated',
    explanation: 'ready',
    form: 'virtual',
    finish: null,
    nameOnCard: 'LUCIA FERRER',
    lastDigits: expect.stringMatching(/^\d{4}$/),
    bin: null,
    expiry: null,
    clientCode: expect.stringMatching(/^[A-Z0-9]{6,20}$/),
    cif: expect.any(String),
    paymentStatus: 'waived',
    balance: '0.00',
    canPause: true,
    canResume: false,
    canLoad: true,
  })
  expect(JSON.stringify(list.body)).not.toContain(card.issuer_card_id)
})

test('a company without automatic creation gets none, nor does an administrator', async () => {
  const { userId } = await newPerson()
  await product.kernel.db.write({ kind: 'all' }, (sql) =>
    sql.run('update app_user set role_id = 3 where id = $1', [userId]),
  )
  await product.approve(userId)
  await product.settle()
  expect(await product.rows('select 1 from card where user_id = $1', [userId])).toEqual([])
})

test('a lost answer is read back: one card, never two', async () => {
  const { userId } = await newPerson()
  const before = (await atIssuer()).items.length
  const fault = { kind: 'drop_after', method: 'POST', path: '^/cards$', remaining: 1 }
  await product.issuer.control('/faults', fault)
  await product.inOneMoment(async () => {
    await product.approve(userId)
    await product.settle()
    expect((await product.cardOf(userId)).status).toBe('pending')
  })
  expect((await atIssuer()).items.length).toBe(before + 1)
  product.wait(1100)
  await product.settle()
  const card = await product.cardOf(userId)
  expect(card.status).toBe('activated')
  expect((await atIssuer()).items.length).toBe(before + 1)
  expect(await events(card.id)).toEqual(['card.requested', 'card.created', 'card.activated'])
})

test('a refusal of the issuer returns the card to its state, and its page shows the refusal', async () => {
  const { userId, browser } = await newPerson()
  const fault = { kind: 'status', method: 'POST', path: '^/cards$', value: 422, remaining: 1 }
  await product.issuer.control('/faults', fault)
  await product.approve(userId)
  await product.settle()
  const { id } = await product.cardOf(userId)
  const read = await browser.get(`/cards/${id}`)
  expect(read.body.data).toMatchObject({
    status: 'new',
    explanation: 'being_made_late',
    lastDigits: null,
    canPause: false,
    canLoad: false,
    type: { code: 'virtual' },
    plan: { code: 'virtual-free', price: '0.00' },
    declines: [],
  })
  const pause = await browser.post(`/cards/${id}/pause`, {}, { headers: { 'idempotency-key': 'key-00001' } })
  expect([pause.status, pause.body.code]).toEqual([409, 'card_invalid'])
})

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

test('pause and resume go through the issuer, once for each key', async () => {
  const { browser, card } = await personWithCard()
  const path = `/cards/${card.id}`
  const paused = await browser.post(`${path}/pause`, {}, keyed('pause-0001'))
  expect(paused.status).toBe(202)
  expect(paused.body.data).toMatchObject({ status: 'pending', inFlight: 'pausing', explanation: 'pausing' })
  const again = await browser.post(`${path}/pause`, {}, keyed('pause-0001'))
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([paused.text, 'true'])
  const meanwhile = await browser.post(`${path}/resume`, {}, keyed('resume-000'))
  expect([meanwhile.status, meanwhile.body.code]).toEqual([409, 'card_invalid'])
  await product.settle()
  const blocked = await browser.get(path)
  expect(blocked.body.data).toMatchObject({
    status: 'blocked',
    blockReason: 'self',
    explanation: 'paused_by_you',
    canResume: true,
    canLoad: false,
    canReveal: false,
  })
  expect(await product.issuer.issuer.readCard(card.issuerCardId)).toMatchObject({
    value: { status: 'frozen' },
  })
  const refused = await browser.post(`${path}/reveal`)
  expect(refused.body.code).toMatch(/step_up_required|factor_required/)
  const resumed = await browser.post(`${path}/resume`, {}, keyed('resume-001'))
  expect(resumed.body.data).toMatchObject({ status: 'pending', inFlight: 'resuming' })
  await product.settle()
  expect((await browser.get(path)).body.data).toMatchObject({ status: 'activated', blockReason: null })
  expect((await events(card.id)).slice(-2)).toEqual(['card.blocked', 'card.resumed'])
})

test('a pause whose answer was lost is found at the issuer', async () => {
  const { browser, card } = await personWithCard()
  await product.issuer.control('/faults', { kind: 'drop_after', path: '/status$', remaining: 1 })
  await product.inOneMoment(async () => {
    await browser.post(`/cards/${card.id}/pause`, {}, keyed('pause-0002'))
    await product.settle()
    expect((await product.cardOf(card.userId)).status).toBe('pending')
  })
  product.wait(1100)
  await product.settle()
  expect((await product.cardOf(card.userId)).status).toBe('blocked')
  expect((await events(card.id)).filter((type) => type === 'card.blocked')).toHaveLength(1)
})

test("the issuer's block arrives by webhook; the holder cannot undo it, the issuer can", async () => {
  const { browser, card } = await personWithCard()
  await product.issuer.control(`/cards/${card.issuerCardId}/block`, { status: 'SUSPECTED_FRAUD_CVV' })
  await product.settle()
  const read = await browser.get(`/cards/${card.id}`)
  expect(read.body.data).toMatchObject({
    status: 'blocked',
    blockReason: 'fraud',
    explanation: 'blocked_for_fraud',
    canResume: false,
  })
  const resumed = await browser.post(`/cards/${card.id}/resume`, {}, keyed('resume-002'))
  expect([resumed.status, resumed.body.code]).toEqual([409, 'card_invalid'])
  // No message reports the end of a block: the hourly comparison finds it.
  await product.issuer.control(`/cards/${card.issuerCardId}/unblock`, {})
  const { clock } = product.kernel
  clock.setOffset(clock.offsetMs() + 3_600_000)
  await product.settle()
  expect((await product.cardOf(card.userId)).status).toBe('activated')
  const changed = await jobChangesOf(product.kernel.db, card.id, ['status', 'blockReason'])
  expect(changed.slice(-2)).toEqual([
    'cards.refresh card "activated" null → "blocked" "fraud"',
    'cards.refresh card "blocked" "fraud" → "activated" null',
  ])
})

test('a block whose webhook is lost is found by the hourly comparison', async () => {
  const { card } = await personWithCard()
  await product.issuer.control('/faults', { kind: 'lose', path: 'card.card_status', remaining: 1 })
  await product.issuer.control(`/cards/${card.issuerCardId}/block`, { status: 'SUSPECTED_FRAUD_CVV' })
  await product.settle()
  expect((await product.cardOf(card.userId)).status).toBe('activated')
  const { clock } = product.kernel
  clock.setOffset(clock.offsetMs() + 3_600_000)
  await product.settle()
  expect((await product.cardOf(card.userId)).status).toBe('blocked')
})

test('the issuer shows the number after the step-up, and the operation is audited', async () => {
  const { browser, card } = await personWithCard()
  const path = `/cards/${card.id}/reveal`
  const none = await browser.post(path, { theme: 'dark' })
  expect([none.status, none.body.code]).toEqual([403, 'factor_required'])
  await storePasskey(product.kernel, card)
  const requested = await browser.post<StepUpRequest>(path, { theme: 'dark' })
  expect([requested.status, requested.body.code]).toEqual([403, 'step_up_required'])
  // The person sees which card it is, and no field without meaning for them.
  expect(requested.body.data.show).toEqual({ card: expect.stringMatching(/^•••• \d{4}$/) as unknown })
  const grant = await grantOperation(product.kernel, card, requested.body.data)
  // The request comes from the pages of another company than the person's.
  const { ids, clock, db } = product.kernel
  const company = { id: ids.next(), parentId: null, slug: 'rojo', name: 'Rojo', brandHex: '#ff0000' }
  await db.write(allTenants, (sql) => insertCompany(sql, company, clock.now()))
  const stepUp = { headers: { 'step-up': grant, host: 'rojo.localhost:4000' } }
  const shown = await browser.post<{ url: string; expiresAt: string }>(path, { theme: 'dark' }, stepUp)
  expect(shown.status).toBe(200)
  expect(shown.headers['cache-control']).toBe('no-store')
  expect(shown.body.data.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/reveal\//)
  const frame = await fetch(shown.body.data.url)
  expect(frame.status).toBe(200)
  // The issuer's page has the colours of the page around it.
  expect(await frame.text()).toContain('/api/card-number.css?theme=dark&amp;hue=29.2&amp;chroma=0.2"')
  const again = await browser.post(path, { theme: 'dark' }, stepUp)
  expect(again.status).toBe(403)
  const trail = await product.rows<{ outcome: string; actor_id: string }>(
    'select outcome, actor_id from audit where object_id = $1 and action = $2 order by id',
    [card.id, 'POST /cards/:id/reveal'],
  )
  expect(trail.filter(({ outcome }) => outcome === 'done')).toEqual([
    { outcome: 'done', actor_id: card.userId },
  ])
})

/** A link like that of a mail; this product has no mailbox. */
const freezeLink = (email: string, userId: string) => {
  const { write, ids, clock } = product.kernel
  return write(allTenants, ({ sql }) =>
    insertLink(sql, ids, {
      kind: 'card_freeze',
      companyId: houseId,
      userId,
      email,
      emailChangeId: null,
      at: clock.realNow(),
    }),
  )
}

test('cards are frozen without a session by a link and the birth date, once, and resumed in a session', async () => {
  const { userId, browser, card } = await personWithCard()
  const visitor = createTestBrowser(product.kernel.app)
  const token = await freezeLink('x@example.com', userId)
  const wrong = await visitor.post(`/card-freezes/${token}`, { birthDate: '1990-04-13' })
  expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid_user_data'])
  const frozen = await visitor.post(`/card-freezes/${token}`, { birthDate: '1990-04-12' })
  expect(frozen.body.data).toEqual({ cards: 1 })
  await product.settle()
  expect((await product.cardOf(userId)).status).toBe('blocked')
  const again = await visitor.post(`/card-freezes/${token}`, { birthDate: '1990-04-12' })
  expect([again.status, again.body.code]).toEqual([410, 'link_expired'])
  expect((await browser.post(`/cards/${card.id}/resume`, {}, keyed('resume-frozen'))).status).toBe(202)
  await product.settle()
  expect((await product.cardOf(userId)).status).toBe('activated')
})

test("another person's card does not exist", async () => {
  const { card } = await personWithCard()
  const { browser } = await newPerson()
  const calls = [
    browser.get(`/cards/${card.id}`),
    browser.post(`/cards/${card.id}/pause`, {}, keyed('pause-0009')),
    browser.post(`/cards/${card.id}/resume`, {}, keyed('resume-009')),
    browser.get('/cards/no-id'),
    browser.get('/cards/00000000-0000-7000-8000-000000000000'),
  ]
  for (const answer of await Promise.all(calls)) {
    expect([answer.status, answer.body.code]).toEqual([404, 'record_not_found'])
  }
  expect((await browser.get<{ items: object[] }>('/cards')).body.data.items).toEqual([])
})

test('a virtual card is free and immediate in the options', async () => {
  const { browser } = await newPerson()
  const options = await browser.get<{ types: object[] }>('/cards/request-options')
  expect(options.body.data).toMatchObject({ automatic: true })
  expect(options.body.data.types[0]).toMatchObject({
    code: 'virtual',
    isOffered: true,
    deliveryBusinessDays: 0,
    plans: [{ code: 'virtual-free', price: '0.00' }],
  })
})
