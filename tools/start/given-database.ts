import pg from 'pg'
import { StartRefused } from '../../server/src/kernel/migrate.ts'

const oldestVersion = 15
const connectTimeoutMs = 10_000

const ask = async <R extends object>(url: string, query: string): Promise<R> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  try {
    await client.connect()
    const { rows } = await client.query<R>(query)
    return rows[0]!
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

/** The app's role must stand behind row-level security: an owner or a superuser walks through it. */
const refuseStrongApp = async (ownerUrl: string, appUrl: string) => {
  refuseOtherAddresses('DATABASE_APP_URL', appUrl)
  const user = decodeURIComponent(new URL(appUrl).username)
  const { strong } = await ask<{ strong: boolean }>(
    appUrl,
    'select rolsuper or rolbypassrls as strong from pg_roles where rolname = current_user',
  )
  if (strong || user === decodeURIComponent(new URL(ownerUrl).username)) {
    throw new StartRefused(
      `The user ${user} of DATABASE_APP_URL would see past row-level security: give a plain role that owns nothing.`,
    )
  }
}

/**
 * Looks at the operator's PostgreSQL before anything is written to it: its address, version and the rights of both
 * users. Throws StartRefused with a sentence; what the network or the server says is thrown as it is.
 */
export const checkGivenDatabase = async (ownerUrl: string, appUrl: string | null): Promise<void> => {
  refuseOtherAddresses('DATABASE_URL', ownerUrl)
  const owner = await ask<Owner>(ownerUrl, ownerQuery)
  if (owner.major < oldestVersion) {
    throw new StartRefused(
      `DATABASE_URL is PostgreSQL ${owner.version}, which is too old: give one of version 15 to 18.`,
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
      `The user ${user} of DATABASE_URL may not create roles: allow it (alter role … createrole), or make a login role for the app and give DATABASE_APP_URL.`,
    )
  }
}
