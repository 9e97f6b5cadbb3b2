import { request } from 'node:http'
import { parseUnits, toHex, type Hex } from 'viem'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { houseId } from '../../server/src/companies/company.ts'
import { createClock } from '../../server/src/kernel/clock.ts'
import { openDatabase, type Database } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import type { Kernel } from '../../server/src/kernel/module.ts'
import { simulatedAssets } from '../simulation/chain-facts.ts'
import { openSession, sessionCookie } from '../simulation/people.ts'
import { createSeeded } from '../simulation/seeded.ts'
import { copyTemplate, type SimulationDatabase } from '../simulation/simulation-database.ts'
import { grantOperation, storePasskey } from '../support/step-up-kit.ts'
import { makeUser } from '../support/test-people.ts'
import { openKillBench, type KillBench } from './kill-bench.ts'
import { startServer, verifyLedger, type ServerProcess } from './server-process.ts'

/**
 * A server is killed between the commit of a money call and its answer (money §5): the key finds the answer.
 */

type SignedIn = {
  readonly userId: string
  readonly companyId: string
  readonly token: string
  readonly cookie: string
}
type Call = {
  readonly by: SignedIn
  readonly path: string
  readonly body: object
  readonly key: string
  readonly grant?: string
  readonly method?: 'GET'
}
type Answer = { readonly status: number; readonly text: string; readonly isReplayed: boolean }

const random = createSeeded(23)
let database: SimulationDatabase
let bench: KillBench
let db: Database
beforeAll(async () => {
  database = await copyTemplate(inject('ownerUrl'), `lost_replies_${process.pid}`)
  bench = await openKillBench(database, random.fork())
  db = openDatabase({ url: database.appUrl, connections: 2, onIdleError: () => undefined })
}, 300_000)
afterAll(async () => {
  await db.close()
  await bench.stop()
  await database.drop()
})

