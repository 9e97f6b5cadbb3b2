import { createHash } from 'node:crypto'
import pg from 'pg'
import { clientLimits, limitConnection } from './connection-limits.ts'

// Each start grants its role the rights on all future tables. This grant shows which role belongs to a
// database.
const granted = `select r.rolname as name from pg_default_acl d, aclexplode(d.defaclacl) a join pg_roles r on r.oid = a.grantee
  where d.defaclobjtype = 'r' and r.rolname ~ '^cardamom_app(_|$)' order by r.rolname limit 1`
const named = `select current_database() as name, array(select rolname::text from pg_roles) as "usedNames"`
/** PostgreSQL cuts names after 63 bytes. The prefix and a number must fit too. */
const mostBytes = 40

/**
 * Returns a name that no role has. Roles belong to the whole server and may belong to other installations.
 */
const freeName = (database: string, usedNames: readonly string[]): string => {
  const isShort = Buffer.byteLength(database) <= mostBytes
  const label = isShort ? database : createHash('sha256').update(database).digest('hex').slice(0, 12)
  let name = `cardamom_app_${label}`
  for (let number = 2; usedNames.includes(name); number += 1) name = `cardamom_app_${label}_${number}`
  return name
}

/**
 * Returns the name of the app's role where the product creates the role: the role that this database already
 * has, or a new name after the database. Runs on the owner's connection. Two installations on one server
 * never share a role, because each start sets the role's password.
 */
export const findAppRole = async (ownerUrl: string): Promise<string> => {
  const client = new pg.Client({ connectionString: ownerUrl, ...clientLimits('migration') })
  await client.connect()
  try {
    await limitConnection(client, 'migration')
    const { rows } = await client.query<{ name: string }>(granted)
    if (rows[0]) return rows[0].name
    const { rows: names } = await client.query<{ name: string; usedNames: string[] }>(named)
    return freeName(names[0]?.name ?? '', names[0]?.usedNames ?? [])
  } finally {
    await client.end()
  }
}
