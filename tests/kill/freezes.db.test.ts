import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LoadAnswer, SignedIn } from './callers.ts'
import { freezeMs, openFreezeBench, patience, type FreezeBench } from './freeze-bench.ts'
import { checkAfterwards } from './kill-run.ts'

/**
 * A copy of the server, a session of the database, the issuer and a job stop in the middle of their work, and
 * continue later. People request and pay loads meanwhile. `FREEZE_SECONDS=600` freezes each for ten minutes.
 * Without it, a freeze ends when the product's limit has ended its harm: a lease (60 s), the limit of an
 * idle transaction (set to 10 s), and the limit of a call to the issuer (10 s).
 */
const isQuick = freezeMs === 0
/** All tests are one story on one bench, and each has the time of its freeze. */
const within = { timeout: 2 * freezeMs + 300_000 }

let freezes: FreezeBench
/** The people of the loads that a freeze interrupts, and others. */
let [opened, sent, behindRow, unread]: SignedIn[] = []
let others: readonly SignedIn[]
/** Loads that the first copy was crediting when it froze. */
let interrupted: LoadAnswer[] = []
/** Loads that wait for a frozen session or for the issuer. */
const delayed: LoadAnswer[] = []
/** The job that does not end before the test says so. Its first lease ends at `leasedUntil`. */
const endless = { started: 0, ended: 0, leasedUntil: new Date() }
const mayEnd = Promise.withResolvers<void>()

const isAbout = (person: SignedIn | undefined, path: string) => path.includes(person?.issuerCardId ?? '-')
const pay = async (person: SignedIn | undefined): Promise<LoadAnswer> => {
  const [load] = await freezes.paidLoads(person ? [person] : [])
  if (!load) throw new Error('No person')
  return load
}

beforeAll(async () => {
  freezes = await openFreezeBench(7)
  ;[opened, sent, behindRow, unread, ...others] = freezes.people
  freezes.second.kernel.jobs.handle('test.endless', async (_job, { write }) => {
    endless.started += 1
    await mayEnd.promise
    await write(async () => undefined)
    endless.ended += 1
  })
}, 300_000)
afterAll(() => {
  mayEnd.resolve()
  return freezes.close()
}, 60_000)

let isBroken = false
beforeEach(({ skip, onTestFailed }) => {
  skip(isBroken, 'the story ended in an earlier test')
  onTestFailed(() => void (isBroken = true))
})

/** Loads of other people, at least one of each, until the freeze has its length; all of them are credited. */
const loadsGoOn = async (ms = freezeMs) => {
  const untilMs = performance.now() + ms
  do await freezes.untilCredited(await freezes.paidLoads(others))
  while (performance.now() < untilMs)
}

/** Holds back the answers of the issuer until the first copy is in the middle of two credits. */
const freezeFirst = async () => {
  const { issuer, first, waitersOf } = freezes
  const isCreditOf = (person: SignedIn | undefined) => (method: string, path: string) =>
    method === 'PUT' && path.endsWith('/credit') && isAbout(person, path)
  const isSent = isCreditOf(sent)
  issuer.silence((_method, path) => isAbout(opened, path) || isAbout(sent, path))
  interrupted = [await pay(opened), await pay(sent)]
  const waits = (person: SignedIn | undefined, method = '') =>
    issuer.waiting().some((each) => each.startsWith(method) && isAbout(person, each))
  await expect.poll(() => waits(opened) && waits(sent), patience).toBe(true)
  issuer.silence((method, path) => isAbout(opened, path) || isSent(method, path))
  await expect.poll(() => waits(sent, 'PUT'), patience).toBe(true)
  // A lock of the test stops the first copy in a transaction that has already locked the job.
  const rows = 'select 1 from issuer_transfer where load_id = $1'
  const lock = await freezes.holdRows({ rows, values: [interrupted[0]?.id ?? ''] })
  issuer.silence(isSent)
  await expect.poll(() => waitersOf(lock.pid, 'ofFirst'), patience).toBe(1)
  process.kill(first.pid, 'SIGSTOP')
  await lock.end()
  // The credit has its effect; nobody reads the answer.
  issuer.continue()
}

/** The end of the lease of the endless job; null while no worker has it. */
const leaseOfEndless = async () => {
  const rows = await freezes.rows<{ until: Date | null }>(
    `select leased_until as until from job where name = 'test.endless'`,
  )
  return rows[0]?.until ?? null
}

