import type pg from 'pg'

/**
 * The use of a connection: a person's call, the file of a list, background work, a migration, listening and leases, or a
 * copy of the whole database.
 */
export type ConnectionKind = 'request' | 'file' | 'work' | 'migration' | 'standing' | 'copy'

type Limits = {
  /** Limit of the wait for one lock. */
  readonly lockMs: number
  readonly statementMs: number
  /**
   * A transaction that is idle for this time is ended with its connection, because others wait for its locks.
   */
  readonly idleInTransactionMs: number
}

const hourMs = 3_600_000
/** Every statement has a limit: an endless one blocks all that wait behind it. */
const limits: Readonly<Record<ConnectionKind, Limits>> = {
  request: { lockMs: 5000, statementMs: 10_000, idleInTransactionMs: 15_000 },
  // All rows of a list, written to a disk.
  file: { lockMs: 5000, statementMs: 300_000, idleInTransactionMs: 15_000 },
  work: { lockMs: 10_000, statementMs: 300_000, idleInTransactionMs: 60_000 },
  migration: { lockMs: 60_000, statementMs: hourMs, idleInTransactionMs: 60_000 },
  // A lease waits until the server has noticed that the previous connection is closed.
  standing: { lockMs: 150_000, statementMs: 180_000, idleInTransactionMs: 60_000 },
  // A copy may wait for a slow disk between two statements.
  copy: { lockMs: 60_000, statementMs: 24 * hourMs, idleInTransactionMs: hourMs },
}

/** A host that disappears is noticed after a minute. The system's default is two hours. */
const keepalive = { idleSeconds: 30, intervalSeconds: 10, count: 3, unansweredMs: 60_000 }
/** Time that the client adds to a statement's limit before it treats the server as unreachable. */
const silenceMs = 10_000
/** Longest transaction, with its statements and pauses, on servers that can limit it (PostgreSQL 17). */
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
    // The server ends the statement of a reader who has left, also before its first row.
    ...(kind === 'file' ? [`set client_connection_check_interval = 1000`] : []),
    `select set_config('transaction_timeout', '${transactionTimes * statementMs}', false)
      where current_setting('server_version_num')::int >= 170000`,
  ].join('; ')
}

/** Sets the limits of a new connection. */
export const limitConnection = async (client: pg.ClientBase, kind: ConnectionKind): Promise<void> => {
  await client.query(statementsOf(kind))
}

/**
 * Sets the limits in a pool. The pool waits for this before it returns a new connection, though its type does
 * not say so.
 */
export const limitNew =
  (kind: ConnectionKind): ((client: pg.ClientBase) => unknown) =>
  (client) =>
    limitConnection(client, kind)

/** The limits on the client's side. */
export const clientLimits = (
  kind: ConnectionKind,
): Pick<pg.ClientConfig, 'keepAlive' | 'keepAliveInitialDelayMillis' | 'query_timeout'> => {
  const { statementMs } = limits[kind]
  return {
    keepAlive: true,
    keepAliveInitialDelayMillis: keepalive.idleSeconds * 1000,
    // The driver's timer does not notice the end of a COPY stream, or that rows arrive.
    ...(kind === 'copy' || kind === 'file' ? {} : { query_timeout: statementMs + silenceMs }),
  }
}

/** Limits of every session of the database, including a person's with psql. */
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
 * Sets the defaults of the database, as its owner. Values that an operator set remain. Without them, a
 * session that is idle in a transaction would block everybody who needs its rows.
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
        // The database may have another owner; the schema is always ours.
        if ((error as { code?: string }).code !== insufficientPrivilege) throw error
      })
  }
}

/**
 * Limits of a role's sessions that set nothing themselves, including a person's with psql. The owner's are
 * for migrations.
 */
const ofRole = { owner: limits.migration, app: limits.request } as const
const roleLock = 7_261_407
const ownDefault = `idle_in_transaction_session_timeout=${ofDatabase['idle_in_transaction_session_timeout']}`
const limitOwnRole = (role: keyof typeof ofRole): string => `do $$
  declare wanted record;
  begin
    -- Copies that start together set it one after another.
    perform pg_advisory_xact_lock(${roleLock});
    for wanted in
      select name, value from (values
        ('lock_timeout', '${ofRole[role].lockMs}ms'),
        ('statement_timeout', '${ofRole[role].statementMs}ms'),
        ('idle_in_transaction_session_timeout', '${ofRole[role].idleInTransactionMs}ms')) as v (name, value)
      where not exists (
        select from pg_db_role_setting s, unnest(s.setconfig) setting
        where s.setrole in (0, (select oid from pg_roles where rolname = current_user))
          and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
          and split_part(setting, '=', 1) = v.name and setting <> '${ownDefault}')
    loop
      execute format('alter role %I in database %I set %I = %L',
        current_user, current_database(), wanted.name, wanted.value);
    end loop;
  end $$`

/**
 * Sets the limits of the connection's own role in this database, which every role may do for itself. Values
 * that an operator set remain.
 */
export const limitRole = async (
  client: Pick<pg.ClientBase, 'query'>,
  role: keyof typeof ofRole,
): Promise<void> => {
  await client.query(limitOwnRole(role))
}
