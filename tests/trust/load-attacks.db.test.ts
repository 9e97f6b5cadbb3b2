import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../support/spending-product.ts'
import { createTestBrowser } from '../support/test-browser.ts'
import { startTestChain } from '../support/test-chain.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { Work } from '../../server/src/kernel/jobs.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createEvmClient, createEvmRail } from '../../server/src/providers/rail/evm.ts'
import { readEvmChain } from '../../server/src/providers/rail/evm-chain.ts'
import { createProduct } from '../../server/src/product.ts'
import { createPaymentScreening } from '../../server/src/screening/payment-screening.ts'
import { createScreening } from '../../server/src/screening/screening.ts'
import { tellReview } from '../../server/src/loads/load-credit-news.ts'
import { createCreditEndings } from '../../server/src/loads/load-credit-ending.ts'
import { createCreditReads } from '../../server/src/loads/load-credit-reads.ts'
import { createCreditReviews } from '../../server/src/loads/load-credit-review.ts'
import { createCreditCalls } from '../../server/src/loads/load-credit.jobs.ts'
import { createFinalJobs } from '../../server/src/loads/load-final.jobs.ts'
import type { LoadsNeeds } from '../../server/src/loads/load-needs.ts'
import { createReleaseJobs } from '../../server/src/loads/load-release.jobs.ts'

/** Attacks that could lose or double money, or pass a limit: races, crashes and unrelated small transfers. */
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
  const findings = await product.kernel.db.read(allTenants, checkBook)
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
/** Advances business time alone; the time of blocks stays. */
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
])('a crash while a second payment is written to %s does not hide it', async (table, when, interrupt) => {
  const person = await newPerson()
  const { data: load } = (await quote(person)).body
  await pay(load)
  await finalise()
  await asOwner(`create or replace function crash() returns trigger language plpgsql as $$ begin raise exception 'down'; end $$;
    create trigger crash before ${interrupt} on ${table} for each row when (${when}) execute function crash()`)
  await pay(load, '50')
  await finalise()
  await asOwner(`drop trigger crash on ${table}`)
  product.wait(5 * minuteMs)
  await settle()
  expect(await copiesOf(load)).toEqual([{ status: 'review', exception: 'second_payment', transfers: 1n }])
})

const codes = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => body.code ?? String(status)).toSorted()

test('quotes that are requested at the same time share the limits of the day', async () => {
  const person = await newPerson()
  const many = (over: Record<string, string>) =>
    Promise.all(Array.from({ length: 4 }, () => quote(person, over)))
  const immediate = await many({ amount: '1500', speed: 'immediate' })
  expect(codes(immediate)).toEqual(['201', 'speed_not_offered', 'speed_not_offered', 'speed_not_offered'])
  const regular = await many({ amount: '4000' })
  expect(codes(regular)).toEqual(['201', '201', 'invalid_amount', 'invalid_amount'])
})

test('a person has ten open quotes at most, also if they are requested at the same time', async () => {
  const person = await newPerson()
  const answers = await Promise.all(Array.from({ length: 12 }, () => quote(person, { amount: '30' })))
  const accepted = Array.from({ length: 10 }, () => '201')
  expect(codes(answers)).toEqual([...accepted, 'too_many_quotes', 'too_many_quotes'])
  const refusal = answers.find(({ status }) => status === 409)?.body.message
  expect(refusal).toBe('You have 10 open quotes. Cancel one of them, or wait until one expires')
  const made = answers.find(({ status }) => status === 201)!.body.data
  expect((await person.browser.post(`/loads/${made.id}/cancel`)).status).toBe(200)
  expect((await quote(person, { amount: '30' })).status).toBe(201)
  expect((await quote(person, { amount: '30' })).body.code).toBe('too_many_quotes')
  advance(31 * minuteMs)
  expect((await quote(person, { amount: '30' })).status).toBe(201)
})

test("a stranger's tiny transfer to a used address does not reduce the limit of the day", async () => {
  const person = await newPerson()
  const { data: load } = (await quote(person, { amount: '4000' })).body
  await pay(load)
  await finalise()
  await pay(load, '0.01')
  await pay(load, '0.01')
  await finalise()
  expect(await copiesOf(load)).toHaveLength(2)
  expect((await quote(person, { amount: '5000' })).status).toBe(201)
})

test('a further payment below a cent is booked, and requests no decision', async () => {
  const person = await newPerson()
  const { data: load } = (await quote(person)).body
  await pay(load)
  await finalise()
  await pay(load, '0.009')
  await finalise()
  expect(await copiesOf(load)).toEqual([])
  const { transfers } = (await person.browser.get<{ transfers: { status: string }[] }>(`/loads/${load.id}`))
    .body.data
  expect(transfers.map(({ status }) => status)).toEqual(['final', 'final'])
})

test('the maximum emergency load counts per business day: a weekend belongs to its Friday', async () => {
  const person = await newPerson()
  const { clock } = product.kernel
  const dayMs = 24 * 60 * minuteMs
  const now = clock.now()
  const noon = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 12)
  const toSaturday = (6 - now.getUTCDay() + 7) % 7
  const goTo = async (days: number) => {
    advance(noon + days * dayMs - clock.now().getTime())
    await chain.control('/clock', { offsetMs: clock.offsetMs() })
    await settle()
  }
  const immediate = async (amount: string) => (await quote(person, { amount, speed: 'immediate' })).status
  await goTo(toSaturday + 7)
  await pay((await quote(person, { amount: '1500', speed: 'immediate' })).body.data)
  await finalise()
  await goTo(toSaturday + 8)
  expect(await immediate('600')).toBe(409)
  await goTo(toSaturday + 9)
  expect(await immediate('2000')).toBe(201)
})

