import { createHash } from 'node:crypto'
import pg from 'pg'
import { clientLimits, limitConnection } from './connection-limits.ts'

/**
 * The login roles of the product besides the owner. `signer` appends signed blocks to the ledger, `accounts`
 * changes facts of its accounts, and `app` does all other work. Each has its own login, so that a stolen login
 * of one cannot do the work of another.
 */
export type Duty = 'app' | 'signer' | 'accounts'
export const duties: readonly Duty[] = ['app', 'signer', 'accounts']
export type OfDuties<T> = Readonly<Record<Duty, T>>

/** Makes one value for each duty. */
export const ofDuties = <T>(make: (duty: Duty) => T): OfDuties<T> => ({
  app: make('app'),
  signer: make('signer'),
  accounts: make('accounts'),
})

/** The setting with the address of each role. */
export const roleSettings = {
  app: 'DATABASE_APP_URL',
  signer: 'DATABASE_SIGNER_URL',
  accounts: 'DATABASE_ACCOUNTS_URL',
} as const satisfies OfDuties<string>

/**
 * A role that the product creates has a password, or null: it cannot log in until a start sets one. A role
 * without this field belongs to the operator.
 */
export type DatabaseRole = { readonly user: string; readonly password?: string | null }
export type DatabaseRoles = OfDuties<DatabaseRole>

/** The roles' addresses from settings; null where there is none. */
export const readRoleUrls = (env: NodeJS.ProcessEnv): OfDuties<string | null> =>
  ofDuties((duty) => env[roleSettings[duty]] || null)

export const userOfUrl = (url: string): string => decodeURIComponent(new URL(url).username)

/** The same database as another user. */
export const withUser = (url: string, role: { user: string; password: string }): string => {
  const changed = new URL(url)
  changed.username = encodeURIComponent(role.user)
  changed.password = role.password
  return changed.toString()
}

// Each start grants its roles the use of the schema. This grant shows which roles belong to a database.
const granted = `select r.rolname as name from pg_namespace n, aclexplode(n.nspacl) a join pg_roles r on r.oid = a.grantee
  where n.nspname = 'public' and r.rolname ~ $1 order by r.rolname limit 1`
const named = `select current_database() as name, array(select rolname::text from pg_roles) as "usedNames"`
/** PostgreSQL cuts names after 63 bytes. The prefix and a number must fit too. */
const mostBytes = 40

/**
 * Returns a name that no role has. Roles belong to the whole server and may belong to other installations.
 */
const freeName = (duty: Duty, database: string, usedNames: readonly string[]): string => {
  const isShort = Buffer.byteLength(database) <= mostBytes
  const label = isShort ? database : createHash('sha256').update(database).digest('hex').slice(0, 12)
  let name = `cardamom_${duty}_${label}`
  for (let number = 2; usedNames.includes(name); number += 1) name = `cardamom_${duty}_${label}_${number}`
  return name
}

/**
 * Returns the names of the roles where the product creates them: the role that this database already has for
 * a duty, or a new name after the database. Runs on the owner's connection. Two installations on one server
 * never share a role, because each start sets the roles' passwords.
 */
export const findRoleNames = async (ownerUrl: string): Promise<OfDuties<string>> => {
  const client = new pg.Client({ connectionString: ownerUrl, ...clientLimits('migration') })
  await client.connect()
  try {
    await limitConnection(client, 'migration')
    const { rows: names } = await client.query<{ name: string; usedNames: string[] }>(named)
    const { name: database = '', usedNames = [] } = names[0] ?? {}
    const nameOf = async (duty: Duty): Promise<string> => {
      const { rows } = await client.query<{ name: string }>(granted, [`^cardamom_${duty}(_|$)`])
      return rows[0]?.name ?? freeName(duty, database, usedNames)
    }
    return { app: await nameOf('app'), signer: await nameOf('signer'), accounts: await nameOf('accounts') }
  } finally {
    await client.end()
  }
}

/**
 * The roles of an installation: the operator's where a setting names one, otherwise roles that the product
 * creates, with these passwords.
 */
export const chooseRoles = async (
  ownerUrl: string,
  of: { urls: OfDuties<string | null>; passwords: OfDuties<string | null> },
): Promise<DatabaseRoles> => {
  const isComplete = duties.every((duty) => of.urls[duty] !== null)
  const names = isComplete ? null : await findRoleNames(ownerUrl)
  return ofDuties((duty) => {
    const url = of.urls[duty]
    return url === null
      ? { user: names?.[duty] ?? '', password: of.passwords[duty] }
      : { user: userOfUrl(url) }
  })
}
