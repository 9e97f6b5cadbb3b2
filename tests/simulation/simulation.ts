import type { Finding } from '../../server/src/ledger/checks.ts'
import { mend } from './fault-operations.ts'
import {
  appointAdministrators,
  appointCompanyAdministrators,
  decideByHand,
  fundPayouts,
  fundWallets,
  growTree,
} from './company-tree.ts'
import { changeFees, checkMaturities, watchTerms } from './frozen-terms.ts'
import { checkCalm, checkStep } from './invariants.ts'
import {
  emphasised,
  emphasis,
  operations,
  partOperations,
  settledOperations,
  type Operation,
} from './operations.ts'
import { quoteLoad } from './payment-operations.ts'
import { foundCompanies, welcome } from './people.ts'
import { call, type RunState } from './run-state.ts'
import { plant } from './planted-bugs.ts'
import { decideReviews } from './two-people.ts'
import { createSeeded, type SeededRandom } from './seeded.ts'
import type { SimulationDatabase } from './simulation-database.ts'
import { installVirtualTime } from './virtual-time.ts'
import { openWorld, type PlantedBug } from './world.ts'
import { houseId } from '../../server/src/companies/company.ts'

export type SimulationResult = {
  readonly seed: number
  readonly steps: number
  readonly loads: number
  readonly credited: number
  readonly payments: number
  readonly log: readonly string[]
  /** Empty: every check passed all the time. */
  readonly findings: readonly Finding[]
}

const stepsAfterSettlement = 4

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** After the faults have ended, no work is open when two polls and the last read-back have passed. */
const calmMs = 17 * minuteMs
const calmTries = 12
/** After the last day every regular load is released: 72 business hours and a weekend. */
const tailMs = 6 * dayMs
const tailStrideMs = tailMs / 2

/** How much happens in a day: an action every few minutes, or a few actions with hours between them. */
type Pace = {
  readonly gapMs: (random: SeededRandom) => number
  readonly strideMs: number
  readonly stressed: readonly Operation['run'][]
}
const busy: Pace = {
  gapMs: (random) => random.whole(1, random.pick([5, 60, 400])) * 1000,
  strideMs: 60 * minuteMs,
  stressed: [],
}
const idlePace: Pace = {
  gapMs: (random) => random.whole(20, 240) * minuteMs,
  strideMs: 240 * minuteMs,
  stressed: [quoteLoad],
}
const busyShare = 0.05
/** Companies of the whole tree whose wallets are used too. */
const otherCompanies = 5

const unsettled = `select 'job' as what, name || ': ' || coalesce(last_error, '') as why from job
    where attempts > 0 and not dead
  union all select 'credit', status || ' ' || coalesce(review_reason, '') from issuer_transfer
    where status not in ('done', 'refused')
  union all select 'card', reference from card_call where status in ('started', 'unknown')
  union all select 'payout', status || ' ' || coalesce(reason, '') from payout
    where status in ('approved', 'sending', 'unknown')`

/** Ends all faults and advances time until no work is open. */
const calmDown = async (run: RunState): Promise<Finding[]> => {
  const { world } = run
  run.steps.push(await mend(run))
  const mineToFinal = () => {
    for (let block = 0; block < 3; block += 1) world.chain.mine()
  }
  mineToFinal()
  for (let attempt = 0; attempt < calmTries; attempt += 1) {
    await world.pass(calmMs, calmMs)
    if (world.chain.waitingPayments() > 0) mineToFinal()
    await decideReviews(run)
    const open = await world.rows(unsettled)
    if (open.length === 0 && attempt > 0) return checkCalm(run)
  }
  const open = await world.rows<{ what: string; why: string }>(unsettled)
  return open.map(({ what, why }) => ({ check: 'unsettled', subject: what, detail: why }))
}

/** Every answer under a key is repeated, byte for byte. */
const replayAll = async (run: RunState): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const { person, key, path, body, status, text } of run.acknowledged) {
    const again = await call(run, person, { method: 'POST', path, body, key })
    if (again.status !== status || again.text !== text) {
      findings.push({ check: 'keys', subject: key, detail: `answered ${again.status} ${again.text}` })
    }
  }
  return findings
}