/**
 * Two workers run the same code at the same time: each reads `alone` times, then waits for the other's next
 * read.
 */
const twoWorkers = (alone: number) => {
  const { db, write, apply, clock } = product.kernel
  let waiting = 0
  let meet = () => {}
  const met = new Promise<void>((done) => (meet = done))
  const newWorker = (): Work => {
    let reads = 0
    return {
      read: async (use) => {
        const found = await db.read(allTenants, use)
        reads += 1
        if (reads !== alone + 1) return found
        waiting += 1
        if (waiting === 2) meet()
        await met
        return found
      },
      write: (use) => write(allTenants, use),
      apply,
      clock,
    }
  }
  const workers = [newWorker(), newWorker()] as const
  const evm = readEvmChain(chain.env.EVM_CHAIN)
  const rail = createEvmRail({
    client: createEvmClient(chain.env.EVM_RPC_URL),
    chain: evm,
    network: 'ethereum',
  })
  const screening = createScreening({ config: product.kernel.config, people: null, wallets: null })
  const needs = {
    rail,
    issuer: product.issuer.issuer,
    paymentScreening: createPaymentScreening({ ...product.kernel, screening }),
  } as unknown as LoadsNeeds
  const job = (payload: Record<string, unknown> = {}) => ({
    id: product.kernel.ids.next(),
    payload,
    dueAt: clock.now(),
    attempts: 0,
  })
  return { workers, job, deps: { ids: product.kernel.ids, clock, log: createLog('silent'), needs } }
}

test('a call that two workers make at once credits the card once', async () => {
  const person = await newPerson()
  const { data: load } = (await quote(person)).body
  await pay(load)
  await finalise()
  await asOwner(`update load set release_from = now() - interval '1 day' where id = '${load.id}'`)
  const one = twoWorkers(1000)
  await createReleaseJobs(one.deps).release(one.job(), one.workers[0])
  const [transfer] = await product.rows<{ id: string }>('select id from issuer_transfer where load_id = $1', [
    load.id,
  ])
  const { deps, workers, job } = twoWorkers(0)
  const endings = createCreditEndings(deps)
  const reads = createCreditReads(deps)
  const reviews = createCreditReviews({ ...deps, reads, endings, tell: tellReview })
  const credit = createCreditCalls({ ...deps, reads, endings, reviews })
  const payload = { issuerTransferId: transfer?.id }
  await Promise.allSettled(workers.map((work) => credit(job(payload), work)))
  await settle()
  const atIssuer = await product.issuer.issuer.readCard(person.card.issuerCardId)
  expect(atIssuer).toMatchObject({ outcome: 'ok', value: { availableCents: 19_400n } })
  expect((await read(person, load.id)).status).toBe('credited')
})

test('a closed company gets no new loads', async () => {
  const person = await newPerson()
  await asOwner(`update company set active = false`)
  const refused = await quote(person)
  await asOwner(`update company set active = true`)
  expect([refused.status, refused.body.code]).toEqual([409, 'card_not_loadable'])
})

test('parts that two workers find final at the same time are counted together', async () => {
  const person = await newPerson()
  const { data: load } = (await quote(person)).body
  await pay(load, '50')
  await finalise()
  await Promise.all([pay(load, '75'), pay(load, '75')])
  await settle()
  const transfers = await product.rows<{ id: string }>(
    `select id from chain_transfer where load_id = $1 and status = 'seen'`,
    [load.id],
  )
  expect(transfers).toHaveLength(2)
  await chain.mine(3)
  const { deps, workers, job } = twoWorkers(1)
  const { transferFinal } = createFinalJobs(deps)
  const ended = await Promise.allSettled(
    transfers.map(({ id }, index) => transferFinal(job({ transferId: id }), workers[index]!)),
  )
  // The other worker finds that the load has changed, and runs again.
  expect(ended.map(({ status }) => status).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'fulfilled',
    'rejected',
  ])
  await settle()
  expect(await read(person, load.id)).toMatchObject({ status: 'held' })
})

test('the same key at two copies of the server makes one load, and both answer', async () => {
  const person = await newPerson()
  const { config } = product.kernel
  const copy = await createProduct({ config, log: createLog('silent'), webDir: null })
  const elsewhere = createTestBrowser(copy.kernel.app)
  elsewhere.setToken(person.browser.token())
  for (const [name, value] of person.browser.cookies) elsewhere.cookies.set(name, value)
  const body = {
    cardId: person.card.id,
    amount: '200',
    asset: 'USDC',
    network: 'ethereum',
    speed: 'regular',
  }
  const sent = { headers: { 'idempotency-key': 'the-same-at-both' } }
  const answers = await Promise.all([
    person.browser.post<View>('/loads', body, sent),
    elsewhere.post<View>('/loads', body, sent),
  ])
  await copy.stop()
  const made = await product.rows('select 1 from load where user_id = $1', [person.userId])
  expect(made).toHaveLength(1)
  expect(answers.map(({ status }) => status).every((status) => status === 201 || status === 409)).toBe(true)
})
