import pg from 'pg'
import { notifyStatement, watchChanges, type ChangeNotices } from './change-notices.ts'
import { clientLimits, limitNew, type ConnectionKind } from './connection-limits.ts'
import { inTransaction, requireNoSecondTransaction } from './open-transaction.ts'
import { Queries, type Statement } from './queries.ts'
import { createReadLanes } from './read-lanes.ts'
import type { ScopeSettings } from './scoped-statement.ts'

// Money is int8 and must not pass through a double.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const parseAnyInstant = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
// The driver's parser knows every zone and era, and takes twice as long.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text[10] === ' ' && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseAnyInstant(text),
)
const int8Array: number = 1016
pg.types.setTypeParser(int8Array as never, (text) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt),
)

/** Whose rows a transaction may see; row-level security reads it (security §5). */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'companies'; readonly companyIds: readonly string[] }
  | { readonly kind: 'own'; readonly userId: string; readonly companyId: string }

export const allTenants: Scope = { kind: 'all' }

export type Database = {
  /** Read-only statements in this scope, each a transaction of its own; no connection is held between them. */
  readonly read: <T>(scope: Scope, use: (sql: Queries) => Promise<T>) => Promise<T>
  /** The same statements for a caller that asks outside services between them: it holds nothing while it does. */
  readonly reader: (scope: Scope) => Queries
  /** One transaction in this scope, tried again when the database asks for it (serialisation, deadlock). */
  readonly write: <T>(scope: Scope, use: (sql: Queries) => Promise<T>) => Promise<T>
  readonly pool: pg.Pool
  /** How long the first of those who wait for a connection has been waiting; 0: nobody waits. */
  readonly waitMs: () => number
  readonly close: () => Promise<void>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const checked = (id: string): string => {
  if (!uuid.test(id)) throw new TypeError('A scope takes uuids only')
  return id
}

const settingsOf = (scope: Scope): ScopeSettings => {
  if (scope.kind === 'all') return { scope: 'all', companies: '', user: '' }
  if (scope.kind === 'companies') {
    return { scope: '', companies: `{${scope.companyIds.map(checked).join(',')}}`, user: '' }
  }
  return { scope: '', companies: `{${checked(scope.companyId)}}`, user: checked(scope.userId) }
}

/** SET LOCAL statements of a scope. Ids are checked, so the text is safe to send as it is. */
const localSettings = (of: Scope): string => {
  const { scope, companies, user } = settingsOf(of)
  if (scope === 'all') return `set local app.scope = 'all'`
  const own = user === '' ? '' : `; set local app."user" = '${user}'`
  return `set local app.companies = '${companies}'${own}`
}

/** A write where only reads may be is our mistake, not a database that takes no writes. */
const refuseWriteInRead = (error: unknown): never => {
  if ((error as { code?: string }).code === '25006') throw new Error(`A read wrote: ${String(error)}`)
  throw error
}

const retryable = new Set(['40001', '40P01'])
const maxTries = 4
/** Longer than any queue of callers; shorter than their patience with a database that is silent. */
const longestConnectMs = 20_000
/** Connections of a database for single reads, besides those of its transactions. */
const mostLanes = 8

/** No connection could be had, or none that answered. Who asks again under the same key finds out what happened. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown, message = 'The database cannot be reached') {
    super(message, { cause })
  }
}

/** SQLSTATE of a connection that broke, of a server that stops or starts, and of one with too many connections. */
const lostConnection = /^(?:08...|57P0[1-3]|53300|25P0[34])$/
const endedConnection =
  /^(?:Connection terminated|Client has encountered a connection error|Query read timeout)/
/** What the socket of a connection says that broke. */
const brokenSocket = /^(?:EPIPE|ECONNRESET|ECONNABORTED|ENOTCONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
const namingLoss = (error: unknown): unknown =>
  brokenSocket.test((error as { code?: string }).code ?? '') ? new DatabaseUnreachable(error) : error
/** SQLSTATE of a wait for a lock, and of a statement, that took too long: rolled back, so surely nothing was done. */
const tookTooLong = new Set(['55P03', '57014'])

/** True when the database was not there, or went away in the middle: then nobody knows whether a commit was one. */
export const isUnreachable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnreachable || endedConnection.test(error.message)) return true
  return lostConnection.test((error as { code?: string }).code ?? '') || isUnreachable(error.cause)
}

const refuseCallInside = (error: Error): never => {
  throw error
}