/** One call. It throws when the server ends before its answer. */
const send = ({ by, path, body, key, grant, method }: Call): Promise<Answer> =>
  new Promise((done, failed) => {
    const headers = {
      host: 'localhost:4000',
      authorization: `Bearer ${by.token}`,
      cookie: `${sessionCookie}=${by.cookie}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(grant === undefined ? {} : { 'step-up': grant }),
    }
    const options = {
      port: bench.port,
      host: '127.0.0.1',
      path: `/api${path}`,
      method: method ?? 'POST',
      headers,
    }
    const sent = request(options, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('error', failed)
      answer.on('end', () => {
        const isReplayed = answer.headers['idempotent-replayed'] === 'true'
        done({ status: answer.statusCode ?? 0, text, isReplayed })
      })
    })
    sent.on('error', failed)
    sent.end(method === 'GET' ? '' : JSON.stringify(body))
  })

const dataOf = <T>({ text }: Answer) => (JSON.parse(text) as { data: T }).data

/** The version of a request as its checker sees it now. */
const versionOf = async (by: SignedIn, id: string): Promise<string> => {
  const read = { by, path: `/approvals/${id}`, body: {}, key: 'not-sent-by-a-read', method: 'GET' } as const
  return dataOf<{ version: string }>(await send(read)).version
}

/** A grant for the operation that the call refuses to do without a step-up. */
const withGrant = async (call: Call): Promise<Call> => {
  const requested = dataOf<{ level: 'S2'; action: string; objectHash: string }>(await send(call))
  const { userId, companyId } = call.by
  const clock = createClock()
  const kernel = { db, clock, ids: createIds(() => clock.realNow().getTime()) } as Kernel
  return { ...call, grant: await grantOperation(kernel, { userId, companyId }, requested) }
}

const rows = async <R extends object>(text: string, id: string): Promise<R[]> =>
  db.read({ kind: 'all' }, (sql) => sql.rows<R>(text, [id]))

/** A load of 200 dollars with half of it arrived and final, and two administrators. */
const prepare = async () => {
  const [payer] = await bench.prepare(1)
  if (!payer) throw new Error('No person was prepared')
  const product = await bench.openHere(0)
  const world = bench.worldOf(product)
  const wanted = {
    cardId: payer.cardId,
    amount: '200.00',
    asset: 'USDC',
    network: 'ethereum',
    speed: 'regular',
  }
  const quoted = await send({ by: payer, path: '/loads', body: wanted, key: 'lost-reply-load' })
  const load = dataOf<{ id: string; address: string; due: string }>(quoted)
  const [usdc] = simulatedAssets
  const units = parseUnits(load.due, usdc?.decimals ?? 6) / 2n
  const transfer = {
    txHash: toHex(random.bytes(32)),
    token: usdc?.token ?? '0x',
    to: load.address as Hex,
    units,
  }
  bench.chain.mine([transfer])
  const isUnderpaid = async () => {
    bench.chain.mine()
    await world.pass(2000)
    const [found] = await world.rows<{ exception: string | null; final: boolean }>(
      `select exception, exists (select from chain_transfer t where t.load_id = load.id and t.status = 'final') as final
       from load where id = $1`,
      [load.id],
    )
    return found?.final === true && found.exception === 'underpaid'
  }
  await vi.waitUntil(isUnderpaid, { timeout: 120_000, interval: 200 })
  const admins: SignedIn[] = []
  for (const name of ['first', 'second']) {
    const userId = await makeUser({ kernel: product.kernel } as never, {
      email: `${name}@example.com`,
      roleId: 6,
    })
    const person = { userId, companyId: houseId }
    await storePasskey(product.kernel, person)
    admins.push({ ...person, ...(await openSession(world, person)) })
  }
  await product.stop()
  return { payer, load, first: admins[0]!, second: admins[1]! }
}

/**
 * Sends a call whose answer is held back; resolves when its effect is committed, with a promise of the
 * answer.
 */
const sendHeld = async (server: ServerProcess, call: Call) => {
  const answers: string[] = []
  const isLost = send(call).then(
    ({ text }) => void answers.push(text),
    () => true,
  )
  const isHeld = () => server.said().includes(`held /api${call.path}`)
  await vi.waitUntil(() => answers.length > 0 || isHeld(), { timeout: 60_000 })
  expect(answers).toEqual([])
  return { isLost }
}

test('after a kill between the commit of a money call and its answer, its key returns the answer, once', async () => {
  const { payer, load, first, second } = await prepare()
  const env = { ...bench.env, HELD_PATH: '/(?:approve|credit)$' }
  const killed = await startServer({ env, preload: new URL('./held-replies.ts', import.meta.url).href })
  const wanted = { by: first, path: '/capital-contributions', body: { amount: '5000.00', reason: 'Wire' } }
  const requested = await send(await withGrant({ ...wanted, key: 'lost-reply-request' }))
  const { approvalId: id } = dataOf<{ approvalId: string }>(requested)
  const confirm = await withGrant({
    by: second,
    path: `/approvals/${id}/approve`,
    body: { version: await versionOf(second, id) },
    key: 'lost-reply-capital',
  })
  const credit = {
    by: payer,
    path: `/loads/${load.id}/credit`,
    body: { net: '90.00' },
    key: 'lost-reply-credit',
  }
  const held = [await sendHeld(killed, confirm), await sendHeld(killed, credit)]
  await killed.kill()
  for (const { isLost } of held) expect(await isLost).toBe(true)

  const server = await startServer({ env: bench.env })
  const answers = [await send(confirm), await send(credit)]
  expect(answers.map(({ status, isReplayed }) => [status, isReplayed])).toEqual([
    [200, true],
    [200, true],
  ])
  // Repeated without the grant, which the first try used up, and once more: the same bytes.
  const { grant: _used, ...plain } = confirm
  expect([await send(plain), await send(credit)]).toEqual(answers)
  expect(dataOf<{ amount: string }>(answers[0]!)).toMatchObject({ id, status: 'approved' })

  expect(await rows(`select kind from journal where subject_id = $1`, id)).toEqual([
    { kind: 'capital.contributed' },
  ])
  const kinds = await rows<{ kind: string }>('select kind from journal where subject_id = $1', load.id)
  expect(kinds.filter(({ kind }) => kind === 'load.accepted')).toHaveLength(1)
  const audited = `select count(*)::int as n from audit where object_id = $1 and outcome = 'done' and action like 'POST %'`
  for (const objectId of [id, load.id]) {
    expect((await rows<{ n: number }>(`${audited} and action ~ '(approve|credit)$'`, objectId))[0]?.n).toBe(1)
  }
  expect(await server.end()).toBe(0)
  expect(await verifyLedger(bench.env)).toMatchObject({ code: 0 })
}, 600_000)
