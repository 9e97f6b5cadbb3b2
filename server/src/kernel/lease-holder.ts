import { randomInt } from 'node:crypto'
import pg from 'pg'
import { clientLimits, limitConnection } from './connection-limits.ts'
import type { Database } from './database.ts'
import { wholeInstallation } from './scopes.ts'
import type { Log } from './log.ts'

/** This process as a holder of job leases. */
export type LeaseHolder = {
  /** The id that it writes into its leases; null while no lock shows that the process is alive. */
  readonly id: () => number | null
  /** Acquires its lock and frees the leases of ended processes, now and every few seconds. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

const lockClass = 7_261_407
const largestId = 2 ** 31 - 1
const checkEveryMs = 5000
const reconnectMs = 1000

/** The lock of a process ends with its connection at once, also after kill -9. */
const freeDead = `update job set leased_until = null where leased_until is not null and leased_by is not null
  and not exists (select 1 from pg_locks where locktype = 'advisory' and classid = $1::int::oid
    and objid = leased_by::oid and objsubid = 2 and database = (select oid from pg_database where datname = current_database()))`

/**
 * A job's lease outlives its process by up to a minute, in which no process would run the job. Each process
 * therefore holds an advisory lock on its own connection. Every process frees the leases of processes whose
 * lock is gone, at its start and while it runs. A host that disappears holds its lock until the database
 * notices; then the lease expires.
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
    // Waits while the server still counts a lost connection of ours; that connection holds the lock until
    // then.
    try {
      await client.query('select pg_advisory_lock($1, $2)', [lockClass, id])
    } catch (error) {
      // Ends this connection, so that the next attempt uses a new one.
      await client.end()
      throw error
    }
    isHeld = true
  }
  const check = () =>
    deps.db
      .write(wholeInstallation, (sql) => sql.run(freeDead, [lockClass]))
      .catch((error: unknown) => deps.log.error('Leases of ended processes could not be freed', error))
  return {
    id: () => (isHeld ? id : null),
    start: async () => {
      await connect()
      await check()
      timer = setInterval(() => void check(), checkEveryMs)
    },
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      clearTimeout(reconnecting)
      await client?.end().catch(() => undefined)
    },
  }
}
