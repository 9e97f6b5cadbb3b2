import { randomInt } from 'node:crypto'
import pg from 'pg'
import { clientLimits, limitConnection } from './connection-limits.ts'
import { allTenants, type Database } from './database.ts'
import type { Log } from './log.ts'

/** This process as one that holds jobs. */
export type LeaseHolder = {
  /** What it writes beside its leases; null while nothing would show that it lives. */
  readonly id: () => number | null
  /** Shows that it lives, and gives back what processes held that do not, now and every few seconds. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

const lockClass = 7_261_407
const largestId = 2 ** 31 - 1
const lookEveryMs = 5000
const reconnectMs = 1000

/** The lock of a process goes with its connection: at kill -9 as well, and at once. */
const freeDead = `update job set leased_until = null where leased_until is not null and leased_by is not null
  and not exists (select 1 from pg_locks where locktype = 'advisory' and classid = $1::int::oid
    and objid = leased_by::oid and objsubid = 2 and database = (select oid from pg_database where datname = current_database()))`

/**
 * A job's lease outlives its process by up to a minute, in which nobody would do that work. Each process therefore keeps
 * an advisory lock on a connection of its own, and whoever starts or runs gives back the leases of those whose lock is
 * gone. A host that vanished without a word keeps its lock until the database notices; then the lease runs out.
 */
export const createLeaseHolder = (deps: { db: Database; url: string; log: Log }): LeaseHolder => {
  const id = randomInt(1, largestId)
  let client: pg.Client | null = null
  let isHeld = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let reconnecting: NodeJS.Timeout | undefined

  const connect = async () => {
    client = new pg.Client({
      connectionString: deps.url,
      application_name: 'cardamom-leases',
      ...clientLimits('standing'),
    })
    client.on('error', () => undefined)
    client.on('end', () => {
      isHeld = false
      if (!isStopped) reconnecting = setTimeout(() => void connect().catch(() => undefined), reconnectMs)
    })
    await client.connect()
    await limitConnection(client, 'standing')
    // Waits where a lost connection of ours is still counted: until then that one speaks for us.
    try {
      await client.query('select pg_advisory_lock($1, $2)', [lockClass, id])
    } catch (error) {
      // Ends this connection, and so tries it with another.
      await client.end()
      throw error
    }
    isHeld = true
  }
  const look = () =>
    deps.db
      .write(allTenants, (sql) => sql.run(freeDead, [lockClass]))
      .catch((error: unknown) => deps.log.error('Leases of ended processes could not be freed', error))
  return {
    id: () => (isHeld ? id : null),
    start: async () => {
      await connect()
      await look()
      timer = setInterval(() => void look(), lookEveryMs)
    },
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      clearTimeout(reconnecting)
      await client?.end().catch(() => undefined)
    },
  }
}
