import pg from 'pg'
import { allTenants } from '../../server/src/kernel/database.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { prepareBaseline, runBaseline, type Baseline } from './baseline.ts'
import { runCallers, type CallerResult } from './callers.ts'
import { middle, rounded, say, startMeasuredProduct, type MeasuredProduct } from './measured-product.ts'
import { withProcessorTime } from './processor-time.ts'
import { makeTransfers, makeWorld, rateHundredthsBp, type Branch } from './transfer-world.ts'

/**
 * Goals: the product's own transfer call, with its step-up, its limits and its audit, has at least the rate of pgbench's
 * two-entry script, also when each transfer pays a fee to the one account of the operator.
 */

const seconds = Number(process.env['LOAD_SECONDS'] ?? 4)
const rounds = Number(process.env['LOAD_ROUNDS'] ?? 3)
/** Callers of the rate, and of the second p99. */
const [connections, manyConnections] = [64, 256]
/** More than any machine has answered. */
const mostPerSecond = 3_000

type Measurement = CallerResult & { readonly serverUs: number; readonly databaseUs: number }
type Round = {
  readonly script: Baseline
  readonly calls: Measurement
  readonly scriptHot: Baseline
  readonly callsHot: Measurement
  readonly many: Measurement
}

const described = ({ perSecond, p50Ms, p99Ms, refused, ...times }: Measurement): string => {
  const refusals = Object.keys(refused).length > 0 ? `, refused ${JSON.stringify(refused)}` : ''
  const used = `server ${times.serverUs} µs, database ${times.databaseUs} µs, caller ${times.callerUs} µs`
  return `${Math.round(perSecond)}/s, p50 ${rounded(p50Ms, 1)} ms, p99 ${rounded(p99Ms, 1)} ms, ${used}${refusals}`
}

/** The transfer fee of every company. */
const setFee = async (ownerUrl: string, rate: bigint): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('alter table fee_schedule disable trigger user')
  await client.query('update fee_schedule set transfer_hundredths_bp = $1', [Array(5).fill(rate)])
  await client.query('alter table fee_schedule enable trigger user')
  await client.end()
}

const effects = `select
    (select count(*) from idempotency where key = any ($1)) as answers,
    (select count(*) from journal where kind = 'transfer.made') as journals,
    (select count(*) from wallet_transfer where status = 'completed') as rows,
    (select count(*) from step_up_grant where used_at is not null) as grants,
    (select count(*) from audit where action = 'POST /transfers' and outcome = 'done') as audited`

/** Each answered key has one stored answer, journal, transfer, used grant and audit row, and there are no others. */
const checkEffects = async ({ kernel }: MeasuredProduct, keys: readonly string[]): Promise<string[]> => {
  const counted = await kernel.db.read(allTenants, (sql) =>
    sql.one<Record<'answers' | 'journals' | 'rows' | 'grants' | 'audited', bigint>>(effects, [keys]),
  )
  const wanted = BigInt(keys.length)
  return Object.entries(counted)
    .filter(([, count]) => count !== wanted)
    .map(([what, count]) => `${count} ${what} for ${wanted} keys`)
}

const measureAll = async (product: MeasuredProduct, world: readonly Branch[]) => {
  const { port, ownerUrl, databasePid } = product
  const keys: string[] = []
  const call = async (of: { hasFee: boolean; callers: number; lasts: number }): Promise<Measurement> => {
    await setFee(ownerUrl, of.hasFee ? rateHundredthsBp : 0n)
    const requests = await makeTransfers(product, {
      world,
      count: of.lasts * mostPerSecond,
      hasFee: of.hasFee,
    })
    const run = {
      port,
      seconds: of.lasts,
      connections: of.callers,
      path: '/api/transfers',
      people: [],
      requests,
    }
    const result = await withProcessorTime([databasePid], () => runCallers(run))
    keys.push(...result.keys)
    return result
  }
  await call({ hasFee: false, callers: connections, lasts: 3 })
  const results: Round[] = []
  for (let done = 1; done <= rounds; done += 1) {
    const round = {
      script: await runBaseline({ ownerUrl, seconds, mode: 'simple' }),
      calls: await call({ hasFee: false, callers: connections, lasts: seconds }),
      scriptHot: await runBaseline({ ownerUrl, seconds, mode: 'simple', isHot: true }),
      callsHot: await call({ hasFee: true, callers: connections, lasts: seconds }),
      many: await call({ hasFee: true, callers: manyConnections, lasts: seconds }),
    }
    results.push(round)
    const scripts = `${round.script.tool} ${Math.round(round.script.perSecond)}/s, hot ${Math.round(round.scriptHot.perSecond)}/s`
    const calls = `transfers ${described(round.calls)}; with a fee ${described(round.callsHot)}`
    say(`round ${done}: ${scripts}; ${calls}; ${manyConnections} callers ${described(round.many)}`)
  }
  return { results, keys }
}

/** Measures the transfer call over HTTP against the two-entry script, in turn on one server with fsync on. */
export const run = async (): Promise<object> => {
  const product = await startMeasuredProduct()
  try {
    await prepareBaseline(product.ownerUrl)
    say('making 200 companies and 4,800 sellers …')
    const { results, keys } = await measureAll(product, await makeWorld(product))
    say('checking every invariant …')
    const findings = await product.kernel.db.read(allTenants, checkBook)
    const faults = [
      ...findings.map((finding) => JSON.stringify(finding)),
      ...(await checkEffects(product, keys)),
    ]
    for (const fault of faults.slice(0, 10)) say(fault)
    const of = (figure: (round: Round) => number, digits = 2) => rounded(middle(results.map(figure)), digits)
    return {
      name: 'transfer',
      baseline: results[0]?.script.tool,
      ratio: of(({ calls, script }) => calls.perSecond / script.perSecond),
      ratioHot: of(({ callsHot, scriptHot }) => callsHot.perSecond / scriptHot.perSecond),
      ratioHotToSpread: of(({ callsHot, script }) => callsHot.perSecond / script.perSecond),
      perSecond: of(({ calls }) => calls.perSecond, 0),
      p99Ms: of(({ calls }) => calls.p99Ms, 1),
      p99ManyMs: of(({ many }) => many.p99Ms, 1),
      violations: faults.length,
    }
  } finally {
    await product.stop()
  }
}
