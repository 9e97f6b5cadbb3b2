import { rmSync } from 'node:fs'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { parseUnits, toHex, type Hex } from 'viem'
import { readConfig } from '../../server/src/kernel/config.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createLog } from '../../server/src/kernel/log.ts'
import { createProduct } from '../../server/src/product.ts'
import { simulatedAssets } from '../simulation/chain-facts.ts'
import { openSession, sessionCookie } from '../simulation/people.ts'
import { createSeeded } from '../simulation/seeded.ts'
import { copyTemplate } from '../simulation/simulation-database.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { freePort } from '../support/shared-postgres.ts'
import type { Callers, LoadAnswer, SignedIn } from './callers.ts'
import { openKillBench } from './kill-bench.ts'
import { startServer } from './server-process.ts'
import { startSilentService } from './silent-service.ts'

/** The length of each freeze; 0: until the product's limits have ended its harm. */
export const freezeMs = Number(process.env['FREEZE_SECONDS'] ?? 0) * 1000
/** How long a test waits for a condition. No test checks how fast something is. */
export const patience = { timeout: freezeMs + 150_000, interval: 200 }
const blockMs = 1000
/** Name of the first copy's sessions at the database. */
const firstName = 'first-copy'
const [usdc] = simulatedAssets

/** Jobs whose lease a process with this name at the database holds: its lock shows which leases are its own. */
const leasesOf = `select j.name from job j
  join pg_locks l on l.locktype = 'advisory' and l.objsubid = 2 and l.objid = j.leased_by::oid
  join pg_stat_activity s on s.pid = l.pid
  where s.application_name = $1 and j.leased_until > now() order by j.name`
const openTransactionsOf = `select count(*)::int as count from pg_stat_activity
  where application_name = $1 and state = 'idle in transaction'`
const waitersOf = `select count(*)::int as count from pg_stat_activity
  where $1::int = any(pg_blocking_pids(pid)) and ($2 = '' or application_name = $2)`

/** A session of a person with psql that locks rows in a transaction and then does nothing. */
const holdRows = async (of: { url: string; rows: string; values?: readonly string[]; first?: string }) => {
  const psql = new pg.Client({ connectionString: of.url })
  let error = ''
  psql.on('error', ({ message }) => (error ||= message))
  await psql.connect()
  if (of.first !== undefined) await psql.query(of.first)
  await psql.query('begin')
  const held = await psql.query<{ pid: number }>(
    `select pg_backend_pid() as pid, * from (${of.rows} for update) held`,
    [...(of.values ?? [])],
  )
  const pid = held.rows[0]?.pid
  if (pid === undefined) throw new Error('No row to hold')
  return {
    pid,
    /** Why the database ended the session; empty while it did not. */
    endedBy: () => error,
    end: () => psql.end(),
  }
}

/**
 * Two copies of the server on one database: the first in its own process, which can be frozen, the second in
 * this process. The second one starts its jobs later, so that the first one has the first jobs.
 */
