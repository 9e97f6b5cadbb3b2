import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { confirmed, makeAdmin, type AdminPerson } from '../access/admin-person.test-kit.ts'
import { allTenants } from '../kernel/database.ts'

/** Transactions as administrators see them: the list, one with everything about it, and the file. */
let product: SpendingProduct
let [boss, ofNorth, ofSouth, agent, accountant] = [] as unknown as [
  AdminPerson,
  AdminPerson,
  AdminPerson,
  AdminPerson,
  AdminPerson,
]
let north = ''
beforeAll(async () => {
  product = await createSpendingProduct({ RATE_LIMITS: 'off' })
  north = await makeCompany(product, { slug: 'north' })
  const south = await makeCompany(product, { slug: 'south' })
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update company set automatic_card_creation = true, card_creation_enabled = true'),
  )
  boss = await makeAdmin(product, { name: 'boss', roleId: 6 })
  ofNorth = await makeAdmin(product, { name: 'of-north', roleId: 5, companyId: north })
  ofSouth = await makeAdmin(product, { name: 'of-south', roleId: 5, companyId: south })
  accountant = await makeAdmin(product, { name: 'accountant', roleId: 3, companyId: north })
  agent = await makeAdmin(product, { name: 'agent', roleId: 10 })
  await product.settle()
})
afterAll(() => product.stop())

type Row = Record<string, unknown> & { id: string; txId: string | null; status: string; purpose: string }
type Detail = Row & {
  events: { type: string; amount: string }[]
  journals: { id: string; legs: { account: string; side: string; amount: string }[] }[] | null
  messages: { source: string; body: string }[] | null
  related: Row[]
}
const rows = async ({ browser }: AdminPerson, query = '') =>
  (await browser.get<{ items: Row[] }>(`/company-transactions?${query}`)).body.data.items
const detail = async ({ browser }: AdminPerson, id: string) =>
  (await browser.get<Detail>(`/company-transactions/${id}`)).body

const shop = { name: 'Hotel Antigua', mcc: '7011', city: 'Cusco', country: 'PER' }
let buyers = 0
/** A person of the north with 500.00 on a card, who spent 100.00, of which 80.00 was charged and 5.00 came back. */
const spender = async () => {
  buyers += 1
  const person = await product.person(`buyer-${buyers}@example.com`, north)
  await product.approve(person.userId, north)
  await product.settle()
  const card = await product.cardOf(person.userId, north)
  await product.load(card, 500_00n)
  await product.settle()
  const paid = await product.issuer.control<{ id: string }>('/simulate/authorisation', {
    cardId: card.issuerCardId,
    amount: '100.00',
    merchant: shop,
  })
  await product.settle()
  return { ...person, card, txId: paid.id }
}

test('a payment has its events, its postings and the messages of the issuer, each reader what is theirs', async () => {
  const buyer = await spender()
  const [row] = await rows(boss, `userId=${buyer.userId}&status=floating`)
  expect(row).toMatchObject({
    txId: buyer.txId,
    merchantName: 'Hotel Antigua',
    holderEmail: 'buyer-1@example.com',
    total: '-100.00',
    held: '100.00',
  })
  await product.issuer.control(`/simulate/${buyer.txId}/clearing`, { amount: '80.00' })
  await product.issuer.control(`/simulate/${buyer.txId}/refund`, { amount: '5.00' })
  await product.settle()

  const { data: seen } = await detail(boss, row?.id ?? '')
  expect(seen).toMatchObject({ status: 'settled', total: '-80.00', txId: buyer.txId, held: '0.00' })
  expect(seen.events.map(({ type, amount }) => `${type} ${amount}`)).toEqual([
    'authorisation 100.00',
    'clearing 80.00',
    'refund 5.00',
  ])
  expect(seen.related.map(({ purpose, total }) => `${purpose} ${String(total)}`)).toEqual(['refund 5.00'])
  const sums = (legs: { account: string; side: string; amount: string }[]) =>
    legs.map(({ account, side, amount }) => `${account} ${side} ${amount}`)
  expect(seen.journals?.map(({ legs }) => sums(legs))).toEqual([
    ['card.available debit 100.00', 'card.floating credit 100.00'],
    ['card.floating debit 100.00', 'card.available credit 20.00', 'issuer.allocated credit 80.00'],
    ['issuer.allocated debit 5.00', 'card.available credit 5.00'],
  ])
  expect(seen.messages?.map(({ source }) => source)).toEqual(['webhook', 'webhook', 'webhook'])
  for (const { body } of seen.messages ?? []) expect(JSON.parse(body)).toHaveProperty('data.id', buyer.txId)

  // Who reads the ledger of one company sees the legs of the card, and none of the operator's accounts nor messages.
  const { data: own } = await detail(accountant, row?.id ?? '')
  expect(own.messages).toBeNull()
  expect(own.journals?.flatMap(({ legs }) => legs.map(({ account }) => account.split('.')[0]))).toEqual(
    Array.from({ length: 5 }, () => 'card'),
  )
  expect((await detail(ofNorth, row?.id ?? '')).data).toMatchObject({ journals: null, messages: null })
  expect(await detail(ofSouth, row?.id ?? '')).toMatchObject({ code: 'record_not_found' })
  expect(await rows(ofSouth, `userId=${buyer.userId}`)).toEqual([])
  expect(await rows(ofSouth, `id=${row?.id}`)).toEqual([])
})

test('the refund of a payment leads to the payment, and a load has the journal of its credit', async () => {
  const buyer = await spender()
  await product.issuer.control(`/simulate/${buyer.txId}/clearing`, { amount: '100.00' })
  await product.issuer.control(`/simulate/${buyer.txId}/refund`, { amount: '30.00' })
  await product.settle()
  const [refund] = await rows(boss, `userId=${buyer.userId}&purpose=refund`)
  const { data: back } = await detail(boss, refund?.id ?? '')
  expect(back.txId).toBe(buyer.txId)
  expect(back.related).toMatchObject([{ purpose: 'purchase', txId: buyer.txId }])
  const [load] = await rows(boss, `userId=${buyer.userId}&purpose=load`)
  expect(load).toMatchObject({ txId: null, merchantName: null })
  const { data: loaded } = await detail(boss, load?.id ?? '')
  expect(loaded.messages).toEqual([])
  const credited = loaded.journals?.flatMap(({ legs }) => legs) ?? []
  expect(credited).toContainEqual({ account: 'card.available', side: 'credit', amount: '500.00' })
})

test('the file has the rows of the filter and needs its own permission and a confirmation', async () => {
  const buyer = await spender()
  const answer = await confirmed<{ url: string }>(product, boss, {
    method: 'POST',
    path: '/company-transactions/export',
    body: { userId: buyer.userId, status: 'floating' },
  })
  const { text: file } = await boss.browser.get(answer.body.data.url.replace('/api', ''))
  const [head, ...lines] = file.trim().split(/\r?\n/)
  expect(head).toContain('Tx id')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(buyer.txId)
  expect(lines[0]).toContain('-100.00')
  expect((await agent.browser.post('/company-transactions/export', {})).body.code).toBe('permission_denied')
})
