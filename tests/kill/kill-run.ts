import { expect } from 'vitest'
import type { Finding } from '../../server/src/ledger/checks.ts'
import { checkCalm } from '../simulation/invariants.ts'
import { createSeeded, type SeededRandom } from '../simulation/seeded.ts'
import type { SimulationDatabase } from '../simulation/simulation-database.ts'
import { createCallers, type Callers } from './callers.ts'
import { openKillBench, startStreet, type KillBench } from './kill-bench.ts'
import { isAlive, startServer, verifyLedger, type ServerProcess } from './server-process.ts'

const people = 12
const perSecond = 200
/** Few enough that payments are soon credited, also on a busy machine. */
const fewPerSecond = 5
/** Longer than the lease of a job that a killed server held. */
const aheadMs = 90_000
const pollMs = 17 * 60_000
const leastPasses = 3
const mostPasses = 40

type RunCounts = { loads: bigint; credited: bigint; paid: bigint; events: bigint; journals: bigint }

/** The result of a run: the lists are empty when every check passed. */
export type KillResult = {
  /** Acknowledged answers that a replay does not return. */
  readonly changed: readonly string[]
  /** Acknowledged loads that are not in the database. */
  readonly lost: readonly string[]
  readonly findings: readonly Finding[]
  readonly openCredits: readonly object[]
  readonly ledger: { readonly code: number | null; readonly said: string }
  readonly exitCode: number | null
  readonly pidsLeft: readonly number[]
  readonly counted: RunCounts
  readonly callers: Pick<Callers, 'counts'> & { readonly acknowledged: number }
  readonly seconds: number
}

/** A disturbance of a working server; returns the server that runs at the end. */
export type Harm = (of: {
  server: ServerProcess
  start: () => Promise<ServerProcess>
  random: SeededRandom
  acknowledged: () => number
  /** Whether many people call or few. */
  crowd: (isThere: boolean) => void
  /** Credits that the issuer has made and whose answers have not arrived. */
  creditsUnderWay: () => number
}) => Promise<ServerProcess>

const count = `select count(*) as loads, count(*) filter (where status = 'credited') as credited,
    count(*) filter (where accepted_at is not null) as paid, (select count(*) from payment_event) as events,
    (select count(*) from journal) as journals
  from load`
const openCredits = `select load_id, status, review_reason from issuer_transfer where status not in ('done', 'refused')`

const loadIds = ({ acknowledged }: Pick<Callers, 'acknowledged'>): string[] =>
  acknowledged
    .filter(({ path }) => path === '/loads')
    .map(({ text }) => (JSON.parse(text) as { data: { id: string } }).data.id)

/** After the last server ended, this process does the remaining work and compares the books. */
export const checkAfterwards = async (bench: KillBench, callers: Pick<Callers, 'acknowledged'>) => {
  const product = await bench.openHere(aheadMs)
  const world = bench.worldOf(product)
  // Each card has one call at a time: a queue behind a lost call needs its read-backs and a few more turns.
  for (let pass = 0; pass < mostPasses; pass += 1) {
    await world.pass(pollMs)
    if (pass + 1 >= leastPasses && (await world.rows(openCredits)).length === 0) break
  }
  const { acknowledged } = callers
  const none = { complaints: [], funds: [], allowances: new Map<string, bigint>() }
  const found = await checkCalm({ world, acknowledged, ...none })
  const [counted] = await world.rows<RunCounts>(count)
  const rows = await world.rows<{ id: string }>('select id from load')
  const here = new Set(rows.map(({ id }) => id))
  const open = await world.rows(openCredits)
  await product.stop()
  if (!counted) throw new Error('Loads were not counted')
  return { findings: found, openCredits: open, counted, lost: loadIds(callers).filter((id) => !here.has(id)) }
}

/** Disturbs a real server under load, then checks all acknowledged calls. */
export const runUnderLoad = async (of: {
  database: SimulationDatabase
  seed: number
  harm: Harm
  /** A module with a planted fault, loaded before every server. */
  preload?: string
}): Promise<KillResult> => {
  const random = createSeeded(of.seed)
  const bench = await openKillBench(of.database, random.fork())
  const pids: number[] = []
  const start = async () => {
    const { preload } = of
    const server = await startServer({ env: bench.env, ...(preload === undefined ? {} : { preload }) })
    pids.push(server.pid)
    return server
  }
  try {
    const signedIn = await bench.prepare(people)
    const street = startStreet(bench, { people: signedIn, random: random.fork() })
    const { port } = bench
    const callers = createCallers({ port, people: signedIn, random: random.fork(), pays: street.pays })
    const first = await start()
    const startedMs = performance.now()
    const crowd = (isThere: boolean) => callers.pace(isThere ? perSecond : fewPerSecond)
    crowd(true)
    const acknowledged = () => callers.acknowledged.length
    const { creditsUnderWay } = bench
    const seen = { random: random.fork(), acknowledged, creditsUnderWay }
    const last = await of.harm({ server: first, start, crowd, ...seen })
    await callers.finish()
    const seconds = (performance.now() - startedMs) / 1000
    await street.close()
    bench.hurry()
    const changed = await callers.changedAnswers()
    const exitCode = await last.end()
    const after = await checkAfterwards(bench, callers)
    const ledger = await verifyLedger(bench.env)
    const told = { counts: callers.counts, acknowledged: callers.acknowledged.length }
    return { changed, ...after, ledger, exitCode, pidsLeft: pids.filter(isAlive), callers: told, seconds }
  } finally {
    await bench.stop()
  }
}

/** Nothing is lost, doubled or still running, and the run did enough work to prove it. */
export const expectAllHeld = (result: KillResult, harms: number): void => {
  const { changed, lost, findings, openCredits: open, ledger, exitCode, pidsLeft } = result
  expect({ changed, lost, findings, open, ledger, exitCode, pidsLeft }).toEqual({
    changed: [],
    lost: [],
    findings: [],
    open: [],
    ledger: { code: 0, said: expect.stringContaining('nothing found') },
    exitCode: 0,
    pidsLeft: [],
  })
  expect(result.callers.acknowledged).toBeGreaterThan(harms * 5)
  expect(result.callers.counts.again).toBeGreaterThan(0)
  expect(Number(result.counted.credited)).toBeGreaterThan(harms)
}

/** One line of figures. */
export const figuresOf = ({ callers, counted, seconds, ledger }: KillResult): string => {
  const { calls, again, refused } = callers.counts
  const rate = (calls / seconds).toFixed(0)
  return (
    `${seconds.toFixed(1)} s, ${calls} calls (${rate}/s), ${again} asked again, ${callers.acknowledged} acknowledged, ` +
    `refused ${JSON.stringify(refused)}; ${counted.paid} loads paid, ${counted.credited} credited, ` +
    `${counted.events} card events; ${ledger.said}`
  )
}
