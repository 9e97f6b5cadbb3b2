import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClock } from '../../server/src/kernel/clock.ts'
import { allTenants, openDatabase, type Database } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { createOutbox } from '../../server/src/kernel/outbox.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/postgres.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createPoster, type Poster } from '../../server/src/ledger/poster.ts'
import { freePort } from '../support/shared-postgres.ts'
import { prepareBaseline, runBaseline, type Baseline } from './baseline.ts'
import { createFeed } from './poster-load.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { testRoles, testRoleUrls } from '../support/test-roles.ts'

const callers = Number(process.env['LOAD_CALLERS'] ?? 64)
/** Pairs of accounts: as many accounts as the script has. */
const cardCount = 5_000
const seconds = Number(process.env['LOAD_SECONDS'] ?? 6)
const rounds = Number(process.env['LOAD_ROUNDS'] ?? 3)

const clock = createClock()
const ids = createIds(() => clock.realNow().getTime())
const company = ids.next()
const cards = Array.from({ length: cardCount }, () => ({ ownerId: ids.next(), companyId: company }))

const feedJournal = createFeed({ ids, clock })

type Measurement = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number }

/** Callers, each with one plan at a time, for a number of seconds. */
const measure = async (poster: Poster, type: 'authorisation' | 'clearing'): Promise<Measurement> => {
  const latencies: number[] = []
  const startedAt = performance.now()
  const caller = async () => {
    for (;;) {
      const startedMs = performance.now()
      if (startedMs - startedAt > seconds * 1000) return
      const card = cards[Math.floor(Math.random() * cardCount)]!
      const { outcome } = await poster.apply({ journals: [feedJournal(card, { type, amountCents: 100n })] })
      if (outcome !== 'posted') throw new Error(outcome)
      latencies.push(performance.now() - startedMs)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const perSecond = (latencies.length * 1000) / (performance.now() - startedAt)
  latencies.sort((left, right) => left - right)
  const at = (part: number) => latencies[Math.floor(latencies.length * part)] ?? 0
  return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99) }
}

const middle = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
const rounded = (value: number, digits = 2) => Number(value.toFixed(digits))
const say = (text: string) => process.stdout.write(`${text}\n`)

type Round = {
  readonly simple: Baseline
  readonly simpleHot: Baseline
  readonly prepared: Baseline
  readonly spread: Measurement
  readonly hot: Measurement
}

const describe = ({ simple, simpleHot, prepared, spread, hot }: Round): string =>
  [
    `${simple.tool} ${Math.round(simple.perSecond)}/s, prepared ${Math.round(prepared.perSecond)}/s`,
    `one hot account ${Math.round(simpleHot.perSecond)}/s`,
    `poster ${Math.round(spread.perSecond)}/s, p50 ${rounded(spread.p50Ms, 1)} ms, p99 ${rounded(spread.p99Ms, 1)} ms`,
    `one hot account ${Math.round(hot.perSecond)}/s, p99 ${rounded(hot.p99Ms, 1)} ms`,
  ].join('; ')

const measureAll = async (db: Database, ownerUrl: string): Promise<Round[]> => {
  const outbox = createOutbox({ ids, clock })
  const poster = createPoster({ pool: db.pool, ids, clock, expandEvents: outbox.expand })
  const million = { type: 'refund', amountCents: 1_000_000_00n } as const
  await Promise.all(cards.map((card) => poster.apply({ journals: [feedJournal(card, million)] })))
  await measure(poster, 'authorisation')
  const results: Round[] = []
  for (let done = 1; done <= rounds; done += 1) {
    const round = {
      simple: await runBaseline({ ownerUrl, seconds, mode: 'simple' }),
      spread: await measure(poster, 'authorisation'),
      prepared: await runBaseline({ ownerUrl, seconds, mode: 'prepared' }),
      simpleHot: await runBaseline({ ownerUrl, seconds, mode: 'simple', isHot: true }),
      hot: await measure(poster, 'clearing'),
    }
    results.push(round)
    say(`round ${done}: ${describe(round)}`)
  }
  await poster.close()
  return results
}

/**
 * Measures the poster against the two-entry script, in turn on one server with fsync on. Each ratio is the
 * median of the rounds, against the script with text statements (pgbench's default) and with prepared ones.
 * The journals have two legs: an authorisation transfers money between two accounts of a random card; a
 * clearing transfers it from a random card to `issuer.allocated`, the hot account. They use the app's own
 * path with hashes on; all invariants are checked at the end. `ratioBothHot` compares with the script with one
 * hot account, whose transactions wait for its lock. LOAD_CALLERS is the number of the poster's callers. The goals are
 * in docs/performance.md.
 */
export const run = async (): Promise<object> => {
  const dir = makeDataDir('load')
  const postgres = await startEmbeddedPostgres({ dir, port: await freePort() })
  try {
    const sourceDir = join(import.meta.dirname, '../../server/src')
    await migrate({ ownerUrl: postgres.ownerUrl, sourceDir, roles: testRoles() })
    await prepareBaseline(postgres.ownerUrl)
    const { appUrl } = testRoleUrls(postgres.ownerUrl)
    const db = openDatabase({ url: appUrl, connections: 8, onIdleError: () => undefined })
    const results = await measureAll(db, postgres.ownerUrl)
    say('checking every invariant …')
    const findings = await db.read(allTenants, checkBook)
    for (const finding of findings.slice(0, 10)) say(JSON.stringify(finding))
    const { count } = await db.read(allTenants, (sql) =>
      sql.one<{ count: bigint }>('select count(*) from journal'),
    )
    await db.close()
    say(`${count} journals checked`)
    const ratio = (of: (round: Round) => number) => rounded(middle(results.map(of)))
    return {
      name: 'ledger',
      callers,
      baseline: results[0]?.simple.tool,
      ratio: ratio(({ spread, simple }) => spread.perSecond / simple.perSecond),
      ratioHot: ratio(({ hot, simple }) => hot.perSecond / simple.perSecond),
      ratioBothHot: ratio(({ hot, simpleHot }) => hot.perSecond / simpleHot.perSecond),
      ratioPrepared: ratio(({ spread, prepared }) => spread.perSecond / prepared.perSecond),
      ratioHotPrepared: ratio(({ hot, prepared }) => hot.perSecond / prepared.perSecond),
      p99Ms: rounded(middle(results.map(({ spread }) => spread.p99Ms)), 1),
      violations: findings.length,
    }
  } finally {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
