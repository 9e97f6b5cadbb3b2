import { setTimeout as pause } from 'node:timers/promises'
import { allTenants, type Database } from '../../server/src/kernel/database.ts'
import type { Queries } from '../../server/src/kernel/queries.ts'
import { checkBlocks } from '../../server/src/ledger/block-checks.ts'
import { chartAccount } from '../../server/src/ledger/chart.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { readOperatorBalance } from '../../server/src/ledger/operator-balances.ts'
import { readTrialBalance, type TrialLine } from '../../server/src/ledger/reports.ts'
import type { Shard } from './shard-book.ts'
import { countUndelivered } from './shard-delivery.ts'
import { dueFrom, dueTo } from './shard-transfers.ts'

const owedBetween = `select coalesce(sum(r.balance), 0)::int8 as cents from ref_balance r
  join account a on a.id = r.account_id where a.code = $1 and r.ref = $2`
/** A shard's id and its database. */
type ReadShard = { readonly id: string; readonly db: Database }
const readOwed = async (shard: ReadShard, code: string, otherId: string): Promise<bigint> =>
  (await shard.db.read(allTenants, (sql) => sql.one<{ cents: bigint }>(owedBetween, [code, otherId]))).cents

/**
 * What one shard owes and the other has not booked yet. The receiver is read first: both figures only grow, so a
 * difference below zero would be money that arrived without being sent.
 */
export const readInTransit = async (sender: ReadShard, receiver: ReadShard): Promise<bigint> => {
  const arrived = await readOwed(receiver, dueFrom.code, sender.id)
  return (await readOwed(sender, dueTo.code, receiver.id)) - arrived
}

/** Reads what is in transit in both directions, again and again, while money moves. */
export const watchTransit = (shards: readonly [Shard, Shard], everyMs: number) => {
  const [first, second] = shards
  const seen = { readings: 0, belowZero: 0, mostCents: 0n }
  let stopped = false
  const watch = async () => {
    while (!stopped) {
      for (const [from, to] of [shards, [second, first]] as const) {
        const cents = await readInTransit(from, to)
        seen.readings += 1
        if (cents < 0n) seen.belowZero += 1
        if (cents > seen.mostCents) seen.mostCents = cents
      }
      await pause(everyMs)
    }
  }
  const ended = watch()
  // The failure is reported by stop().
  ended.catch(() => undefined)
  return {
    seen,
    stop: () => {
      stopped = true
      return ended
    },
  }
}

/** Sum of the trial balances of all shards, by line. */
export const rollUp = async (shards: readonly Shard[]): Promise<TrialLine[]> => {
  const lines = new Map<string, TrialLine>()
  for (const { db } of shards) {
    for (const line of await db.read(allTenants, (sql) => readTrialBalance(sql))) {
      const name = `${line.code} ${line.asset ?? ''}`
      lines.set(name, { ...line, natural: line.natural + (lines.get(name)?.natural ?? 0n) })
    }
  }
  return [...lines.values()]
}

/** Credit positive; zero for a book that balances. */
export const sumOf = (lines: readonly TrialLine[]): bigint =>
  lines.reduce((sum, { code, asset, natural }) => {
    const isDebit = chartAccount(code, asset !== null)?.side === 'D'
    return sum + (isDebit ? -natural : natural)
  }, 0n)

const keysOf = async (sql: Queries, suffix: string): Promise<string[]> => {
  const rows = await sql.rows<{ key: string }>(
    `select left(idem, -length($1::text)) as key from journal where kind = 'transfer.made' and idem like '%' || $1::text`,
    [suffix],
  )
  return rows.map(({ key }) => key)
}

/** Transfers with one journal only: in transit, or arrived without being sent. */
export const comparePairs = async (sender: ReadShard, receiver: ReadShard) => {
  const sent = await sender.db.read(allTenants, (sql) => keysOf(sql, ':sent'))
  const received = new Set(await receiver.db.read(allTenants, (sql) => keysOf(sql, ':received')))
  const missing = sent.filter((key) => !received.has(key)).length
  return {
    sent: sent.length,
    received: received.size,
    missing,
    extra: received.size - (sent.length - missing),
  }
}

const checkShard = async (shard: Shard, name: string): Promise<string[]> => {
  await shard.signer.signNow()
  const findings = await shard.db.read(allTenants, async (sql) => [
    ...(await checkBook(sql)),
    ...(await checkBlocks(sql, shard.publicKey)),
  ])
  return findings.map(({ check, subject, detail }) => `${name}: ${check} ${subject} ${detail}`)
}

/** Everything that must hold after all deliveries have arrived; the result has what does not. */
export const checkShards = async (shards: readonly [Shard, Shard]): Promise<string[]> => {
  const faults: string[] = []
  for (const [index, shard] of shards.entries()) {
    faults.push(...(await checkShard(shard, `shard ${index + 1}`)))
    const waiting = await shard.db.read(allTenants, countUndelivered)
    if (waiting > 0) faults.push(`${waiting} deliveries wait on shard ${index + 1}`)
  }
  const [first, second] = shards
  for (const [from, to] of [shards, [second, first]] as const) {
    const inTransit = await readInTransit(from, to)
    if (inTransit !== 0n) faults.push(`${inTransit} cents are in transit`)
    const pairs = await comparePairs(from, to)
    if (pairs.missing > 0 || pairs.extra !== 0) faults.push(`pairs of journals: ${JSON.stringify(pairs)}`)
  }
  for (const code of [dueTo.code, dueFrom.code]) {
    const parts = await Promise.all(
      shards.map(({ db }) => db.read(allTenants, (sql) => readOperatorBalance(sql, code))),
    )
    if (parts.includes(0n)) faults.push(`no money crossed by ${code}`)
  }
  const sum = sumOf(await rollUp(shards))
  if (sum !== 0n) faults.push(`the rolled-up trial balance is off by ${sum}`)
  return faults
}