export const openFreezeBench = async (count: number) => {
  const random = createSeeded(11)
  const database = await copyTemplate(inject('ownerUrl'), `freezes_${process.pid}`)
  const bench = await openKillBench(database, random.fork())
  const people = await bench.prepare(count)
  const issuer = await startSilentService(bench.env['ISSUER_URL'] ?? '')
  const env = { ...bench.env, ISSUER_URL: issuer.url }
  const firstDir = makeDataDir('first-copy')
  const firstPort = await freePort()
  const firstUrl = new URL(database.appUrl)
  firstUrl.searchParams.set('application_name', firstName)
  const first = await startServer({
    env: { ...env, PORT: String(firstPort), DATA_DIR: firstDir, DATABASE_APP_URL: firstUrl.toString() },
  })
  const config = readConfig(env)
  const second = await createProduct({ config, log: createLog(config.LOG_LEVEL), webDir: null })
  await second.ready()
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 })
  owner.on('error', () => undefined)
  const world = bench.worldOf(second)
  let isMining = true
  const mining = setInterval(() => isMining && bench.chain.mine(), blockMs)

  const acknowledged: Callers['acknowledged'] = []
  const requestLoad = async (person: SignedIn): Promise<LoadAnswer> => {
    const key = random.bytes(12).toString('hex')
    const { token, cookie } = await openSession(world, person)
    const wanted = { cardId: person.cardId, amount: '10.00', asset: 'USDC', network: 'ethereum' }
    const body = { ...wanted, speed: 'immediate' }
    const { statusCode: status, body: text } = await second.kernel.app.inject({
      method: 'POST',
      url: '/api/loads',
      headers: {
        host: 'localhost:4000',
        authorization: `Bearer ${token}`,
        cookie: `${sessionCookie}=${cookie}`,
        'idempotency-key': key,
      },
      payload: body,
    })
    if (status !== 201) throw new Error(`A load was answered with ${status} ${text}`)
    acknowledged.push({ person, key, path: '/loads', body, status, text })
    return (JSON.parse(text) as { data: LoadAnswer }).data
  }
  /** A load of each person, all paid in the next block. */
  const paidLoads = async (payers: readonly SignedIn[]): Promise<readonly LoadAnswer[]> => {
    const loads = await Promise.all(payers.map((person) => requestLoad(person)))
    bench.chain.mine(
      loads.map(({ address, due }) => ({
        txHash: toHex(random.bytes(32)),
        token: usdc?.token ?? '0x',
        to: address as Hex,
        units: parseUnits(due, usdc?.decimals ?? 6),
      })),
    )
    return loads
  }
  const rows = async <R extends object>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
    (await owner.query<R>(text, [...values])).rows
  const countOf = async (text: string, values: readonly unknown[]): Promise<number> =>
    (await rows<{ count: number }>(text, values))[0]?.count ?? 0
  const stateOf = async ({ id }: LoadAnswer) =>
    (
      await rows<{ status: string; isBooked: boolean }>(
        'select status, accepted_at is not null as "isBooked" from load where id = $1',
        [id],
      )
    )[0]
  const untilCredited = (loads: readonly LoadAnswer[]) =>
    expect
      .poll(async () => Promise.all(loads.map(async (load) => (await stateOf(load))?.status)), patience)
      .toEqual(loads.map(() => 'credited'))
  let secondEnd: Promise<void> | null = null
  const endSecond = () => (secondEnd ??= second.stop())
  return {
    bench,
    people,
    issuer,
    first,
    firstPort,
    second,
    acknowledged,
    paidLoads,
    /** Without new blocks, a payment is seen and does not become final. */
    setMining: (goesOn: boolean) => {
      isMining = goesOn
    },
    rows,
    stateOf,
    untilCredited,
    /** The database's limit for sessions that the owner opens from now on. */
    limitIdleTransactions: async (limit: string) => {
      const [named] = await rows<{ name: string }>('select current_database() as name')
      const setting = `idle_in_transaction_session_timeout = '${limit}'`
      await owner.query(`alter role cardamom_owner in database ${named?.name} set ${setting}`)
    },
    holdRows: (held: Omit<Parameters<typeof holdRows>[0], 'url'>) =>
      holdRows({ ...held, url: database.ownerUrl }),
    /** How many sessions wait for a session; `ofFirst`: of the first copy. */
    waitersOf: (pid: number, which: 'all' | 'ofFirst' = 'all') =>
      countOf(waitersOf, [pid, which === 'all' ? '' : firstName]),
    /** What the first copy holds: jobs and open transactions. */
    heldByFirst: async () => ({
      jobs: (await rows<{ name: string }>(leasesOf, [firstName])).map(({ name }) => name),
      transactions: await countOf(openTransactionsOf, [firstName]),
    }),
    enqueue: (name: string) =>
      second.kernel.write(allTenants, async ({ enqueue }) => enqueue({ name, key: name })),
    /** Stops both copies and the chain's clock; returns the exit code of the first one. */
    endCopies: async () => {
      clearInterval(mining)
      const exitCode = await first.end()
      await endSecond()
      return exitCode
    },
    close: async () => {
      clearInterval(mining)
      await first.kill()
      await endSecond()
      await issuer.stop()
      await owner.end()
      await bench.stop()
      rmSync(firstDir, { recursive: true, force: true })
      await database.drop()
    },
  }
}

export type FreezeBench = Awaited<ReturnType<typeof openFreezeBench>>
