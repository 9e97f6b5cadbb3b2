import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { startTestChain } from '../../../tests/support/test-chain.ts'
import { everything } from '../kernel/database.ts'
import { checkBook } from '../ledger/checks.ts'

/** What could lose or double money, or let somebody pass a limit: races, crashes and strangers' dust. */
let chain: Awaited<ReturnType<typeof startTestChain>>
let product: SpendingProduct
let people = 0
let keys = 0

type View = {
  id: string
  status: string
  exception: string | null
  address: string
  due: string
  net: string
}

beforeAll(async () => {
  chain = await startTestChain()
  product = await createSpendingProduct(chain.env)
  await product.settle()
}, 120_000)
afterAll(async () => {
  const findings = await product.kernel.db.read(everything, checkBook)
  await product.stop()
  await chain.stop()
  expect(findings).toEqual([])
})

const newPerson = async () => {
  people += 1
  const person = await product.person(`attacks${people}@test.example`)
  await product.approve(person.userId)
  await product.settle()
  return { ...person, card: await product.cardOf(person.userId) }
}
type Person = Awaited<ReturnType<typeof newPerson>>

const quote = (person: Person, over: Record<string, string> = {}) => {
  keys += 1
  const usual = { cardId: person.card.id, asset: 'USDC', network: 'ethereum', speed: 'regular' }
  const headers = { 'idempotency-key': `attack-key-${keys}` }
  return person.browser.post<View>('/loads', { ...usual, amount: '200', ...over }, { headers })
}
const read = async (person: Person, id: string) => (await person.browser.get<View>(`/loads/${id}`)).body.data
const settle = async () => {
  product.wait(1100)
  await product.settle()
}
const finalise = async () => {
  await chain.mine(3)
  await settle()
}
const pay = (load: View, amount = load.due) => chain.pay({ asset: 'USDC', to: load.address, amount })
const minuteMs = 60_000
/** Business time alone: blocks keep the time they have. */
const advance = (ms: number) => product.kernel.clock.setOffset(product.kernel.clock.offsetMs() + ms)
const asOwner = async (statement: string) => {
  const client = new pg.Client({ connectionString: product.kernel.config.DATABASE_URL })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const copiesOf = (load: View) =>
  product.rows<{ status: string; exception: string; transfers: bigint }>(
    `select status, exception, (select count(*) from chain_transfer t where t.load_id = load.id and t.status = 'final') as transfers
     from load where parent_id = $1`,
    [load.id],
  )

test.each([
  ['load', 'new.parent_id is not null', 'insert'],
  ['chain_transfer', `new.status = 'final'`, 'update'],
])('a crash while a second payment is written to %s does not hide it', async (table, when, act) => {
  const person = await newPerson()
  const { data: load } = (await quote(person)).body
  await pay(load)
  await finalise()
  await asOwner(`create or replace function crash() returns trigger language plpgsql as $$ begin raise exception 'down'; end $$;
    create trigger crash before ${act} on ${table} for each row when (${when}) execute function crash()`)
  await pay(load, '50')
  await finalise()
  await asOwner(`drop trigger crash on ${table}`)
  product.wait(5 * minuteMs)
  await settle()
  expect(await copiesOf(load)).toEqual([{ status: 'review', exception: 'second_payment', transfers: 1n }])
})
