import { houseId } from '../../server/src/companies/company.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { Kernel } from '../../server/src/kernel/module.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import {
  authoriseProbe,
  clearProbe,
  feedJournal,
  mountMoneyProbes,
  type Card,
} from '../../server/src/transactions/money-probe.test-kit.ts'
import { prepareBaseline, runBaseline, type Baseline } from './baseline.ts'
import { runCallers, type CallerResult } from './callers.ts'
import { withProcessorTime } from './processor-time.ts'
import {
  middle,
  rounded,
  say,
  startMeasuredProduct,
  type MeasuredPerson,
  type MeasuredProduct,
} from './measured-product.ts'

/**
 * Goals: the rate of a money call through mount() is at least pgbench's with its two-entry script; with one
 * hot account at least 3.0 times the rate of the script with one hot account. `ratioHotToSpread` compares the
 * hot call with the script that has no hot account.
 */

const connections = 64
/** Pairs of accounts: as many accounts as the script has. */
const cardCount = 5_000
const seconds = Number(process.env['LOAD_SECONDS'] ?? 6)
const rounds = Number(process.env['LOAD_ROUNDS'] ?? 3)
/** A company's administrator, who has the tag `transfers.create` and sees the rows of the company. */
const roleId = 5

/** The cards, each with a balance of one million. */
const fillCards = async (kernel: Kernel): Promise<readonly Card[]> => {
  const cards = Array.from({ length: cardCount }, () => ({ ownerId: kernel.ids.next(), companyId: houseId }))
  const million = { type: 'refund', amountCents: 1_000_000_00n } as const
  await Promise.all(cards.map((card) => kernel.apply({ journals: [feedJournal(kernel, card, million)] })))
  return cards
}

type Measurement = CallerResult & { readonly serverUs: number; readonly databaseUs: number }
type Round = {
  readonly simple: Baseline
  readonly spread: Measurement
  readonly simpleHot: Baseline
  readonly hot: Measurement
}

const described = ({ perSecond, p50Ms, p99Ms, refused: others, ...times }: Measurement): string => {
  const refusals = Object.keys(others).length > 0 ? `, refused ${JSON.stringify(others)}` : ''
  const used = `server ${times.serverUs} µs, database ${times.databaseUs} µs, caller ${times.callerUs} µs`
  return `${Math.round(perSecond)}/s, p50 ${rounded(p50Ms, 1)} ms, p99 ${rounded(p99Ms, 1)} ms, ${used}${refusals}`
}

const effects = `select
    (select count(*) from idempotency where key = any ($1)) as answers,
    (select count(*) from journal where kind in ('card.authorised', 'card.cleared')) as journals,
    (select count(*) from audit where action like 'POST /load-test/%' and outcome = 'done') as audited,
    (select count(distinct i.key) from idempotency i
      join journal j on j.subject_id = (i.body::jsonb -> 'data' ->> 'id')::uuid where i.key = any ($1)) as matched`

/** Each answered key has one stored answer, one journal and one audit row, and there are no others. */
const checkEffects = async ({ db }: Kernel, keys: readonly string[]): Promise<string[]> => {
  type RowCounts = { answers: bigint; journals: bigint; audited: bigint; matched: bigint }
  const counted = await db.read(allTenants, (sql) => sql.one<RowCounts>(effects, [keys]))
  const wanted = BigInt(keys.length)
  return Object.entries(counted)
    .filter(([, count]) => count !== wanted)
    .map(([what, count]) => `${count} ${what} for ${wanted} keys`)
}

const measureAll = async (
  { port, ownerUrl, databasePid }: MeasuredProduct,
  { people, cards }: { people: readonly MeasuredPerson[]; cards: readonly Card[] },
) => {
  const bodies = cards.map(({ ownerId }) => JSON.stringify({ cardId: ownerId, amount: '1.00', note: 'Rent' }))
  const call = (path: string, runSeconds = seconds) =>
    withProcessorTime([databasePid], () =>
      runCallers({ port, seconds: runSeconds, connections, path: `/api${path}`, people, bodies }),
    )
  const keys = [...(await call(authoriseProbe.path, 3)).keys, ...(await call(clearProbe.path, 2)).keys]
  const results: Round[] = []
  for (let done = 1; done <= rounds; done += 1) {
    const round = {
      simple: await runBaseline({ ownerUrl, seconds, mode: 'simple' }),
      spread: await call(authoriseProbe.path),
      simpleHot: await runBaseline({ ownerUrl, seconds, mode: 'simple', isHot: true }),
      hot: await call(clearProbe.path),
    }
    results.push(round)
    for (const { keys: more } of [round.spread, round.hot]) keys.push(...more)
    const scripts = `${round.simple.tool} ${Math.round(round.simple.perSecond)}/s, hot ${Math.round(round.simpleHot.perSecond)}/s`
    say(`round ${done}: ${scripts}; call ${described(round.spread)}; hot call ${described(round.hot)}`)
  }
  return { results, keys }
}

/** Measures a money call over HTTP against the two-entry script, in turn on one server with fsync on. */
export const run = async (): Promise<object> => {
  const product = await startMeasuredProduct(mountMoneyProbes)
  try {
    const { kernel } = product
    await prepareBaseline(product.ownerUrl)
    const people: MeasuredPerson[] = []
    for (let index = 0; index < connections; index += 1) people.push(await product.signIn(roleId))
    const cards = await fillCards(kernel)
    const { results, keys } = await measureAll(product, { people, cards })
    say('checking every invariant …')
    const findings = await kernel.db.read(allTenants, checkBook)
    const faults = [
      ...findings.map((finding) => JSON.stringify(finding)),
      ...(await checkEffects(kernel, keys)),
    ]
    for (const fault of faults.slice(0, 10)) say(fault)
    say(`${keys.length} keys checked`)
    const ratio = (of: (round: Round) => number) => rounded(middle(results.map(of)))
    return {
      name: 'money-call',
      baseline: results[0]?.simple.tool,
      ratio: ratio(({ spread, simple }) => spread.perSecond / simple.perSecond),
      ratioHot: ratio(({ hot, simpleHot }) => hot.perSecond / simpleHot.perSecond),
      ratioHotToSpread: ratio(({ hot, simple }) => hot.perSecond / simple.perSecond),
      perSecond: Math.round(middle(results.map(({ spread }) => spread.perSecond))),
      serverUs: middle(results.map(({ spread }) => spread.serverUs)),
      databaseUs: middle(results.map(({ spread }) => spread.databaseUs)),
      p99Ms: rounded(middle(results.map(({ spread }) => spread.p99Ms)), 1),
      violations: faults.length,
    }
  } finally {
    await product.stop()
  }
}
