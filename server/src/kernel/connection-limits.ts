import type pg from 'pg'

/**
 * What a connection is for: a person's call, work in the background, a migration, listening and holding leases, or a copy
 * of the whole database.
 */
export type ConnectionKind = 'request' | 'work' | 'migration' | 'standing' | 'copy'

type Limits = {
  /** Wait for one lock. */
  readonly lockMs: number
  readonly statementMs: number
  /** A transaction in which nothing happens is ended, with its connection: others wait for its locks. */
  readonly idleInTransactionMs: number
}

const hourMs = 3_600_000
/** None is without a limit: what waits for ever holds up whoever waits behind it. */
const limits: Readonly<Record<ConnectionKind, Limits>> = {
  request: { lockMs: 5000, statementMs: 10_000, idleInTransactionMs: 15_000 },
  work: { lockMs: 10_000, statementMs: 300_000, idleInTransactionMs: 60_000 },
  migration: { lockMs: 60_000, statementMs: hourMs, idleInTransactionMs: 60_000 },
  // A lease waits until the server has noticed that the connection before it is gone.
  standing: { lockMs: 150_000, statementMs: 180_000, idleInTransactionMs: 60_000 },
  // Between two statements it may wait for a slow disk.
  copy: { lockMs: 60_000, statementMs: 24 * hourMs, idleInTransactionMs: hourMs },
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
    // A stream of COPY never tells its timer that it is over.
    ...(kind === 'copy' ? {} : { query_timeout: statementMs + silenceMs }),
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

/** What a session of a role has that sets nothing itself: a person's with psql, too. The owner's is for migrations. */
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
 * Gives the connection's own role its limits in this database, which every role may do for itself. What an operator set
 * stays.
 */
export const limitRole = async (
  client: Pick<pg.ClientBase, 'query'>,
  role: keyof typeof ofRole,
): Promise<void> => {
  await client.query(limitOwnRole(role))
}
