import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { createClock } from '../kernel/clock.ts'
import { allTenants } from '../kernel/database.ts'
import { Queries, type SqlValue } from '../kernel/queries.ts'
import { createIds } from '../kernel/ids.ts'
import { writeWith, type Work } from '../kernel/jobs.ts'
import { createOutbox } from '../kernel/outbox.ts'
import type { ChainBlock, ChainTransfer, RailPort } from '../providers/rail/port.ts'
import { createChainScan, DeepReorganisation } from './chain-scan.jobs.ts'
import { readLoadsOver, readOurAddresses } from './loads.sql.ts'

/** Tests the scanner with a simulated chain: stalls of finality, reorganisations, two scanners at once. */
let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const address = '0x1111111111111111111111111111111111111111'
const token = '0x2222222222222222222222222222222222222222'
const clock = createClock()
const ids = createIds(() => clock.realNow().getTime())

beforeEach(async () => {
  // The app's role may not delete the history of a load.
  await owner.query('truncate chain_transfer, chain_block, job, load cascade')
  await database.db.write(allTenants, async (sql) => {
    await sql.run(
      `insert into load (id, ref, company_id, user_id, card_id, speed, status, asset, network, decimals, due_units, rate,
         mid_rate, spread_hundredths_bp, fee_schedule_id, rates, chain, gross_cents, fee_cents, net_cents, address, salt,
         quoted_at, expires_at, release_from, release_by)
       values ($1, 'L-1', $1, $1, $1, 'regular', 'quoted', 'USDC', 'ethereum', 6, 1, 1, 1, 0, $1, '{0,0,0,0,0}', '[]', 100, 0, 100,
         $2, '', $3, $3, $3, $3)`,
      [ids.next(), address, clock.now()],
    )
  })
})

/** A chain: `fork` names the fork of a block; `paid` is the number of the block with the transfer. */
type Chain = {
  head: bigint
  finalized: bigint
  fork: string
  paid: bigint
  /** First block of the fork, if it is not the one with the transfer. */
  root?: bigint
  timeOf?: (number: bigint) => Date
}
const chainOf = (state: Chain) => {
  const root = () => state.root ?? state.paid
  const hashOf = (number: bigint) => `${number < root() ? 'root' : state.fork}-${number}`
  const rail = {
    network: 'ethereum',
    chainId: 1,
    assets: [{ symbol: 'USDC', name: 'USDC', network: 'ethereum', tokenAddress: token, decimals: 6 }],
    readHead: async () => ({ head: state.head, finalized: state.finalized }),
    readBlock: async (number: bigint): Promise<ChainBlock> => ({
      number,
      hash: hashOf(number),
      parentHash: hashOf(number - 1n),
      time: state.timeOf?.(number) ?? clock.now(),
    }),
    readTransfers: async ({ number, hash, time }: ChainBlock): Promise<ChainTransfer[]> =>
      number === state.paid
        ? [
            {
              txHash: '0xaa',
              logIndex: 0,
              blockNumber: number,
              blockHash: hash,
              blockTime: time,
              tokenAddress: token,
              from: token,
              to: address,
              contractUnits: 1n,
            },
          ]
        : [],
  } as unknown as RailPort
  return rail
}
const workOf = (): Work => {
  const outbox = createOutbox({ ids, clock })
  const write = writeWith({ db: database.db, outbox })
  return {
    read: (use) => database.db.read(allTenants, use),
    write: (use) => write(allTenants, use),
    apply: async () => ({ outcome: 'posted', journalIds: [] }),
    clock,
  }
}
const job = { id: ids.next(), payload: {}, dueAt: clock.now(), attempts: 0 }
const handedOver = () =>
  database.db.read(allTenants, (sql) =>
    sql.rows<{ status: string; block_hash: string }>(
      `select t.status, t.block_hash from job j join chain_transfer t on t.id::text = j.payload ->> 'transferId'`,
    ),
  )

