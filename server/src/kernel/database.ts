import pg from 'pg'
import { clientLimits, limitNew, type ConnectionKind } from './connection-limits.ts'
import { inTransaction, requireNoSecondTransaction } from './open-transaction.ts'
import { Queries } from './queries.ts'

// Money is int8 and must not pass through a double.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const int8Array: number = 1016
pg.types.setTypeParser(int8Array as never, (text) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt),
)

/** Whose rows a transaction may see; row-level security reads it (security §5). */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'companies'; readonly companyIds: readonly string[] }
  | { readonly kind: 'own'; readonly userId: string; readonly companyId: string }

export const everything: Scope = { kind: 'all' }

export type Database = {
  /** One read-only transaction in this scope. */
  readonly read: <T>(scope: Scope, use: (sql: Queries) => Promise<T>) => Promise<T>
  /** The same on one snapshot: all its statements see the database at the same moment. */
  readonly readSnapshot: <T>(scope: Scope, use: (sql: Queries) => Promise<T>) => Promise<T>
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

/** SET LOCAL statements of a scope. Ids are checked, so the text is safe to send as it is. */
const settingsOf = (scope: Scope): string => {
  if (scope.kind === 'all') return `set local app.scope = 'all'`
  if (scope.kind === 'companies')
    return `set local app.companies = '{${scope.companyIds.map(checked).join(',')}}'`
  return `set local app.companies = '{${checked(scope.companyId)}}'; set local app."user" = '${checked(scope.userId)}'`
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
      const result = await inTransaction(onCallInside, () => use(new Queries(client)))
      await client.query('commit')
      return result
    } catch (error) {
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
        return await transaction(`begin; ${settingsOf(scope)}`, use)
      } catch (error) {
        const code = (error as { code?: string }).code ?? ''
        if (!retryable.has(code) || attempt === maxTries) throw error
      }
    }
  }
  return {
    pool,
    write,
    read: async (scope, use) =>
      transaction(`begin read only; ${settingsOf(scope)}`, (sql) => use(sql).catch(refuseWriteInRead)),
    readSnapshot: async (scope, use) =>
      transaction(`begin isolation level repeatable read read only; ${settingsOf(scope)}`, use),
    waitMs: () => {
      const [first] = waiting
      return first ? performance.now() - first.sinceMs : 0
    },
    close: () => pool.end(),
  }
}

/** True when a write broke this unique constraint. */
export const brokeUnique = (error: unknown, constraint: string): boolean =>
  (error as { code?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === constraint
