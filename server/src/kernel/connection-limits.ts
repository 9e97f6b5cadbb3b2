import type pg from 'pg'

/** What a connection is for: a person's call, work in the background, a migration, or listening and holding leases. */
export type ConnectionKind = 'request' | 'work' | 'migration' | 'standing'

type Limits = {
  /** Wait for one lock. */
  readonly lockMs: number
  readonly statementMs: number
  /** A transaction in which nothing happens is ended, with its connection: others wait for its locks. */
  readonly idleInTransactionMs: number
}

/** 0: no limit. */
const limits: Readonly<Record<ConnectionKind, Limits>> = {
  request: { lockMs: 5000, statementMs: 10_000, idleInTransactionMs: 15_000 },
  work: { lockMs: 10_000, statementMs: 300_000, idleInTransactionMs: 60_000 },
  migration: { lockMs: 60_000, statementMs: 0, idleInTransactionMs: 60_000 },
  standing: { lockMs: 0, statementMs: 0, idleInTransactionMs: 60_000 },
}

/** A host that vanished without a word is noticed after a minute, not after two hours. */
const keepalive = { idleSeconds: 30, intervalSeconds: 10, count: 3, unansweredMs: 60_000 }
/** What the client adds to a statement's own limit before it takes a silent server for gone. */
const silenceMs = 10_000
/** The longest transaction on servers that can limit it (PostgreSQL 17): its statements and the pauses between them. */
const transactionTimes = 4

const statementsOf = (kind: ConnectionKind): string => {
  const { lockMs, statementMs, idleInTransactionMs } = limits[kind]
  return [
    `set lock_timeout = ${lockMs}`,
    `set statement_timeout = ${statementMs}`,
    `set idle_in_transaction_session_timeout = ${idleInTransactionMs}`,
    `set tcp_keepalives_idle = ${keepalive.idleSeconds}`,
    `set tcp_keepalives_interval = ${keepalive.intervalSeconds}`,
    `set tcp_keepalives_count = ${keepalive.count}`,
    `set tcp_user_timeout = ${keepalive.unansweredMs}`,
    `select set_config('transaction_timeout', '${transactionTimes * statementMs}', false)
      where current_setting('server_version_num')::int >= 170000`,
  ].join('; ')
}

/** Sets the limits of a connection that was just opened. */
export const limitConnection = async (client: pg.ClientBase, kind: ConnectionKind): Promise<void> => {
  await client.query(statementsOf(kind))
}

/** The same for a pool, which hands a new connection out when this is done, though its type does not say so. */
export const limitNew =
  (kind: ConnectionKind): ((client: pg.ClientBase) => unknown) =>
  (client) =>
    limitConnection(client, kind)

/** The same on our side of the wire. */
export const clientLimits = (
  kind: ConnectionKind,
): Pick<pg.ClientConfig, 'keepAlive' | 'keepAliveInitialDelayMillis' | 'query_timeout'> => {
  const { statementMs } = limits[kind]
  return {
    keepAlive: true,
    keepAliveInitialDelayMillis: keepalive.idleSeconds * 1000,
    ...(statementMs > 0 ? { query_timeout: statementMs + silenceMs } : {}),
  }
}

/** For every session of the database, also of a person with psql: what a forgotten window may hold, and how long. */
const ofDatabase: Readonly<Record<string, string>> = {
  idle_in_transaction_session_timeout: '60s',
  tcp_keepalives_idle: String(keepalive.idleSeconds),
  tcp_keepalives_interval: String(keepalive.intervalSeconds),
  tcp_keepalives_count: String(keepalive.count),
}
const setByDatabase = `select split_part(setting, '=', 1) as name from pg_db_role_setting s, unnest(setconfig) setting
  where setrole = 0 and setdatabase = (select oid from pg_database where datname = current_database())`
const insufficientPrivilege = '42501'

/**
 * Gives the database its defaults, as its owner. What an operator set stays. A session that is left idle in a transaction
 * would otherwise stop everybody who needs the rows that it holds.
 */
export const limitDatabase = async (owner: pg.ClientBase): Promise<void> => {
  const { rows } = await owner.query<{ name: string }>(setByDatabase)
  const { rows: named } = await owner.query<{ name: string }>('select current_database() as name')
  const database = owner.escapeIdentifier(named[0]?.name ?? '')
  for (const [name, value] of Object.entries(ofDatabase)) {
    if (rows.some((row) => row.name === name)) continue
    await owner
      .query(`alter database ${database} set ${name} = ${owner.escapeLiteral(value)}`)
      .catch((error: unknown) => {
        // Another user may own the database; its schema is ours all the same.
        if ((error as { code?: string }).code !== insufficientPrivilege) throw error
      })
  }
}
