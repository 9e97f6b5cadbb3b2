import { fork } from 'node:child_process'
import { join } from 'node:path'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { Shard } from './shard-book.ts'
import { readInTransit } from './shard-checks.ts'
import type { CourierUrls } from './shard-courier.ts'
import { claimDeliveries, countUndelivered, postDeliveries } from './shard-delivery.ts'
import { sendAcross, startCouriers, untilDelivered, type TwoShards } from './shard-load.ts'

const leaseMs = 1000
const [sentBeforeKill, deliveredTwice, sentWhileDown] = [3000, 300, 500]

const sendMany = (from: Shard, to: Shard, count: number) =>
  Promise.all(Array.from({ length: count }, () => sendAcross(from, to)))
const waitingOn = ({ db }: Shard): Promise<number> => db.read(allTenants, countUndelivered)

/** Kills the process of a courier after its first deliveries. Returns how many of them are left. */
const killCourier = async (from: Shard, to: Shard): Promise<number> => {
  const child = fork(join(import.meta.dirname, 'shard-courier.ts'), { execArgv: [] })
  const ended = new Promise((done) => child.once('exit', done))
  const delivered = new Promise((done) => child.once('message', done))
  const urls: CourierUrls = { fromUrl: from.appUrl, toUrl: to.appUrl, leaseMs }
  child.send(urls)
  await Promise.race([delivered, ended])
  child.kill('SIGKILL')
  await ended
  return waitingOn(from)
}

/** Posts deliveries whose answer is lost: their rows stay, and a courier delivers them again. */
const loseAnswers = async (from: Shard, to: Shard, count: number): Promise<number> => {
  const rows = await from.db.write(allTenants, (sql) => claimDeliveries(sql, { leaseMs, limit: count }))
  const arrivals = await postDeliveries(to.poster, rows)
  return arrivals.filter(({ outcome }) => outcome === 'posted').length
}

/** Senders post while the receiver's database is down. Returns what is in transit when it is back. */
const sendWhileDown = async (from: Shard, to: Shard, count: number): Promise<bigint> => {
  await to.stopDatabase()
  await sendMany(from, to, count)
  await to.startDatabase()
  return readInTransit(from, to)
}

/**
 * A killed courier, lost answers and a stopped database. Returns what was seen; the checks of both books come after it.
 */
export const runFaults = async (shards: TwoShards): Promise<{ said: string; faults: string[] }> => {
  const [from, to] = shards
  await sendMany(from, to, sentBeforeKill)
  await sendMany(to, from, sentBeforeKill)
  const left = await killCourier(from, to)
  const twice = await loseAnswers(to, from, deliveredTwice)
  const before = await waitingOn(from)
  const inTransit = await sendWhileDown(from, to, sentWhileDown)
  const couriers = startCouriers(shards, { leaseMs, limit: 256 })
  try {
    await untilDelivered(shards)
  } finally {
    await couriers.stop()
  }
  const { seen } = couriers
  const faults: string[] = []
  if (left === 0 || left === sentBeforeKill)
    faults.push(`the courier was killed with ${left} deliveries left`)
  if (twice === 0 || seen.replayed < twice) faults.push(`${seen.replayed} replays of ${twice} lost answers`)
  if (inTransit < BigInt(sentWhileDown) * 100n) faults.push(`${inTransit} cents were in transit`)
  if (seen.refused > 0) faults.push(`${seen.refused} deliveries were refused`)
  const said = [
    `courier killed with ${left} of ${sentBeforeKill} deliveries left`,
    `${twice} answers lost, ${seen.replayed} replays`,
    `${sentWhileDown} transfers sent to a shard that was down (${before} waited before)`,
    `then ${seen.posted} posted`,
  ].join('; ')
  return { said, faults }
}
