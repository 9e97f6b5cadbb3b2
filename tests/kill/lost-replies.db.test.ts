import { parseUnits, toHex, type Hex } from 'viem'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { houseId } from '../../server/src/companies/company.ts'
import { createClock } from '../../server/src/kernel/clock.ts'
import { allTenants, openDatabase, type Database } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import type { Product } from '../../server/src/product.ts'
import { walletAdjusted } from '../../server/src/wallets/adjustment-postings.ts'
import { readWalletHolder } from '../../server/src/wallets/wallet-holders.sql.ts'
import { simulatedAssets } from '../simulation/chain-facts.ts'
import { openSession } from '../simulation/people.ts'
import { createSeeded } from '../simulation/seeded.ts'
import { copyTemplate, type SimulationDatabase } from '../simulation/simulation-database.ts'
import { storePasskey } from '../support/step-up-kit.ts'
import { makeUser } from '../support/test-people.ts'
import { createCalls, dataOf, type Call, type SignedIn } from './calls.ts'
import { openKillBench, type KillBench } from './kill-bench.ts'
import { startServer, verifyLedger } from './server-process.ts'

/**
 * A server is killed between the commit of a money call and its answer (money §5): the key finds the answer.
 */

const random = createSeeded(23)
let database: SimulationDatabase
let bench: KillBench
let db: Database
let calls: ReturnType<typeof createCalls>
beforeAll(async () => {
  database = await copyTemplate(inject('ownerUrl'), `lost_replies_${process.pid}`)
  bench = await openKillBench(database, random.fork())
  db = openDatabase({ url: database.appUrl, connections: 2, onIdleError: () => undefined })
  const clock = createClock()
  const ids = createIds(() => clock.realNow().getTime())
  calls = createCalls({ port: bench.port, kernel: { db, clock, ids } })
}, 300_000)
afterAll(async () => {
  await db.close()
  await bench.stop()
  await database.drop()
})

/** The version of a request as its checker sees it now. */
const versionOf = async (by: SignedIn, id: string): Promise<string> => {
  const read = { by, path: `/approvals/${id}`, body: {}, key: 'not-sent-by-a-read', method: 'GET' } as const
  return dataOf<{ version: string }>(await calls.send(read)).version
}

const rows = async <R extends object>(text: string, id: string): Promise<R[]> =>
  db.read({ kind: 'all' }, (sql) => sql.rows<R>(text, [id]))

/** Money in the regular wallet of a company. */
const fund = async ({ kernel }: Product, companyId: string, amountCents: bigint) => {
  const holder = await kernel.db.read(allTenants, (sql) => readWalletHolder(sql, companyId))
  if (!holder) throw new Error('The company has no wallet')
  const credit = { id: kernel.ids.next(), holder, wallet: 'regular', type: 'credit', amountCents } as const
  const journals = [walletAdjusted({ ...credit, effectiveAt: kernel.clock.now() })]
  expect((await kernel.apply({ journals })).outcome).toBe('posted')
}

/**
 * A load of 200 dollars with half of it arrived and final, two administrators, and a company with money, with a card and a
 * company below it.
 */
const prepare = async () => {
  const [payer, holder] = await bench.prepare(2)
  if (!payer || !holder) throw new Error('No people were prepared')
  const product = await bench.openHere(0)
  await fund(product, holder.companyId, 20_000n)
  const world = bench.worldOf(product)
  const wanted = {
    cardId: payer.cardId,
    amount: '200.00',
    asset: 'USDC',
    network: 'ethereum',
    speed: 'regular',
  }
  const quoted = await calls.send({ by: payer, path: '/loads', body: wanted, key: 'lost-reply-load' })
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
  return { payer, holder, load, first: admins[0]!, second: admins[1]! }
}