test('a transfer is handed over also after a long stall of finality', async () => {
  const state = { head: 1n, finalized: 0n, fork: 'a', paid: 3n }
  const { scan } = createChainScan({ rail: chainOf(state), ids, clock })
  await scan(job, workOf())
  state.head = 400n
  for (let runs = 0; runs < 10; runs += 1) await scan(job, workOf())
  expect(await handedOver()).toEqual([])
  state.finalized = 398n
  await scan(job, workOf())
  expect(await handedOver()).toEqual([{ status: 'seen', block_hash: 'a-3' }])
})

test('a delayed scanner removes only the block that it knew', async () => {
  const state = { head: 1n, finalized: 0n, fork: 'a', paid: 3n }
  const rail = chainOf(state)
  let holdAt: bigint | null = null
  let [goOn, isThere] = [() => {}, () => {}]
  const held = new Promise<void>((done) => (goOn = done))
  const arrived = new Promise<void>((done) => (isThere = done))
  const slowRail = {
    ...rail,
    readBlock: async (number: bigint) => {
      const hold = number === holdAt
      if (hold) {
        isThere()
        await held
      }
      return rail.readBlock(number)
    },
  }
  const slow = createChainScan({ rail: slowRail, ids, clock })
  const quick = createChainScan({ rail, ids, clock })
  await slow.scan(job, workOf())
  state.head = 3n
  await slow.scan(job, workOf())
  state.head = 5n
  holdAt = 4n
  const delayed = slow.scan(job, workOf())
  await arrived
  state.fork = 'b'
  await quick.scan(job, workOf())
  goOn()
  await delayed.catch(() => undefined)
  state.finalized = 5n
  await quick.scan(job, workOf())
  expect(await handedOver()).toEqual([{ status: 'seen', block_hash: 'b-3' }])
})

const blocks = () =>
  database.db.read(allTenants, (sql) =>
    sql.rows<{ number: bigint; hash: string }>('select number, hash from chain_block order by number'),
  )

test('a chain that was rewritten below all stored blocks stops the scanner, so no block is skipped', async () => {
  const state: Chain = { head: 12n, finalized: 10n, fork: 'a', paid: 20n, root: 2n }
  const { scan } = createChainScan({ rail: chainOf(state), ids, clock })
  await database.db.write(allTenants, (sql) => sql.run('update load set quoted_at = $1', [clock.now()]))
  state.timeOf = () => new Date(clock.now().getTime() - 60_000)
  await scan(job, workOf())
  const known = await blocks()
  expect(known.at(-1)).toEqual({ number: 12n, hash: 'a-12' })
  state.fork = 'b'
  state.head = 500n
  await expect(scan(job, workOf())).rejects.toThrow(DeepReorganisation)
  expect(await blocks()).toEqual(known.slice(0, 1))
  await expect(scan(job, workOf())).rejects.toThrow(DeepReorganisation)
})

test('a chain that was rewritten below a booked payment stops the scanner', async () => {
  const state: Chain = { head: 3n, finalized: 1n, fork: 'a', paid: 3n }
  const { scan } = createChainScan({ rail: chainOf(state), ids, clock })
  await scan(job, workOf())
  await database.db.write(allTenants, (sql) => sql.run(`update chain_transfer set status = 'final'`))
  state.fork = 'b'
  state.head = 5n
  await expect(scan(job, workOf())).rejects.toThrow(DeepReorganisation)
  expect((await blocks()).at(-1)?.hash).toBe('a-3')
})

test('a scanner that is started after the first quotes reads from before them', async () => {
  const quotedMs = clock.now().getTime()
  const secondsApart = 12_000
  const state: Chain = { head: 100n, finalized: 98n, fork: 'a', paid: 61n }
  state.timeOf = (number) => new Date(quotedMs + Number(number - 60n) * secondsApart)
  await database.db.write(allTenants, (sql) =>
    sql.run('update load set quoted_at = $1', [new Date(quotedMs)]),
  )
  const { scan } = createChainScan({ rail: chainOf(state), ids, clock })
  await scan(job, workOf())
  expect((await blocks())[0]?.number).toBe(59n)
  expect(await handedOver()).toMatchObject([{ status: 'seen' }])
})

