import pg from 'pg'
import { notifyStatement, watchChanges, type ChangeNotices } from './change-notices.ts'
import { clientLimits, limitNew, type ConnectionKind } from './connection-limits.ts'
import { DatabaseUnreachable, isUnreachable, namingLoss } from './lost-database.ts'
import { inTransaction, requireNoSecondTransaction } from './open-transaction.ts'
import { Queries, type Statement } from './queries.ts'
import { createReadLanes } from './read-lanes.ts'
import { arrayOf, checkedId, type ScopeSettings } from './scoped-statement.ts'
import { streamRows } from './streamed-rows.ts'
import './value-parsers.ts'

/**
 * Whose rows a transaction may see. `isSeller`: also the people whom their codes brought (security §5). `allButHidden`: all
 * companies but the hidden ones, and the administrator's own; the database knows them without the ids.
 */
export type Scope =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'companies'
      readonly companyIds: readonly string[]
      readonly allButHidden?: { readonly own: string }
    }
  | { readonly kind: 'own'; readonly userId: string; readonly companyId: string; readonly isSeller?: true }

export const allTenants: Scope = { kind: 'all' }

export type Database = {
  /** Read-only statements in this scope, each in its own transaction. No connection is held between them. */
  readonly read: <T>(scope: Scope, use: (sql: Queries) => Promise<T>) => Promise<T>
  /**
   * The same statements for a caller that calls outside services between them, and for files. `gone`: nobody waits for
   * the streamed rows any more.
   */
  readonly reader: (scope: Scope, gone?: AbortSignal) => Queries
  /**
   * One statement that changes rows, as its own transaction on a connection that others share: without a transaction's round
   * trips, and without waiting for the disk. What is committed after it is never on the disk without it. An answer that was
   * lost is an error: the statement may have run.
   */
  readonly writeAlone: <T>(scope: Scope, use: (sql: Queries) => Promise<T>) => Promise<T>
  /** One transaction in this scope, retried when the database requires it (serialisation, deadlock). */
  readonly write: <T>(scope: Scope, use: (sql: Queries) => Promise<T>) => Promise<T>
  readonly pool: pg.Pool
  /** How long the first waiting caller has waited for a connection; 0: no caller waits. */
  readonly waitMs: () => number
  readonly close: () => Promise<void>
}

const settingsOf = (scope: Scope): ScopeSettings => {
  if (scope.kind === 'all') return { scope: 'all', companies: '', user: '' }
  if (scope.kind === 'companies' && scope.allButHidden) {
    return { scope: 'visible', companies: `{${checkedId(scope.allButHidden.own)}}`, user: '' }
  }
  if (scope.kind === 'companies') {
    return { scope: '', companies: arrayOf(scope.companyIds), user: '' }
  }
  const companies = `{${checkedId(scope.companyId)}}`
  return { scope: scope.isSeller ? 'seller' : '', companies, user: checkedId(scope.userId) }
}

/** SET LOCAL statements of a scope. Ids are validated, so the text needs no escaping. */
const localSettings = (of: Scope): string => {
  const { scope, companies, user } = settingsOf(of)
  if (scope === 'all') return `set local app.scope = 'all'`
  if (scope === 'visible') return `set local app.companies = '${companies}'; set local app.scope = 'visible'`
  const own = user === '' ? '' : `; set local app."user" = '${user}'; set local app.scope = '${scope}'`
  return `set local app.companies = '${companies}'${own}`
}

/** A write in a read-only transaction is a bug in our code, not an unavailable database. */
const refuseWriteInRead = (error: unknown): never => {
  if ((error as { code?: string }).code === '25006') throw new Error(`A read wrote: ${String(error)}`)
  throw error
}

const retryable = new Set(['40001', '40P01'])
const maxTries = 4
/** Longer than any queue of callers, and shorter than callers wait for a silent database. */
const longestConnectMs = 20_000
/** Connections for single reads, besides those for transactions. */
const mostLanes = 8

const refuseCallInside = (error: Error): never => {
  throw error
}

/** Opens the pool of the app's role (`cardamom_app`). */
export const openDatabase = (options: {
  url: string
  connections: number
  /** Time limits of its connections; by default those of a person's call. */
  kind?: ConnectionKind
  onIdleError: (error: Error) => void
  /** Called for every transaction that failed. */
  onFailure?: (error: unknown) => void
  /** Called with changes of cached data. */
  notices?: ChangeNotices
  /** Called when an outside service or a second transaction is used in a transaction; throws by default. */
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
  // A connection that is lost between two statements reports it only here; without this handler the process
  // would end. The next statement fails, and the transaction with it.
  pool.on('connect', (client) => client.on('error', () => undefined))

  const unreachable = (cause: unknown) => new DatabaseUnreachable(cause)
  const lanes = createReadLanes({
    url: options.url,
    most: Math.min(mostLanes, options.connections),
    kind,
    connectTimeoutMs: longestConnectMs,
    onIdleError: options.onIdleError,
    unreachable,
  })

  /** Start times of the waiting callers, the first caller first. */
  const waiting = new Set<{ readonly sinceMs: number }>()
  const connect = async (): Promise<pg.PoolClient> => {
    const waiter = { sinceMs: performance.now() }
    waiting.add(waiter)
    try {
      return await pool.connect()
    } catch (error) {
      const unreachable = new DatabaseUnreachable(error)
      options.onFailure?.(unreachable)
      throw unreachable
    } finally {
      waiting.delete(waiter)
    }
  }

  const transaction = async <T>(startStatement: string, use: (sql: Queries) => Promise<T>): Promise<T> => {
    requireNoSecondTransaction()
    const client = await connect()
    let broken: Error | undefined
    try {
      await client.query(startStatement)
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
        // The notice is sent also when the commit's answer is lost: the commit may have succeeded.
        await client
          .query(`${notifyStatement(subjects)}; commit`)
          .finally(() => options.notices?.tell(subjects))
      }
      return result
    } catch (thrown) {
      const error = namingLoss(thrown)
      // A connection that stops answering is closed. The server rolls back when it notices.
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
  const failed = (thrown: unknown): never => {
    const error = namingLoss(thrown)
    options.onFailure?.(error)
    throw error
  }
  const streams = { url: options.url, connectTimeoutMs: longestConnectMs, unreachable, failed }
  const reader: Database['reader'] = (scope, gone) => {
    const settings = settingsOf(scope)
    return new Queries({
      query: (statement) => lanes.query(settings, statement).catch(failed),
      stream: (statement) => streamRows(streams, { settings, statement, gone }),
    })
  }
  const read: Database['read'] = async (scope, use) => {
    requireNoSecondTransaction()
    return inTransaction(onCallInside, () => use(reader(scope)).catch(refuseWriteInRead))
  }
  const writeAlone: Database['writeAlone'] = async (scope, use) => {
    requireNoSecondTransaction()
    const settings = { ...settingsOf(scope), writes: true } as const
    const query = (statement: Statement) => lanes.query(settings, statement).catch(failed)
    return inTransaction(onCallInside, () => use(new Queries({ query })))
  }
  return {
    pool,
    write,
    writeAlone,
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

/** True when a write violated this unique constraint. */
export const brokeUnique = (error: unknown, constraint: string): boolean =>
  (error as { code?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === constraint
