import { prepareBaseline, runBaseline, type Baseline } from './baseline.ts'
import { middle, rounded, say } from './measured-product.ts'
import { openShard, type Shard } from './shard-book.ts'
import { checkShards, watchTransit } from './shard-checks.ts'
import { runFaults } from './shard-faults.ts'
import { measure, distributeOwners, type Measurement, type TwoShards } from './shard-load.ts'

const seconds = Number(process.env['LOAD_SECONDS'] ?? 2)
const rounds = Number(process.env['LOAD_ROUNDS'] ?? 3)
const crossShare = Number(process.env['CROSS_SHARE'] ?? 0.1)

type Round = {
  readonly simple: Baseline
  /** Transfers inside one shard, and the other one is idle. */
  readonly one: Measurement
  /** Transfers on both shards, a part of them to the other one. */
  readonly two: Measurement
  /** Transfers on both shards, each inside its own. */
  readonly inside: Measurement
  /** Each transfer is to the other shard. */
  readonly across: Measurement
}

const described = (name: string, of: Measurement): string => {
  const lag = of.lagP99Ms > 0 ? `, delivered p99 ${Math.round(of.lagP99Ms)} ms` : ''
  return [
    `  ${name} ${Math.round(of.perSecond)}/s, p99 ${rounded(of.p99Ms, 1)} ms${lag}`,
    `client ${of.serverUs} µs, database ${of.databaseUs} µs, idle ${Math.round(of.idle * 100)} %`,
  ].join('; ')
}

const measureRound = async (shards: TwoShards): Promise<Round> => {
  const [first] = shards
  const both = { active: shards, seconds }
  const round = {
    simple: await runBaseline({ ownerUrl: first.ownerUrl, seconds, mode: 'simple' }),
    one: await measure(shards, { active: [first], crossShare: 0, seconds }),
    two: await measure(shards, { ...both, crossShare }),
    inside: await measure(shards, { ...both, crossShare: 0 }),
    across: await measure(shards, { ...both, crossShare: 1 }),
  }
  say(`${round.simple.tool} ${Math.round(round.simple.perSecond)}/s`)
  say(described('one shard', round.one))
  say(described(`both, ${crossShare * 100} % between them`, round.two))
  say(described('both, inside only', round.inside))
  say(described('between them only', round.across))
  return round
}

/** All rounds, while the money in transit is read again and again. */
const measureAll = async (shards: TwoShards): Promise<{ results: Round[]; belowZero: number }> => {
  const results: Round[] = []
  const watch = watchTransit(shards, 100)
  try {
    for (let done = 1; done <= rounds; done += 1) results.push(await measureRound(shards))
  } finally {
    await watch.stop()
  }
  const { readings, belowZero, mostCents } = watch.seen
  say(`in transit: ${readings} readings, at most ${mostCents} cents, ${belowZero} below zero`)
  const refused = results.flatMap(({ two, across }) => [two.refused, across.refused])
  if (refused.some((count) => count > 0)) throw new Error('Deliveries were refused')
  return { results, belowZero }
}

/** Both servers, or none: a shard that did not start leaves no other one behind. */
const openShards = async (): Promise<TwoShards> => {
  const first = await openShard()
  try {
    return [first, await openShard()]
  } catch (error) {
    await first.close()
    throw error
  }
}

const resultOf = (results: readonly Round[], faults: readonly string[]) => {
  const of = (use: (round: Round) => number, digits = 2) => rounded(middle(results.map(use)), digits)
  return {
    name: 'shards',
    pgbench: of(({ simple }) => simple.perSecond, 0),
    oneShard: of(({ one }) => one.perSecond, 0),
    twoShards: of(({ two }) => two.perSecond, 0),
    scale: of(({ two, one }) => two.perSecond / one.perSecond),
    crossShare,
    crossCost: of(({ inside, across }) => inside.perSecond / across.perSecond),
    clientUs: of(({ one }) => one.serverUs, 0),
    databaseUs: of(({ one }) => one.databaseUs, 0),
    crossClientUs: of(({ across }) => across.serverUs, 0),
    crossDatabaseUs: of(({ across }) => across.databaseUs, 0),
    // What two shards on machines of their own do, divided by one of them that has no transfers to another.
    clientScale: of(({ inside, two }) => (2 * inside.serverUs) / two.serverUs),
    databaseScale: of(({ inside, two }) => (2 * inside.databaseUs) / two.databaseUs),
    deliveredP99Ms: of(({ two }) => two.lagP99Ms, 0),
    idle: of(({ two }) => two.idle),
    violations: faults.length,
  }
}

/**
 * A trial with two ledgers on two servers (money §11): owners by a hash of their company, operator accounts on each
 * shard, transfers between shards by two journals and an outbox. In turn: pgbench's two-entry script, one shard, both.
 * Then a courier is killed, answers are lost and a server is stopped. Both books are checked at the end.
 */
export const run = async (): Promise<object> => {
  const shards = await openShards()
  try {
    await prepareBaseline(shards[0].ownerUrl)
    await distributeOwners(shards)
    say(`owners: ${shards.map(({ owners }: Shard) => owners.length).join(' and ')}`)
    await measure(shards, { active: shards, crossShare, seconds })
    const { results, belowZero } = await measureAll(shards)
    const { said, faults } = await runFaults(shards)
    say(said)
    say('checking both books …')
    faults.push(...(await checkShards(shards)))
    if (belowZero > 0) faults.push(`${belowZero} readings had less sent than arrived`)
    for (const fault of faults.slice(0, 10)) say(fault)
    return resultOf(results, faults)
  } finally {
    for (const shard of shards) await shard.close()
  }
}
