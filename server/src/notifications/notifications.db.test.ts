import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { showNotice } from './notifications.sql.ts'

let product: SpendingProduct
beforeAll(async () => {
  product = await createSpendingProduct()
  await product.settle()
})
afterAll(() => product.stop())

let people = 0
const holder = async () => {
  people += 1
  const person = await product.person(`told-${people}@example.com`)
  await product.approve(person.userId)
  await product.settle()
  const card = await product.cardOf(person.userId)
  await product.load(card, 97_000n)
  await product.settle()
  await person.browser.post('/notifications/read')
  return { ...person, card }
}
type Holder = Awaited<ReturnType<typeof holder>>
type Item = {
  id: string
  kind: string
  readAt: string | null
  at: string
  facts: Record<string, string>
  path: string | null
}
type NotificationPage = {
  items: Item[]
  unread: number
  count: number
  countIsCapped: boolean
  nextCursor: string | null
}

const listed = async ({ browser }: Pick<Holder, 'browser'>, query = '') =>
  (await browser.get<NotificationPage>(`/notifications${query}`)).body.data
const unread = async ({ browser }: Holder) =>
  (await browser.get<{ unread: number }>('/notifications/unread')).body.data.unread
const ofPayments = async (person: Holder) =>
  (await listed(person)).items.filter(({ path }) => path?.startsWith('/transactions/') ?? false)

const shop = { name: 'Hotel Antigua', mcc: '7011', city: 'Cusco', country: 'PER' }
const simulate = async (path: string, body: object) => {
  const done = await product.issuer.control<{ id: string }>(`/simulate/${path}`, body)
  await product.settle()
  return done
}
const pay = (person: Holder, amount: string) =>
  simulate('authorisation', { cardId: person.card.issuerCardId, amount, merchant: shop })

test('a payment is one row from the hold to the refund', async () => {
  const person = await holder()
  const { id } = await pay(person, '100.00')
  expect(await ofPayments(person)).toMatchObject([
    { kind: 'purchase', readAt: null, facts: { amount: '100.00', merchant: 'Hotel Antigua' } },
  ])
  expect(await unread(person)).toBe(1)
  await person.browser.post('/notifications/read')

  await simulate(`${id}/clearing`, { amount: '100.00' })
  const [settled] = await ofPayments(person)
  expect(settled).toMatchObject({ kind: 'purchase_settled', facts: { amount: '100.00' } })
  expect(settled?.readAt).not.toBeNull()
  expect(await unread(person)).toBe(0)

  await simulate(`${id}/refund`, { amount: '40.00' })
  const rows = await ofPayments(person)
  expect(rows).toMatchObject([{ kind: 'refund', readAt: null, facts: { amount: '40.00' } }])
  expect(rows[0]?.id).toBe(settled?.id)
  expect(await unread(person)).toBe(1)
})

test('a final amount that differs from the hold is news', async () => {
  const person = await holder()
  const { id } = await pay(person, '100.00')
  await person.browser.post('/notifications/read')
  await simulate(`${id}/clearing`, { amount: '104.20' })
  expect(await ofPayments(person)).toMatchObject([
    { kind: 'purchase_adjusted', readAt: null, facts: { amount: '104.20', before: '100.00' } },
  ])
})

test('a notice about a released payment names the returned amount', async () => {
  const person = await holder()
  const { id } = await pay(person, '60.00')
  await person.browser.post('/notifications/read')
  await simulate(`${id}/reversal`, { amount: '60.00' })
  expect(await ofPayments(person)).toMatchObject([
    { kind: 'purchase_released', readAt: null, facts: { amount: '60.00' } },
  ])
})

test('an event that is older than the row changes nothing', async () => {
  const person = await holder()
  const { ids, clock, write } = product.kernel
  const { userId } = person
  const subjectId = ids.next()
  const [earlier, later] = [ids.next(), ids.next()]
  const show = (eventId: string, kind: 'load_accepted' | 'load_credited') =>
    write(allTenants, ({ sql }) =>
      showNotice(sql, {
        id: ids.next(),
        eventId,
        userId,
        companyId: person.card.companyId,
        notice: { kind, facts: {}, path: null, subjectId, isNews: true },
        at: clock.now(),
      }),
    )
  expect(await show(later, 'load_credited')).toBe(true)
  expect(await show(earlier, 'load_accepted')).toBe(false)
  expect((await listed(person)).items[0]).toMatchObject({ kind: 'load_credited' })
})

test("a person's own change of the card causes no notice; the issuer’s block does", async () => {
  const person = await holder()
  const kinds = async () => (await listed(person)).items.map(({ kind }) => kind)
  const before = await kinds()
  for (const what of ['pause', 'resume']) {
    const headers = { 'idempotency-key': `own-act-${what}` }
    expect((await person.browser.post(`/cards/${person.card.id}/${what}`, {}, { headers })).status).toBe(202)
    await product.settle()
  }
  expect(await kinds()).toEqual(before)
  await product.issuer.control(`/cards/${person.card.issuerCardId}/block`, { status: 'SUSPECTED_FRAUD_CVV' })
  await product.settle()
  expect(await listed(person)).toMatchObject({
    unread: 1,
    items: [{ kind: 'card_paused', facts: { reason: 'fraud' } }, ...before.map((kind) => ({ kind }))],
  })
})

test('an open page gets new notices, and learns what was read elsewhere', async () => {
  const person = await holder()
  const received = () =>
    product.rows<{ type: string }>(
      `select type from event where entity = 'notification' and user_id = $1 order by id desc limit 1`,
      [person.userId],
    )
  await pay(person, '5.00')
  expect(await received()).toEqual([{ type: 'notification.created' }])
  await person.browser.post('/notifications/read')
  expect(await received()).toEqual([{ type: 'notification.read' }])
})

test('the pages of ten thousand rows hold each row once', async () => {
  const person = await product.person('ten-thousand@example.com')
  // Ids contain their time. A random id could be in a year that the daily job removes.
  const ids = Array.from({ length: 10_050 }, () => product.kernel.ids.next())
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `insert into notification (id, news_id, company_id, user_id, event_id, kind, facts, at)
       select id, id, $1, $2, id, 'card_ready', '{}', $3 from unnest($4::uuid[]) id`,
      [houseId, person.userId, product.kernel.clock.now(), ids],
    ),
  )
  const seen = new Set<string>()
  let query = '?limit=200'
  for (let pages = 0; pages < 60; pages += 1) {
    const page = await listed(person, query)
    expect(page).toMatchObject({ count: 10_000, countIsCapped: true })
    for (const { id } of page.items) seen.add(id)
    if (page.nextCursor === null) break
    query = `?limit=200&cursor=${page.nextCursor}`
  }
  expect(seen.size).toBe(10_050)
  await person.browser.post('/notifications/read')
  expect((await listed(person)).unread).toBe(0)
})

test('a notification has the time of its event, also when it is stored later', async () => {
  const person = await holder()
  const { clock, write } = product.kernel
  const { userId, card } = person
  const whose = { entityId: card.id, companyId: card.companyId, userId }
  const before = clock.now().getTime()
  await write(allTenants, async ({ emit }) =>
    emit({
      type: 'card.blocked',
      ...whose,
      payload: { ref: 'C-1', form: 'virtual', lastDigits: null, reason: 'fraud' },
    }),
  )
  const after = clock.now().getTime()
  product.wait(4 * 60_000)
  await product.settle()
  const [told] = (await listed(person)).items
  expect(told?.kind).toBe('card_paused')
  const at = Date.parse(told!.at)
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(after)
})