/** True when somebody else holds what was needed, or there was too much to do; nothing was done, and a retry may. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && (tookTooLong.has((error as { code?: string }).code ?? '') || isBusy(error.cause))

/** Opens the pool of the app's role (`cardamom_app`). */
export const openDatabase = (options: {
  url: string
  connections: number
  /** Time limits of its connections; those of a person's call when absent. */
  kind?: ConnectionKind
  onIdleError: (error: Error) => void
  /** Hears of every transaction that failed. */
  onFailure?: (error: unknown) => void
  /** Hears what transactions changed that is remembered elsewhere. */
  notices?: ChangeNotices
  /** Hears of outside services that are called inside a transaction, and of transactions; without it the call throws. */
  onCallInside?: (error: Error) => void
}): Database => {
  const onCallInside = options.onCallInside ?? refuseCallInside
  const kind = options.kind ?? 'request'
  const pool = new pg.Pool({
    ...clientLimits(kind),
    onConnect: limitNew(kind),
    connectionString: options.url,
    max: options.connections,
    connectionTimeoutMillis: longestConnectMs,
    application_name: 'cardamom',
  })
  pool.on('error', options.onIdleError)
  // A connection that is lost between two statements of a transaction says so to nobody else, and would end the process;
  // its next statement fails, and the transaction with it.
  pool.on('connect', (client) => client.on('error', () => undefined))

  const lanes = createReadLanes({
    url: options.url,
    most: Math.min(mostLanes, options.connections),
    kind,
    connectTimeoutMs: longestConnectMs,
    onIdleError: options.onIdleError,
    unreachable: (cause) => new DatabaseUnreachable(cause),
  })

  /** When each of those who wait began to; the first of them is the first here. */
  const waiting = new Set<{ readonly sinceMs: number }>()
  const connect = async (): Promise<pg.PoolClient> => {
    const place = { sinceMs: performance.now() }
    waiting.add(place)
    try {
      return await pool.connect()
    } catch (error) {
      const unreachable = new DatabaseUnreachable(error)
      options.onFailure?.(unreachable)
      throw unreachable
    } finally {
      waiting.delete(place)
    }
  }

  const transaction = async <T>(begin: string, use: (sql: Queries) => Promise<T>): Promise<T> => {
    requireNoSecondTransaction()
    const client = await connect()
    let broken: Error | undefined
    try {
      await client.query(begin)
      const changes = watchChanges()
      const sql = new Queries({
        query: (statement) => {
          changes.see(statement.text)
          return client.query(statement)
        },
      })
      changes.start(sql)
      const result = await inTransaction(onCallInside, () => use(sql))
      const subjects = changes.subjects()
      if (subjects.size === 0) await client.query('commit')
      else {
        // Told also where the answer of the commit is lost: it may have been one.
        await client
          .query(`${notifyStatement(subjects)}; commit`)
          .finally(() => options.notices?.tell(subjects))
      }
      return result
    } catch (thrown) {
      const error = namingLoss(thrown)
      // A connection that answers no more is given up, and the server rolls back when it notices.
      if (isUnreachable(error)) broken = error as Error
      else await client.query('rollback').catch((lost: Error) => (broken = lost))
      options.onFailure?.(error)
      throw error
    } finally {
      client.release(broken)
    }
  }
  const write = async <T>(scope: Scope, use: (sql: Queries) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transaction(`begin; ${localSettings(scope)}`, use)
      } catch (error) {
        const code = (error as { code?: string }).code ?? ''
        if (!retryable.has(code) || attempt === maxTries) throw error
      }
    }
  }
  const readStatement = async (settings: ScopeSettings, statement: Statement): Promise<pg.QueryResult> => {
    try {
      return await lanes.query(settings, statement)
    } catch (thrown) {
      const error = namingLoss(thrown)
      options.onFailure?.(error)
      throw error
    }
  }
  const reader: Database['reader'] = (scope) => {
    const settings = settingsOf(scope)
    return new Queries({ query: (statement) => readStatement(settings, statement) })
  }
  const read: Database['read'] = async (scope, use) => {
    requireNoSecondTransaction()
    return inTransaction(onCallInside, () => use(reader(scope)).catch(refuseWriteInRead))
  }
  return {
    pool,
    write,
    reader,
    read,
    waitMs: () => {
      const [first] = waiting
      return Math.max(lanes.waitMs(), first ? performance.now() - first.sinceMs : 0)
    },
    close: async () => {
      await lanes.close()
      await pool.end()
    },
  }
}

/** True when a write broke this unique constraint. */
export const brokeUnique = (error: unknown, constraint: string): boolean =>
  (error as { code?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === constraint