test('after a kill between the commit of a money call and its answer, its key returns the answer, once', async () => {
  const { payer, holder, load, first, second } = await prepare()
  const env = { ...bench.env, HELD_PATH: '/(?:approve|credit|transfers|to-card)$' }
  const killed = await startServer({ env, preload: new URL('./held-replies.ts', import.meta.url).href })
  const valuedOn = new Date().toISOString().slice(0, 10)
  const wire = {
    kind: 'capital_contributed',
    amount: '5000.00',
    valuedOn,
    reference: 'Wire 1',
    reason: 'Wire',
  }
  const wanted = { by: first, path: '/treasury-operations', body: wire }
  const requested = await calls.send(await calls.withGrant({ ...wanted, key: 'lost-reply-request' }))
  const { approvalId: id } = dataOf<{ approvalId: string }>(requested)
  const confirm = await calls.withGrant({
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
  const [below] = await rows<{ id: string }>('select id from company where parent_id = $1', holder.companyId)
  const sum = { fromOwnerId: holder.companyId, fromWallet: 'regular', total: '50.00', fee: '0.10' }
  const by = { by: first, key: 'lost-reply-transfer' }
  const body = { ...sum, toOwnerId: below?.id, toWallet: 'regular', reason: 'Advance' }
  const transfer = await calls.withGrant({ ...by, path: '/transfers', body })
  const toCard = await calls.withGrant({
    by: first,
    path: '/transfers/to-card',
    body: { ...sum, cardId: holder.cardId, reason: 'Salary' },
    key: 'lost-reply-to-card',
  })
  const sent: Call[] = [confirm, credit, transfer, toCard]
  const held = []
  for (const call of sent) held.push(await calls.sendHeld(killed, call))
  await killed.kill()
  for (const { isLost } of held) expect(await isLost).toBe(true)

  const server = await startServer({ env: bench.env })
  const answers = []
  for (const call of sent) answers.push(await calls.send(call))
  const answered = answers.map(({ status, isReplayed }) => [status, isReplayed])
  expect(answered).toEqual(sent.map(() => [200, true]))
  // Repeated without the grants, which the first try used up: the same bytes.
  const again = []
  for (const { grant: _used, ...plain } of sent) again.push(await calls.send(plain))
  expect(again).toEqual(answers)
  expect(dataOf<{ amount: string }>(answers[0]!)).toMatchObject({ id, status: 'approved' })

  expect(await rows(`select kind from journal where subject_id = $1`, id)).toEqual([
    { kind: 'capital.contributed' },
  ])
  const kinds = await rows<{ kind: string }>('select kind from journal where subject_id = $1', load.id)
  expect(kinds.filter(({ kind }) => kind === 'load.accepted')).toHaveLength(1)
  const made = await rows<{ kind: string; status: string }>(
    `select j.kind, t.status from wallet_transfer t join journal j on j.subject_id = t.id
     where t.from_owner_id = $1 order by j.id`,
    holder.companyId,
  )
  // Regular money for a card waits for the next release.
  expect(made).toEqual([
    { kind: 'transfer.made', status: 'completed' },
    { kind: 'wallet_load.reserved', status: 'pending' },
  ])
  const buckets = await rows<{ code: string; cents: bigint }>(
    `select code, balance as cents from account where owner_id = $1 and code like 'wallet.regular.%' and balance <> 0
     order by code`,
    holder.companyId,
  )
  expect(buckets).toEqual([
    { code: 'wallet.regular.available', cents: 10_000n },
    { code: 'wallet.regular.reserved', cents: 5000n },
  ])
  const audited = `select count(*)::int as n from audit where object_id = $1 and outcome = 'done' and action like 'POST %'`
  for (const objectId of [id, load.id]) {
    expect((await rows<{ n: number }>(`${audited} and action ~ '(approve|credit)$'`, objectId))[0]?.n).toBe(1)
  }
  expect(await server.end()).toBe(0)

  // The credited load is not on its card yet: two people undo it, and the server is killed before the second one knows.
  const next = await startServer({
    env: { ...bench.env, HELD_PATH: '/approve$' },
    preload: new URL('./held-replies.ts', import.meta.url).href,
  })
  const undo = { path: `/company-loads/${load.id}/undo`, body: { reason: 'Our mistake' } }
  const undoing = await calls.send(
    await calls.withGrant({ by: first, ...undo, key: 'lost-reply-undo-request' }),
  )
  const { approvalId: undoId } = dataOf<{ approvalId: string }>(undoing)
  const confirmed = await calls.withGrant({
    by: second,
    path: `/approvals/${undoId}/approve`,
    body: { version: await versionOf(second, undoId) },
    key: 'lost-reply-undo',
  })
  const { isLost } = await calls.sendHeld(next, confirmed)
  await next.kill()
  expect(await isLost).toBe(true)
  const last = await startServer({ env: bench.env })
  const { status, isReplayed } = await calls.send(confirmed)
  expect([status, isReplayed]).toEqual([200, true])
  const undone = await rows<{ kind: string }>(
    'select kind from journal where subject_id = $1 order by id',
    load.id,
  )
  expect(undone.map(({ kind }) => kind)).toEqual(['load.accepted', 'load.undone'])
  expect(await rows('select status from load where id = $1', load.id)).toEqual([{ status: 'review' }])
  expect(await last.end()).toBe(0)
  expect(await verifyLedger(bench.env)).toMatchObject({ code: 0 })
}, 600_000)