const operationsFor = (stressed: readonly Operation['run'][], times: number): readonly Operation[] =>
  operations.map(({ weight, run }) => ({
    weight: stressed.includes(run) ? weight * times : weight,
    run,
  }))

/** Loads are quoted before and after each of these actions. */
const stepsBetweenFees = 4

const live = async (run: RunState, of: { days: number; bug: PlantedBug | null }): Promise<Finding[]> => {
  const { world, random, steps } = run
  const pace = of.bug !== null || random.chance(busyShare) ? busy : idlePace
  const chosen =
    of.bug === null
      ? [...operationsFor(pace.stressed, 3), ...partOperations]
      : operationsFor(emphasis[of.bug], emphasised)
  const checkTerms = watchTerms(world)
  const endsMs = world.time.nowMs() + of.days * dayMs
  for (let step = 1; world.time.nowMs() < endsMs; step += 1) {
    const told = await random.weighted(chosen).run(run)
    steps.push(`${new Date(world.time.nowMs()).toISOString()} ${told}`)
    await world.pass(pace.gapMs(random), pace.strideMs)
    if (step % stepsBetweenFees === 0) steps.push(await changeFees(world, step / stepsBetweenFees))
    const findings = [...(await checkStep(run)), ...(await checkTerms()), ...(await checkMaturities(world))]
    if (findings.length > 0) return findings
    const broken = step % 25 === 0 ? await calmDown(run) : []
    if (broken.length > 0) return broken
  }
  const broken = await calmDown(run)
  if (broken.length > 0) return broken
  await world.pass(tailMs, tailStrideMs)
  for (let step = 0; step < stepsAfterSettlement; step += 1) {
    const { run: operate } = random.weighted(settledOperations)
    steps.push(`${new Date(world.time.nowMs()).toISOString()} ${await operate(run)}`)
    const findings = await checkStep(run)
    if (findings.length > 0) return findings
  }
  const after = [...(await calmDown(run)), ...(await checkTerms()), ...(await checkMaturities(world))]
  return after.length > 0 ? after : replayAll(run)
}

const resultOf = async (
  run: RunState,
  seed: number,
  findings: readonly Finding[],
): Promise<SimulationResult> => {
  const [counted] = await run.world.rows<{ loads: bigint; credited: bigint }>(
    `select count(*) as loads, count(*) filter (where status = 'credited') as credited from load`,
  )
  return {
    seed,
    steps: run.steps.length,
    loads: Number(counted?.loads ?? 0n),
    credited: Number(counted?.credited ?? 0n),
    payments: run.payments.length,
    log: run.steps,
    findings,
  }
}

/** Simulates some days of a seed and returns the findings. The first findings end the run. */
export const simulate = async (of: {
  seed: number
  days: number
  database: SimulationDatabase
  smtpUrl: string
  bug?: PlantedBug
}): Promise<SimulationResult> => {
  const random = createSeeded(of.seed)
  const time = installVirtualTime('2026-11-16T00:00:00Z')
  time.advance(random.whole(0, 7 * 24 * 60) * minuteMs)
  const bug = of.bug ?? null
  const unplant = await plant(bug, of.database.ownerUrl)
  const world = await openWorld({ ...of, time, random, bug })
  try {
    const founded = await foundCompanies(world)
    const [norte, , lima] = founded
    const tree = await growTree(world, random)
    const companies = [...founded, ...Array.from({ length: otherCompanies }, () => random.pick(tree))]
    const funds = await fundWallets(world, companies, random)
    await fundPayouts(world)
    if (random.chance(0.5)) await decideByHand(world)
    const people = await welcome(world, [houseId, norte ?? houseId, lima ?? houseId])
    const run: RunState = {
      world,
      random,
      people,
      companies,
      funds,
      administrators: await appointAdministrators(world, houseId),
      companyAdministrators: await appointCompanyAdministrators(world, founded),
      allowances: new Map(),
      loads: [],
      payments: [],
      acknowledged: [],
      waitingTransfers: [],
      steps: [],
      complaints: [],
    }
    return await resultOf(run, of.seed, await live(run, { days: of.days, bug }))
  } finally {
    await world.stop()
    unplant()
    time.restore()
  }
}