test(
  'a copy freezes with jobs and an open transaction, and the loads of other people are credited',
  within,
  async () => {
    const before = await Promise.all([pay(behindRow), pay(unread)])
    await freezes.untilCredited(before)
    await freezeFirst()
    await expect.poll(async () => (await freezes.heldByFirst()).transactions, patience).toBeGreaterThan(0)
    const { jobs } = await freezes.heldByFirst()
    expect(jobs.filter((name) => name === 'loads.credit')).toHaveLength(2)
    await freezes.enqueue('test.endless')
    await freezes.second.start()
    await expect.poll(async () => (await leaseOfEndless())?.getTime(), patience).toBeGreaterThan(0)
    endless.leasedUntil = (await leaseOfEndless()) ?? endless.leasedUntil
    await loadsGoOn()
    expect(endless).toMatchObject({ started: 1, ended: 0 })
  },
)

test(
  'a session that does nothing and holds rows of every load is ended, and all loads are credited',
  within,
  async () => {
    if (isQuick) await freezes.limitIdleTransactions('10s')
    freezes.setMining(false)
    const loads = await freezes.paidLoads(others)
    const areSeen = async () =>
      (await Promise.all(loads.map(freezes.stateOf))).every((state) => state?.status === 'detected')
    await expect.poll(areSeen, patience).toBe(true)
    const session = await freezes.holdRows({ rows: 'select 1 from account where owner_id is null' })
    freezes.setMining(true)
    await expect.poll(() => freezes.waitersOf(session.pid), patience).toBeGreaterThan(0)
    await freezes.untilCredited(loads)
    expect(session.endedBy()).toContain('idle-in-transaction timeout')
    await loadsGoOn()
  },
)

test(
  'a session without a limit that holds the row of one card delays the load of that card only',
  within,
  async () => {
    const card = behindRow?.cardId ?? ''
    const session = await freezes.holdRows({
      first: 'set idle_in_transaction_session_timeout = 0',
      rows: 'select 1 from account where owner_id = $1',
      values: [card],
    })
    const load = await pay(behindRow)
    await expect.poll(() => freezes.waitersOf(session.pid), patience).toBeGreaterThan(0)
    const failures = () =>
      freezes.rows(`select 1 from job where name like 'loads.%' and last_error like '%lock timeout%'`)
    await expect.poll(async () => (await failures()).length, patience).toBeGreaterThan(0)
    await loadsGoOn()
    expect((await freezes.stateOf(load))?.status).not.toBe('credited')
    expect(session.endedBy()).toBe('')
    await session.end()
    delayed.push(load)
  },
)

test('while the issuer accepts connections and answers nothing, payments are booked', within, async () => {
  const { issuer } = freezes
  issuer.silence((method, path) => method === 'PUT' && path.endsWith('/credit'))
  const uncredited = [await pay(unread)]
  await expect.poll(() => issuer.waiting().some((each) => isAbout(unread, each)), patience).toBe(true)
  issuer.silence(() => true)
  const untilMs = performance.now() + freezeMs
  do {
    const loads = await freezes.paidLoads(others)
    uncredited.push(...loads)
    const areBooked = async () =>
      (await Promise.all(loads.map((load) => freezes.stateOf(load)))).every((state) => state?.isBooked)
    await expect.poll(areBooked, patience).toBe(true)
    // A card has one credit at a time, so a long silence is followed by few for each card.
    await pause(Math.min(60_000, freezeMs))
  } while (performance.now() < untilMs)
  await expect.poll(issuer.abandoned, patience).toBeGreaterThan(1)
  const states = await Promise.all(uncredited.map((load) => freezes.stateOf(load)))
  expect(states.filter((state) => state?.status === 'credited')).toEqual([])
  issuer.continue()
  delayed.push(...uncredited)
})

test('all other loads are credited while the copy is frozen and the job runs', within, async () => {
  await freezes.untilCredited([...interrupted, ...delayed])
  await expect.poll(freezes.heldByFirst, patience).toEqual({ jobs: [], transactions: 0 })
  // The job has its second lease at least, and no other worker has started it.
  await expect.poll(() => Date.now(), patience).toBeGreaterThan(endless.leasedUntil.getTime())
  expect((await leaseOfEndless())?.getTime()).toBeGreaterThan(Date.now())
  expect([endless.started, endless.ended]).toEqual([1, 0])
})

test('when all of them continue, nothing is lost and nothing is done twice', within, async () => {
  process.kill(freezes.first.pid, 'SIGCONT')
  mayEnd.resolve()
  await expect.poll(() => endless.ended, patience).toBe(1)
  const answers = async () => (await fetch(`http://127.0.0.1:${freezes.firstPort}/readyz`)).status
  await expect.poll(() => answers().catch(() => 0), patience).toBe(200)
  await loadsGoOn(0)
  expect(await freezes.endCopies()).toBe(0)
  expect(await freezes.rows(`select name from job where name = 'test.endless'`)).toEqual([])
  const after = await checkAfterwards(freezes.bench, freezes)
  expect(after).toMatchObject({ findings: [], openCredits: [], lost: [] })
  const count = BigInt(freezes.acknowledged.length)
  expect(after.counted).toMatchObject({ loads: count, paid: count, credited: count })
})
