import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClock } from '../../server/src/kernel/clock.ts'
import { everything, openDatabase, type Database } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { createOutbox } from '../../server/src/kernel/outbox.ts'
import type { Journal } from '../../server/src/kernel/plan.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/postgres.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createPoster, type Poster } from '../../server/src/ledger/poster.ts'
import { cardFeedJournal, nothingFed } from '../../server/src/transactions/card-feed.ts'
import { freePort } from '../support/shared-postgres.ts'
import { prepareBaseline, runBaseline, type Baseline } from './baseline.ts'

/** Goals (design money §2): the poster at least 3.0 times the two-entry script, 2.5 with one hot account. */

const callers = 64
const cardCount = 10_000
const seconds = Number(process.env['LOAD_SECONDS'] ?? 6)
const rounds = Number(process.env['LOAD_ROUNDS'] ?? 3)

const clock = createClock()
const ids = createIds(() => clock.realNow().getTime())
const company = ids.next()
const cards = Array.from({ length: cardCount }, () => ({ ownerId: ids.next(), companyId: company }))

const feedJournal = (
  card: (typeof cards)[number],
  event: { type: 'authorisation' | 'clearing' | 'refund'; amountCents: bigint },
): Journal => {
  const id = ids.next()
  const { amountCents } = event
  const floatingCents = event.type === 'authorisation' ? amountCents : 0n
  const settledCents = event.type === 'clearing' ? amountCents : event.type === 'refund' ? -amountCents : 0n
  const journal = cardFeedJournal({
    event: { id, ...event },
    before: nothingFed,
    after: { floatingCents, settledCents },
    card,
    transactionId: id,
    effectiveAt: clock.now(),
  })
  if (!journal) throw new Error('The event changes nothing')
  return journal
}

type Measured = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number }

/** 64 callers, each with one plan at a time, for so many seconds. */
const measure = async (poster: Poster, type: 'authorisation' | 'clearing'): Promise<Measured> => {
  const latencies: number[] = []
  const startedAt = performance.now()
  const caller = async () => {
    for (;;) {
      const begun = performance.now()
      if (begun - startedAt > seconds * 1000) return
      const card = cards[Math.floor(Math.random() * cardCount)]!
      const { outcome } = await poster.apply({ journals: [feedJournal(card, { type, amountCents: 100n })] })
      if (outcome !== 'posted') throw new Error(outcome)
      latencies.push(performance.now() - begun)
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
const round = (value: number, digits = 2) => Number(value.toFixed(digits))
const say = (text: string) => process.stdout.write(`${text}\n`)

const measureAll = async (db: Database, ownerUrl: string) => {
  const outbox = createOutbox({ ids, clock })
  const poster = createPoster({ pool: db.pool, ids, clock, expandEvents: outbox.expand })
  await Promise.all(
    cards.map((card) =>
      poster.apply({ journals: [feedJournal(card, { type: 'refund', amountCents: 1_000_000_00n })] }),
    ),
  )
  await measure(poster, 'authorisation')
  const results: { baseline: Baseline; spread: Measured; hot: Measured }[] = []
  for (let done = 1; done <= rounds; done += 1) {
    const baseline = await runBaseline(ownerUrl, seconds)
    const spread = await measure(poster, 'authorisation')
    const hot = await measure(poster, 'clearing')
    results.push({ baseline, spread, hot })
    say(
      `round ${done}: ${baseline.tool} ${Math.round(baseline.perSecond)}/s; poster ${Math.round(spread.perSecond)}/s, ` +
        `p50 ${round(spread.p50Ms, 1)} ms, p99 ${round(spread.p99Ms, 1)} ms; ` +
        `one hot account ${Math.round(hot.perSecond)}/s, p99 ${round(hot.p99Ms, 1)} ms`,
    )
  }
  await poster.close()
  return results
}

/**
 * The poster against the two-entry script on the same server with fsync on: two-leg journals (an authorisation moves
 * money between two accounts of a random card; a clearing between a random card and `issuer.allocated`, the hot one)
 * through the app's own path, hashes on, all invariants checked at the end.
 */
export const run = async (): Promise<object> => {
  const dir = mkdtempSync('/var/tmp/cardamom-load-')
  const postgres = await startEmbeddedPostgres({ dir, port: await freePort() })
  try {
    const appRole = { user: 'cardamom_app', password: 'load' }
    const sourceDir = join(import.meta.dirname, '../../server/src')
    await migrate({ ownerUrl: postgres.ownerUrl, sourceDir, appRole, appUser: appRole.user })
    await prepareBaseline(postgres.ownerUrl)
    const appUrl = postgres.ownerUrl.replace(/\/\/[^@]*@/, `//${appRole.user}:${appRole.password}@`)
    const db = openDatabase({ url: appUrl, connections: 8, onIdleError: () => undefined })
    const results = await measureAll(db, postgres.ownerUrl)
    say('checking every invariant …')
    const findings = await db.read(everything, checkBook)
    for (const finding of findings.slice(0, 10)) say(JSON.stringify(finding))
    const { count } = await db.read(everything, (sql) =>
      sql.one<{ count: bigint }>('select count(*) from journal'),
    )
    await db.close()
    say(`${count} journals checked`)
    return {
      name: 'ledger',
      baseline: results[0]?.baseline.tool,
      ratio: round(middle(results.map(({ baseline, spread }) => spread.perSecond / baseline.perSecond))),
      ratioHot: round(middle(results.map(({ baseline, hot }) => hot.perSecond / baseline.perSecond))),
      p99Ms: round(middle(results.map(({ spread }) => spread.p99Ms)), 1),
      violations: findings.length,
    }
  } finally {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
