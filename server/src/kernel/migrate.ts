import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { prepareChecks } from './migration-checks.ts'
import { clientLimits, limitConnection, limitDatabase, limitRole } from './connection-limits.ts'
import { duties, type DatabaseRole, type DatabaseRoles } from './database-roles.ts'

/** A sentence for the person who starts the product. The start prints it and ends. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

type Migration = {
  readonly name: string
  readonly text: string
  readonly check: string | null
  readonly sha256: string
}

const lockKey = 7_261_406

const numbered = /^\d{4}-.*\.sql$/

/** Finds `migrations/NNNN-*.sql` of the kernel and every module, ordered by number. */
export const findMigrations = (sourceDir: string): Migration[] => {
  const found: Migration[] = []
  for (const module of readdirSync(sourceDir, { withFileTypes: true })) {
    if (!module.isDirectory()) continue
    const folder = join(sourceDir, module.name, 'migrations')
    const files = readdirSync(join(sourceDir, module.name)).includes('migrations') ? readdirSync(folder) : []
    for (const file of files.filter((name) => numbered.test(name) && !name.endsWith('.check.sql'))) {
      const text = readFileSync(join(folder, file), 'utf8')
      const checkName = file.replace(/\.sql$/, '.check.sql')
      const check = files.includes(checkName) ? readFileSync(join(folder, checkName), 'utf8') : null
      found.push({
        name: file.replace(/\.sql$/, ''),
        text,
        check,
        sha256: createHash('sha256').update(text).digest('hex'),
      })
    }
  }
  found.sort((a, b) => (a.name < b.name ? -1 : 1))
  const numbers = found.map(({ name }) => name.slice(0, 4))
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index)
  if (twice) throw new Error(`Two migrations have the number ${twice}`)
  return found
}

const applyOne = async (client: pg.Client, migration: Migration) => {
  await client.query('begin')
  try {
    await client.query(migration.text)
    if (migration.check) await client.query(migration.check)
    await client.query('insert into migration (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${(cause as Error).message}`, { cause })
  }
}

const refuseUnknown = (applied: readonly { name: string; sha256: string }[], known: readonly Migration[]) => {
  for (const { name, sha256 } of applied) {
    const migration = known.find((each) => each.name === name)
    if (!migration) {
      throw new StartRefused(
        `The database was made by a newer version of Cardamom (it has ${name}): start that version, or restore a backup.`,
      )
    }
    if (migration.sha256 !== sha256) {
      throw new StartRefused(
        `Migration ${name} was changed after it was applied: restore the file as it was.`,
      )
    }
  }
}

/** Finds `migrations/<name>.sql` of the kernel and every module: files generated from rules of the code. */
const findGenerated = (sourceDir: string): string[] =>
  readdirSync(sourceDir, { withFileTypes: true })
    .filter((module) => module.isDirectory() && existsSync(join(sourceDir, module.name, 'migrations')))
    .flatMap(({ name }) => {
      const folder = join(sourceDir, name, 'migrations')
      return readdirSync(folder)
        .filter((file) => /^[a-z-]+\.sql$/.test(file))
        .map((file) => join(folder, file))
    })

/**
 * Applies each generated file that has changed. The comment of the first table that it fills has the hash of
 * the one applied last.
 */
const applyGenerated = async (client: pg.Client, sourceDir: string) => {
  for (const file of findGenerated(sourceDir)) {
    const text = readFileSync(file, 'utf8')
    const [, table = ''] = /^insert into (\w+)/m.exec(text) ?? []
    const sha256 = createHash('sha256').update(text).digest('hex')
    const { rows } = await client.query<{ sha256: string | null }>(
      `select obj_description($1::regclass, 'pg_class') as sha256`,
      [table],
    )
    if (rows[0]?.sha256 === sha256) continue
    await client.query(`begin; ${text}; comment on table ${table} is '${sha256}'; commit`)
  }
}

/** Creates a role of the product; does nothing where the operator created it. */
const ensureRole = async (client: pg.Client, { user, password }: DatabaseRole) => {
  if (password === undefined) return
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [user])
  const role = client.escapeIdentifier(user)
  if (rows.length === 0) await client.query(`create role ${role}`)
  if (password !== null)
    await client.query(`alter role ${role} login password ${client.escapeLiteral(password)}`)
}

/**
 * Creates the roles and lets them use the schema. The app reads and writes all tables that migrations make;
 * the others have the functions of their duty only (`duty_function`).
 */
const ensureRoles = async (client: pg.Client, roles: DatabaseRoles) => {
  for (const duty of duties) {
    await ensureRole(client, roles[duty])
    await client.query(`grant usage on schema public to ${client.escapeIdentifier(roles[duty].user)}`)
  }
  await client.query(
    `alter default privileges grant select, insert, update, delete on tables to ${client.escapeIdentifier(roles.app.user)}`,
  )
}

/** Grants each duty's functions to its role, and to no other. */
const grantDuties = async (client: pg.Client, { signer, accounts }: DatabaseRoles) => {
  await client.query('select grant_duty_functions($1)', [
    JSON.stringify({ signer: signer.user, accounts: accounts.user }),
  ])
}

/** Business time advances in a sandbox only: in production the app may not change the clock. */
const grantClock = async (client: pg.Client, app: DatabaseRole, isSandbox: boolean) => {
  const role = client.escapeIdentifier(app.user)
  await client.query(isSandbox ? `grant update on clock to ${role}` : `revoke update on clock from ${role}`)
}

/**
 * Migrates the schema forward: each migration once, in a transaction with its check. A lock prevents
 * collisions of copies that start together. Owner's connection. Throws StartRefused for a database of a newer
 * version or a changed migration.
 */
export const migrate = async (options: {
  ownerUrl: string
  sourceDir: string
  roles: DatabaseRoles
  /** Whether the app may advance the clock; left out, this stays as it is. */
  isSandbox?: boolean
  onApply?: (name: string) => void
}): Promise<number> => {
  const client = new pg.Client({ connectionString: options.ownerUrl, ...clientLimits('migration') })
  await client.connect()
  try {
    // Copies that start together wait for the first one, however long its migrations run.
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await limitConnection(client, 'migration')
    await limitDatabase(client)
    await limitRole(client, 'owner')
    await ensureRoles(client, options.roles)
    await client.query(
      'create table if not exists migration (name text primary key, sha256 text not null, applied_at timestamptz not null default clock_timestamp())',
    )
    const known = findMigrations(options.sourceDir)
    const { rows: applied } = await client.query<{ name: string; sha256: string }>(
      'select name, sha256 from migration',
    )
    refuseUnknown(applied, known)
    const waiting = known.filter(({ name }) => !applied.some((each) => each.name === name))
    if (waiting.length > 0) await prepareChecks(client)
    for (const migration of waiting) {
      await applyOne(client, migration)
      options.onApply?.(migration.name)
    }
    await applyGenerated(client, options.sourceDir)
    await grantDuties(client, options.roles)
    if (options.isSandbox !== undefined) await grantClock(client, options.roles.app, options.isSandbox)
    return waiting.length
  } finally {
    await client.end()
  }
}
