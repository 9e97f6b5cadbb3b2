import pg from 'pg'
import { clientLimits, limitConnection } from './connection-limits.ts'
import { StartRefused } from './migrate.ts'

const oldestVersion = 15
const connectTimeoutMs = 10_000

/** Codes of failed connections and logins. */
const silences = new Set(
  'ECONNREFUSED ECONNRESET ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH 28P01 28000 3D000'.split(
    ' ',
  ),
)

/** The sentence for a failed connection; other errors stay unchanged. */
const asRefusal = (name: string, error: unknown): unknown => {
  const { code = '', message } = error as { code?: string; message: string }
  if (/client password must be a string/.test(message))
    return new StartRefused(
      `${name} has no password, but the database requires one: write it as postgres://user:password@host:port/database.`,
    )
  return silences.has(code) || /timeout/i.test(message)
    ? new StartRefused(
        `The database of ${name} does not answer (${message || code}): check its address, user and password.`,
      )
    : error
}

const queryOf = async <R extends object>(
  { name, url }: { name: string; url: string },
  query: string,
): Promise<R> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    ...clientLimits('request'),
  })
  try {
    await client.connect()
    await limitConnection(client, 'request')
    const { rows } = await client.query<R>(query)
    return rows[0]!
  } catch (error) {
    throw asRefusal(name, error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const refuseOtherAddresses = (name: string, url: string) => {
  const parsed = URL.canParse(url) ? new URL(url) : null
  const isDatabase = parsed && /^postgres(?:ql)?:$/.test(parsed.protocol) && parsed.pathname.length > 1
  if (isDatabase) return
  throw new StartRefused(
    `${name} is not an address of a database: write it as postgres://user:password@host:port/database.`,
  )
}

const ownerQuery = `select current_setting('server_version') as version,
  current_setting('server_version_num')::int / 10000 as major,
  has_schema_privilege('public', 'create') as may_create,
  (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_make_roles`

type Owner = { version: string; major: number; may_create: boolean; may_make_roles: boolean }

/** Row-level security must apply to the app's role. It does not apply to an owner or a superuser. */
const refuseStrongApp = async (ownerUrl: string, appUrl: string) => {
  refuseOtherAddresses('DATABASE_APP_URL', appUrl)
  const user = decodeURIComponent(new URL(appUrl).username)
  const { strong } = await queryOf<{ strong: boolean }>(
    { name: 'DATABASE_APP_URL', url: appUrl },
    'select rolsuper or rolbypassrls as strong from pg_roles where rolname = current_user',
  )
  if (strong || user === decodeURIComponent(new URL(ownerUrl).username)) {
    throw new StartRefused(
      `The user ${user} of DATABASE_APP_URL would bypass row-level security: use a role that is no superuser and owns nothing.`,
    )
  }
}

/**
 * Checks the operator's PostgreSQL before the first write: its address, its version and the rights of both
 * users. Throws StartRefused with a sentence.
 */
export const checkExistingDatabase = async (ownerUrl: string, appUrl: string | null): Promise<void> => {
  refuseOtherAddresses('DATABASE_URL', ownerUrl)
  const owner = await queryOf<Owner>({ name: 'DATABASE_URL', url: ownerUrl }, ownerQuery)
  if (owner.major < oldestVersion) {
    throw new StartRefused(
      `DATABASE_URL is PostgreSQL ${owner.version}, which is too old: use version 15 to 18.`,
    )
  }
  const user = decodeURIComponent(new URL(ownerUrl).username)
  if (!owner.may_create) {
    throw new StartRefused(
      `The user ${user} of DATABASE_URL may not create tables there: make it the owner of that database.`,
    )
  }
  if (appUrl !== null) await refuseStrongApp(ownerUrl, appUrl)
  else if (!owner.may_make_roles) {
    throw new StartRefused(
      `The user ${user} of DATABASE_URL may not create roles: allow it (alter role … createrole), or make a login role for the app and set DATABASE_APP_URL.`,
    )
  }
}
