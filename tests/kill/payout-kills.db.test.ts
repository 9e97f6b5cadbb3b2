import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTwoPeople, type Admin } from '../../server/src/approvals/two-people.test-kit.ts'
import { startRefundBench, type RefundBench } from '../../server/src/loads/refund-bench.test-kit.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createWalletWorld, type WalletWorld } from '../../server/src/wallets/wallet-world.test-kit.ts'
import { sessionCookie } from '../simulation/people.ts'
import { freePort } from '../support/shared-postgres.ts'
import { createCalls, dataOf, type Call, type SignedIn } from './calls.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { startSignerProcess } from './signer-process.ts'

/**
 * kill -9 of the server, and of the signer, at every step of a withdrawal, with a refund beside it: each is paid exactly
 * once, on the chain and in the book.
 */
let bench: RefundBench
let world: WalletWorld
let signer: Awaited<ReturnType<typeof startSignerProcess>>
let server: ServerProcess | null = null
let calls: ReturnType<typeof createCalls>
let port = 0
const patience = { timeout: 90_000, interval: 100 }
const always = 1000
/** Digits only, so that they are the same in every spelling. */
const refundTo = '0x1212121212121212121212121212121212121212'
const paidTo = '0x3434343434343434343434343434343434343434'
const naked = (address: string) => address.slice(2)

beforeAll(async () => {
  bench = await startRefundBench({}, async (...of) => {
    signer = await startSignerProcess(...of)
    return signer
  })
  await bench.fund('USDC', '5000')
  world = await createWalletWorld(bench.product)
  port = await freePort()
  calls = createCalls({ port, kernel: bench.product.kernel })
})
afterAll(async () => {
  await server?.kill()
  expect(await bench.stop()).toEqual([])
})

const start = async (heldPath?: string): Promise<ServerProcess> => {
  const others = new Set(['mode', 'set'])
  const texts = Object.entries(bench.product.kernel.config).flatMap(([name, value]) =>
    value === undefined || others.has(name) ? [] : [[name, String(value)] as const],
  )
  const env = { ...Object.fromEntries(texts), PORT: String(port), DEMO: 'off', METRICS_PORT: '' }
  const held = { env: { ...env, HELD_PATH: heldPath ?? '' } }
  const preload = new URL('./held-replies.ts', import.meta.url).href
  server = await startServer(heldPath === undefined ? { env } : { ...held, preload })
  return server
}

/** A request of a payment to the outside, before or after which the processes are killed. */
type Moment = {
  readonly gate: 'node' | 'signer'
  readonly when: 'before' | 'after'
  readonly of: (body: string) => boolean
  readonly alsoSigner?: true
}
const signing = (to: string) => (body: string) => body.includes('payoutId') && body.includes(naked(to))
const sending = (body: string) => body.includes('eth_sendRawTransaction') && body.includes(naked(paidTo))
/** Runs the server until it sends this request, and kills it at that moment; `first` is over before that. */
const killAt = async (
  { gate, when, of, alsoSigner }: Moment,
  first: (running: ServerProcess) => Promise<void> = async () => undefined,
  heldPath?: string,
) => {
  let prepared: () => void = () => undefined
  const isPrepared = new Promise<void>((done) => (prepared = done))
  let isKilled = false
  bench[gate].add({
    body: '',
    when,
    times: always,
    run: async (body) => {
      if (isKilled || !of(body)) return 'pass'
      await isPrepared
      await Promise.all([server?.kill(), alsoSigner ? signer.kill() : null])
      isKilled = true
      return 'drop'
    },
  })
  await first(await start(heldPath))
  prepared()
  await expect.poll(() => isKilled, patience).toBe(true)
  bench[gate].clear()
  server = null
  if (alsoSigner) await signer.start()
}

const signedIn = ({ userId, companyId, browser }: Admin): SignedIn => {
  const [token, cookie] = [browser.token(), browser.cookies.get(sessionCookie)]
  if (!token || !cookie) throw new Error('The person is not signed in')
  return { userId, companyId, token, cookie }
}

/** An address that may be used, of a company with 200.00; and the request for a withdrawal of 100.00. */
const prepareRequest = async () => {
  await world.fund(world.andes, 20_000n)
  const address = { of: 'company', label: 'Treasury', network: 'ethereum', address: paidTo }
  const people = createTwoPeople(bench.product)
  const added = await people.confirmed<{ id: string }>(world.ofAndes, '/payout-addresses', address)
  const { db, clock } = bench.product.kernel
  await db.write(allTenants, (sql) =>
    sql.run(`update payout_address set added_at = $1, usable_from = $2`, [
      new Date(clock.now().getTime() - 86_400_000),
      clock.now(),
    ]),
  )
  return {
    of: 'company',
    wallet: 'regular',
    asset: 'USDC',
    addressId: added.body.data.id,
    total: '100.00',
    fee: '1.00',
    description: 'December',
  }
}

const lose = async (running: ServerProcess, call: Call) => {
  const { isLost } = await calls.sendHeld(running, call)
  return async () => expect(await isLost).toBe(true)
}
/** The stored answer of a call whose answer was lost, without the grant that it used up. */
const replay = async ({ grant: _used, ...call }: Call): Promise<string> => {
  const answer = await calls.send(call)
  expect([answer.status, answer.isReplayed]).toEqual([200, true])
  return dataOf<{ id: string }>(answer).id
}
const rows = <R extends object>(text: string, of: readonly string[]): Promise<R[]> =>
  bench.product.rows<R>(text, of)
