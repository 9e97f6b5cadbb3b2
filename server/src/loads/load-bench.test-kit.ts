import pg from 'pg'
import { createSpendingProduct } from '../../../tests/support/spending-product.ts'
import { startTestChain } from '../../../tests/support/test-chain.ts'
import { raiseStoredOffset } from '../kernel/clock.ts'
import { allTenants } from '../kernel/database.ts'
import { queueRefund, readOpenRefund } from './load-refunds.sql.ts'
import { loadEvent } from './load-step.ts'
import { readLoadById } from './loads.sql.ts'
import { checkBook, type Finding } from '../ledger/checks.ts'

const minuteMs = 60_000
/** The scanner reads once a second. */
const scanMs = 1100

export type LoadBody = {
  readonly id: string
  readonly ref: string
  readonly status: string
  readonly exception: string | null
  readonly address: string
  readonly due: string
  readonly net: string
  readonly received: string
  readonly partOf: { readonly id: string; readonly ref: string; readonly kind: string } | null
  readonly waitsForFloat: boolean
  readonly creditReview: boolean
  readonly expiresAt: string
  readonly resolutions: readonly {
    kind: string
    gross: string | null
    net: string | null
    amount: string | null
    asset: string | null
  }[]
}

type Env = Readonly<Record<string, string>>
type EnvOf = (chain: Awaited<ReturnType<typeof startTestChain>>) => Promise<Env>

/** The whole server with the embedded issuer and a real chain, and what tests of loads do with them. */
export const startLoadBench = async (env: Env | EnvOf = {}) => {
  const chain = await startTestChain()
  const own = typeof env === 'function' ? await env(chain) : env
  const product = await createSpendingProduct({ ...chain.env, ...own })
  await product.settle()
  const { clock } = product.kernel
  let people = 0
  let keys = 0

  const settle = async () => {
    product.wait(scanMs)
    await product.settle()
  }
  const person = async () => {
    people += 1
    const made = await product.person(`bench${people}@test.example`)
    await product.approve(made.userId)
    await product.settle()
    return { ...made, card: await product.cardOf(made.userId) }
  }
  /** Queues a requested refund, as two administrators do. */
  const queue = ({ id }: { readonly id: string }): Promise<boolean> =>
    product.kernel.write(allTenants, async ({ sql, emit }) => {
      const [load, refund] = [await readLoadById(sql, id), await readOpenRefund(sql, id)]
      if (!load || refund?.status !== 'requested') return false
      const { ids } = product.kernel
      emit(loadEvent({ ids, load, now: clock.now() }, 'load.refund_queued', {}))
      return queueRefund(sql, { id: refund.id, load, at: clock.now() })
    })
  type Person = Awaited<ReturnType<typeof person>>

  /** Sets the issuer's clock to business time. */
  const advanceIssuer = () => product.issuer.control('/clock', { offsetMs: product.aheadMs() })
  /** Sets the chain's clock to business time, so blocks and prices are current. */
  const advanceChain = () => chain.control('/clock', { offsetMs: product.aheadMs() })
  const request = async (of: Person, over: Readonly<Record<string, string>> = {}, key?: string) => {
    await advanceChain()
    keys += 1
    const usual = { cardId: of.card.id, asset: 'USDC', network: 'ethereum', speed: 'regular', amount: '200' }
    const headers = { 'idempotency-key': key ?? `bench-key-${keys}` }
    return of.browser.post<LoadBody>('/loads', { ...usual, ...over }, { headers })
  }
  const quote = async (of: Person, over: Readonly<Record<string, string>> = {}): Promise<LoadBody> => {
    const { status, body, text } = await request(of, over)
    if (status !== 201) throw new Error(text)
    return body.data
  }
  const read = async (of: Person, { id }: Pick<LoadBody, 'id'>) =>
    (await of.browser.get<LoadBody>(`/loads/${id}`)).body.data
  /** Reads the load from the database, because a session ends before two hours have passed. */
  const stateOf = async ({ id }: Pick<LoadBody, 'id'>) => {
    const [row] = await product.rows<{ status: string; credit_review: boolean }>(
      'select status, credit_review from load where id = $1',
      [id],
    )
    return row && { status: row.status, creditReview: row.credit_review }
  }
  const finalise = async () => {
    await chain.mine(3)
    await settle()
  }
  const pay = (load: LoadBody, amount = load.due, asset = 'USDC') =>
    chain.pay({ asset, to: load.address, amount })
  /** Advances only business time: the time of blocks stays. */
  const advance = (ms: number) => clock.setOffset(clock.offsetMs() + ms)
  /** Stores business time for the database, as the sandbox does when the time is changed. */
  const storeTime = () =>
    product.kernel.db.write(allTenants, (sql) => raiseStoredOffset(sql, BigInt(product.aheadMs())))
  /** Advances business time and the chain's clock; a block with the new time is mined. */
  const pass = async (ms: number) => {
    advance(ms)
    await storeTime()
    await advanceChain()
    await settle()
  }
  /** Advances real and business time together, from one due job of loads to the next. */
  const live = async (ms: number) => {
    const ends = clock.now().getTime() + ms
    for (let left = ms; left > 0; left = ends - clock.now().getTime()) {
      const [due] = await product.rows<{ due_at: Date | null }>(
        `select min(due_at) as due_at from job where name like 'loads.%' and name not in ('loads.scan', 'loads.release')`,
      )
      const untilDueMs = due?.due_at ? due.due_at.getTime() - clock.now().getTime() : ms
      product.wait(Math.min(left, Math.max(untilDueMs + 1, 100)))
      await advanceIssuer()
      await product.settle()
    }
  }
  const asOwner = async (statement: string) => {
    const client = new pg.Client({ connectionString: product.kernel.config.DATABASE_URL })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  /** The balance of the card at the issuer, in cents. */
  const onCard = async ({ card }: Person): Promise<bigint> => {
    const found = await product.issuer.issuer.readCard(card.issuerCardId)
    if (found.outcome !== 'ok') throw new Error(found.outcome)
    return found.value.availableCents
  }
  return {
    chain,
    product,
    settle,
    queue,
    person,
    request,
    quote,
    read,
    stateOf,
    finalise,
    pay,
    advance,
    storeTime,
    pass,
    live,
    asOwner,
    onCard,
    minuteMs,
    stop: async (): Promise<Finding[]> => {
      const findings = await product.kernel.db.read(allTenants, checkBook)
      await product.stop()
      await chain.stop()
      return findings
    },
  }
}

export type LoadBench = Awaited<ReturnType<typeof startLoadBench>>
export type BenchPerson = Awaited<ReturnType<LoadBench['person']>>