test('a reorganisation after the end of a quote leaves it open while a block in time may still come', async () => {
  const startMs = clock.now().getTime()
  const minuteMs = 60_000
  const state: Chain = { head: 3n, finalized: 1n, fork: 'a', paid: 3n }
  state.timeOf = (number) => new Date(startMs + Number(number - 4n) * minuteMs)
  await database.db.write(allTenants, (sql) =>
    sql.run('update load set expires_at = $1', [new Date(startMs - minuteMs)]),
  )
  const { scan } = createChainScan({ rail: chainOf(state), ids, clock })
  await scan(job, workOf())
  const statusOf = async () =>
    (await database.db.read(allTenants, (sql) => sql.one<{ status: string }>('select status from load')))
      .status
  expect(await statusOf()).toBe('detected')
  state.fork = 'b'
  state.paid = 99n
  state.root = 3n
  state.head = 4n
  await scan(job, workOf())
  expect(await statusOf()).toBe('quoted')
  const over = () =>
    database.db.read(allTenants, (sql) => sql.rows(`select 1 from job where name = 'loads.time_over'`))
  expect(await over()).toEqual([])
  state.head = 6n
  await scan(job, workOf())
  expect(await over()).toHaveLength(1)
})

type Plan = {
  'Node Type': string
  'Actual Rows': number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
/** The plan with which the database runs a query. */
const nodesRead = async (use: (sql: Queries) => Promise<unknown>): Promise<Plan[]> => {
  const touched: Plan[] = []
  await database.db.write(allTenants, async (sql) => {
    const explained = new Queries({
      query: async ({ text, values }) => {
        const [told] = await sql.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `explain (analyze, format json) ${text}`,
          values as SqlValue[],
        )
        touched.push(...nodesOf(told!['QUERY PLAN'][0].Plan))
        return { rows: [], rowCount: 0, command: 'EXPLAIN', oid: 0, fields: [] }
      },
    })
    await use(explained)
  })
  return touched
}

const addressOf = (index: number) => `0x${index.toString(16).padStart(40, '0')}`
const copies = 10_000
const fill = async () => {
  await database.db.write(allTenants, (sql) =>
    sql.run(
      `insert into load (id, ref, company_id, user_id, card_id, speed, status, asset, network, decimals, due_units, rate,
         mid_rate, spread_hundredths_bp, fee_schedule_id, rates, chain, gross_cents, fee_cents, net_cents, address, salt,
         quoted_at, expires_at, release_from, release_by)
       select gen_random_uuid(), 'L-many-' || place, company_id, user_id, card_id, speed, status, asset, network, decimals,
         due_units, rate, mid_rate, spread_hundredths_bp, fee_schedule_id, rates, chain, gross_cents, fee_cents, net_cents,
         '0x' || lpad(to_hex(place), 40, '0'), salt, quoted_at - make_interval(days => place % 500), expires_at,
         release_from, release_by
       from load, generate_series(1, $1::int) as place`,
      [copies],
    ),
  )
}

test('with 10,000 assigned addresses a block reads only the rows of its own recipients', async () => {
  await fill()
  // Half of a block's recipients are ours.
  const among = Array.from({ length: 30 }, (_, index) => [
    addressOf(index + 471),
    addressOf(copies + 1 + index),
  ])
  const of = { network: 'ethereum', among: among.flat() }
  expect((await database.db.read(allTenants, (sql) => readOurAddresses(sql, of))).size).toBe(30)
  const touched = await nodesRead((sql) => readOurAddresses(sql, of))
  expect(touched.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  expect(Math.max(...touched.map((node) => node['Actual Rows']))).toBeLessThanOrEqual(60)
})

test('an index finds the few quotes that are over among 10,000 ended ones', async () => {
  await fill()
  const rest = `from load where address <> '${address}'`
  await owner.query(`update load set status = 'expired' where id in (select id ${rest} order by id offset 5)`)
  await owner.query('analyze load')
  const later = new Date(clock.now().getTime() + 3_600_000)
  expect(await database.db.read(allTenants, (sql) => readLoadsOver(sql, 'ethereum', later))).toHaveLength(6)
  const touched = await nodesRead((sql) => readLoadsOver(sql, 'ethereum', later))
  expect(touched.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  expect(Math.max(...touched.map((node) => node['Actual Rows']))).toBeLessThanOrEqual(6)
})