const newestHash = async (id: string): Promise<string> => {
  const found = await rows<{ tx_hash: string }>(
    `select a.tx_hash from payout p join payout_attempt a on a.payout_id = p.id where p.owner_id = $1`,
    [id],
  )
  expect(found).toHaveLength(1)
  return found[0]?.tx_hash ?? ''
}
/** From the request to the approval, whose answers are lost. */
const requestAndApprove = async () => {
  const load = await bench.refunded(await bench.person(), refundTo)
  await bench.storeTime()
  const body = await prepareRequest()
  const request: Call = { by: signedIn(world.ofAndes), path: '/withdrawals', body, key: 'kill-withdrawal' }
  const lost: (() => Promise<void>)[] = []
  const made = { id: '', approval: request }
  const approve = async (running: ServerProcess) => {
    lost.push(await lose(running, await calls.withGrant(request)))
    const found = await rows<{ id: string }>('select id from withdrawal where owner_id = $1', [world.andes])
    made.id = found[0]?.id ?? ''
    const path = `/withdrawals/${made.id}/approval`
    const signed = { net: '99.00', address: paidTo }
    made.approval = { by: signedIn(world.first), path, body: signed, key: 'kill-approval' }
    lost.push(await lose(running, await calls.withGrant(made.approval)))
  }
  // The refund is signed, and neither the server nor the signer says so.
  const refundIsSigned = { gate: 'signer', when: 'after', of: signing(refundTo), alsoSigner: true } as const
  await killAt(refundIsSigned, approve, '/(?:withdrawals|approval)$')
  for (const isLost of lost) await isLost()
  return { ...made, load, request }
}

test('kill -9 at every step of a withdrawal and of a refund beside it: each is paid once', async () => {
  const { id, load, request, approval } = await requestAndApprove()
  const ofSigner = { gate: 'signer', of: signing(paidTo), alsoSigner: true } as const
  await killAt({ ...ofSigner, when: 'before' }, async () => {
    expect([await replay(request), await replay(approval)]).toEqual([id, id])
  })
  await killAt({ ...ofSigner, when: 'after' })
  await killAt({ gate: 'node', when: 'before', of: sending })
  await bench.chain.control('/mining', { paused: true })
  await killAt({ gate: 'node', when: 'after', of: sending })

  // No block takes it, so it is replaced with higher fees.
  const firstHash = await newestHash(id)
  bench.advance(4 * bench.minuteMs)
  await bench.storeTime()
  await killAt({ ...ofSigner, when: 'after' })
  let [newest, isFinal] = ['', false]
  const isReplaced = async () => {
    newest = await newestHash(id)
    return newest !== firstHash && (await bench.rpc('eth_getTransactionByHash', [newest])) !== null
  }
  // It is final, and not yet booked.
  const isReceipt = (body: string) => isFinal && body.includes('Receipt') && body.includes(newest)
  await killAt({ gate: 'node', when: 'after', of: isReceipt }, async () => {
    await expect.poll(isReplaced, patience).toBe(true)
    await bench.chain.control('/mining', { paused: false })
    await bench.chain.mine(3)
    isFinal = true
  })

  const last = await start()
  const isOver = async () => {
    await bench.chain.mine(1)
    const open = await rows(`select id from payout where status <> $1`, ['done'])
    const told = await rows(`select id from notification where kind = $1`, ['withdrawal_completed'])
    return open.length === 0 && told.length > 0
  }
  await expect.poll(isOver, patience).toBe(true)
  expect(await last.end()).toBe(0)
  server = null

  expect([await bench.paymentsTo(paidTo), await bench.paymentsTo(refundTo)]).toEqual([
    [99_000_000n],
    [200_000_000n],
  ])
  const kinds = await rows<{ kind: string }>('select kind from journal where subject_id = $1 order by id', [
    id,
  ])
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'withdrawal.requested',
    'withdrawal.sent',
    'withdrawal.confirmed',
  ])
  const stored = await rows('select status, step, attempt, tx_hash from withdrawal where owner_id = $1', [
    world.andes,
  ])
  expect(stored).toEqual([{ status: 'COMPLETED', step: 'done', attempt: 1, tx_hash: newest }])
  const signed = await rows(
    `select a.n, count(*)::int as transactions from payout p join payout_attempt a on a.payout_id = p.id
     join payout_transaction t on t.attempt_id = a.id where p.owner_id = $1 group by a.n`,
    [id],
  )
  expect(signed).toEqual([{ n: 1, transactions: 2 }])
  const money = await rows(
    `select code, balance::int8 as cents from account where owner_id = $1 and balance <> 0`,
    [world.andes],
  )
  expect(money).toEqual([{ code: 'wallet.regular.available', cents: 10_000n }])
  // The book is whole: nothing is under way any more, and every currency sums to zero.
  const wrong = `select currency from account group by currency having sum(balance) <> 0
    union all select code from account where code = 'payout.in_flight' and balance <> 0`
  expect(await rows(wrong, [])).toEqual([])
  expect(await rows('select id from notification where kind = $1', ['withdrawal_completed'])).toHaveLength(1)
  expect(await bench.journalsOf(load)).toEqual(['refund.sent', 'refund.confirmed'])
  expect(await bench.payoutOf(load)).toMatchObject([{ attempt: 1, outcome: 'confirmed' }])
  expect(await bench.stateOf(load)).toMatchObject({ status: 'refunded' })
})
