import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, type Admin } from '../../server/src/approvals/two-people.test-kit.ts'
import {
  startLoadBench,
  type BenchPerson,
  type LoadBench,
} from '../../server/src/loads/load-bench.test-kit.ts'
import { makeCompany } from '../support/test-people.ts'

/** What administrators read about one person: their cards, loads, transactions and balances. */
let bench: LoadBench
let person: BenchPerson
let loadId: string
let [all, south, noMoney] = [] as unknown as [Admin, Admin, Admin]

beforeAll(async () => {
  bench = await startLoadBench()
  person = await bench.person()
  const other = await bench.person()
  const load = await bench.quote(person)
  loadId = load.id
  await bench.quote(other)
  for (const { card } of [person, other]) await bench.product.load(card, 5000n)
  await bench.product.settle()
  await bench.pay(load)
  await bench.finalise()
  const companyId = await makeCompany(bench.product, { slug: 'south' })
  all = await createAdmin(bench.product, { name: 'all', roleId: 6 })
  south = await createAdmin(bench.product, { name: 'south', roleId: 5, companyId })
  noMoney = await createAdmin(bench.product, { name: 'custom', roleId: 9 })
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

type Rows = { readonly items: readonly Record<string, unknown>[] }
const read = ({ browser }: Admin, path: string) =>
  browser.get<Rows & Record<string, unknown>>(path.replace(':id', person.userId))
const lists = ['/company-cards?userId=:id', '/company-loads?userId=:id', '/company-transactions?userId=:id']

test('each list has the rows of this person only', async () => {
  const [cards, loads] = [await read(all, lists[0] as string), await read(all, lists[1] as string)]
  expect(cards.body.data.items).toMatchObject([
    { id: person.card.id, userId: person.userId, balance: '50.00', lastDigits: expect.any(String) },
  ])
  expect(loads.body.data.items).toMatchObject([{ id: loadId, gross: '200.00', payer: { id: person.userId } }])
  const transactions = (await read(all, lists[2] as string)).body.data.items
  expect(transactions).toMatchObject([
    { userId: person.userId, cardId: person.card.id, purpose: 'load', status: 'settled', total: '50.00' },
  ])
  const { data } = (await read(all, '/users/:id/wallet')).body
  expect(data).toMatchObject({ pending: { loads: 1 }, card: { balance: '50.00' }, earnings: null })
})

test('an administrator of another company reads nothing about them', async () => {
  for (const path of lists) expect((await read(south, path)).body.data.items).toEqual([])
  expect((await read(south, '/users/:id/wallet')).status).toBe(404)
})

test('without the tag of a section the server refuses it', async () => {
  for (const path of [...lists, '/users/:id/wallet'])
    expect((await read(noMoney, path)).body.code).toBe('permission_denied')
})
