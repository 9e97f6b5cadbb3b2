import pg from 'pg'
import { clientLimits, limitConnection } from './connection-limits.ts'
import { duties, roleSettings, userOfUrl, type Duty, type OfDuties } from './database-roles.ts'
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
  values: readonly unknown[] = [],
): Promise<R> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    ...clientLimits('request'),
  })
  try {
    await client.connect()
    await limitConnection(client, 'request')
    const { rows } = await client.query<R>(query, [...values])
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

type Role = { isStrong: boolean; others: string[] }
const roleQuery = `select rolsuper or rolbypassrls or rolcreaterole or rolreplication as "isStrong",
    array(select other.rolname::text from pg_roles other where other.rolname <> current_user
      and other.rolname = any ($1) and pg_has_role(current_user, other.oid, 'member')) as others
  from pg_roles where rolname = current_user`

/**
 * Row-level security and the rights on functions must apply to each role. They do not apply to an owner or a
 * superuser, and a role that may act as another one has its rights too.
 */
const refuseStrongRole = async (duty: Duty, url: string, users: readonly string[]) => {
  const name = roleSettings[duty]
  const user = userOfUrl(url)
  const { isStrong, others } = await queryOf<Role>({ name, url }, roleQuery, [users])
  if (isStrong || user === users[0]) {
    throw new StartRefused(
      `The user ${user} of ${name} would bypass row-level security: use a role that is no superuser, creates no roles and owns nothing.`,
    )
  }
  if (others[0] !== undefined) {
    throw new StartRefused(
      `The user ${user} of ${name} may act as ${others[0]}: run "revoke ${others[0]} from ${user}" in the database.`,
    )
  }
}

const refuseRoles = async (ownerUrl: string, urls: OfDuties<string | null>) => {
  const configured = duties.flatMap((duty) => {
    const url = urls[duty]
    return url === null ? [] : [{ duty, url }]
  })
  for (const { duty, url } of configured) refuseOtherAddresses(roleSettings[duty], url)
  const users = [ownerUrl, ...configured.map(({ url }) => url)].map(userOfUrl)
  for (const [index, { duty, url }] of configured.entries()) {
    const first = configured.slice(0, index).find((other) => userOfUrl(other.url) === userOfUrl(url))
    if (first) {
      throw new StartRefused(
        `${roleSettings[first.duty]} and ${roleSettings[duty]} have the same user: make a login role for each.`,
      )
    }
    await refuseStrongRole(duty, url, users)
  }
}

/**
 * Checks the operator's PostgreSQL before the first write: its address, its version and the rights of all
 * users. The product creates the roles whose address is null. Throws StartRefused with a sentence.
 */
export const checkExistingDatabase = async (
  ownerUrl: string,
  urls: OfDuties<string | null>,
): Promise<void> => {
  refuseOtherAddresses('DATABASE_URL', ownerUrl)
  const owner = await queryOf<Owner>({ name: 'DATABASE_URL', url: ownerUrl }, ownerQuery)
  if (owner.major < oldestVersion) {
    throw new StartRefused(
      `DATABASE_URL is PostgreSQL ${owner.version}, which is too old: use version 15 to 18.`,
    )
  }
  const user = userOfUrl(ownerUrl)
  if (!owner.may_create) {
    throw new StartRefused(
      `The user ${user} of DATABASE_URL may not create tables there: make it the owner of that database.`,
    )
  }
  await refuseRoles(ownerUrl, urls)
  const missing = duties.filter((duty) => urls[duty] === null).map((duty) => roleSettings[duty])
  if (missing.length > 0 && !owner.may_make_roles) {
    throw new StartRefused(
      `The user ${user} of DATABASE_URL may not create roles: allow it (alter role … createrole), or make a login role for each of these settings, which are missing: ${missing.join(', ')}.`,
    )
  }
}
