import pg from 'pg'
import { copyTarget } from './backup.ts'
import { backupFormat, createBackupReader, type BackupHeader, type BackupTable } from './backup-file.ts'
import { clientLimits, limitConnection } from './connection-limits.ts'
import { copyIn } from './copy-stream.ts'
import type { DatabaseRoles } from './database-roles.ts'
import { findMigrations, migrate, StartRefused } from './migrate.ts'

const anyTable = `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`
const foreignKeys = `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`
const currentTransaction = 'select pg_current_xact_id()::text as current'
const burntAtOnce = 50_000n
/** Limit of a few minutes' worth of transaction ids. */
const mostBurnt = 50_000_000n

const refuseOther = (header: BackupHeader, sourceDir: string) => {
  if (header.format !== backupFormat)
    throw new StartRefused('The file is not a backup of Cardamom, or a newer version made it.')
  const known = findMigrations(sourceDir).map(({ name, sha256 }) => `${name} ${sha256}`)
  const wanted = header.migrations.map(({ name, sha256 }) => `${name} ${sha256}`)
  if (known.join() !== wanted.join()) {
    throw new StartRefused(
      `The backup is of another version of Cardamom (${header.migrations.at(-1)?.name}): restore it with that version, then start the new one.`,
    )
  }
}

/**
 * The order of events uses transaction ids. Those of a new server start low again, so ids are used up until
 * they are above all ids in the rows.
 */
const useUpTransactions = async (client: pg.Client, next: bigint) => {
  await client.query('set synchronous_commit = off')
  for (;;) {
    const { rows } = await client.query<{ current: string }>(currentTransaction)
    const missing = next - BigInt(rows[0]?.current ?? '0')
    if (missing <= 0n) return
    if (missing > mostBurnt) {
      throw new StartRefused(
        `The new server is ${missing} transactions behind the old one: stop it, run pg_resetwal --next-transaction-id=${next % 2n ** 32n} --epoch=${next / 2n ** 32n} on it, and restore again.`,
      )
    }
    const count = missing < burntAtOnce ? missing : burntAtOnce
    await client.query(
      `do $$ begin for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`,
    )
  }
}

type Reader = ReturnType<typeof createBackupReader>

const readTables = async (client: pg.Client, reader: Reader) => {
  const counts = { tables: 0, rows: 0 }
  for (;;) {
    const line = await reader.json<BackupTable | { readonly rows: number }>()
    if ('rows' in line) {
      if (line.rows !== counts.rows) throw new StartRefused('The backup is incomplete: use another one.')
      return counts
    }
    counts.tables += 1
    const rows = reader.rows(() => (counts.rows += 1))
    await copyIn(client, `copy ${copyTarget(line)} from stdin`, rows)
  }
}

/** The whole restore is one transaction: after a failure only the schema is left. */
const fill = async (client: pg.Client, reader: Reader, header: BackupHeader) => {
  await client.query('begin')
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(foreignKeys)
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  const names = tables.map(({ name }) => name)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  const counts = await readTables(client, reader)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  // Each constraint is checked against all rows when it is created again.
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  for (const { name, value } of header.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [name, value])
  await client.query('commit')
  // A vacuum also brings the indexes up to date that summarise ranges of rows.
  await client.query('vacuum analyze')
  return counts
}

/**
 * Fills an empty database from a backup: the schema by migrations, the rows from the file. Owner's
 * connection. Throws StartRefused for a database that is not empty, and for a backup that is incomplete or of
 * another version.
 */
export const restore = async (of: {
  ownerUrl: string
  roles: DatabaseRoles
  file: string
  sourceDir: string
}): Promise<{ tables: number; rows: number; at: string }> => {
  const reader = createBackupReader(of.file)
  const client = new pg.Client({ connectionString: of.ownerUrl, ...clientLimits('copy') })
  // The statement under way reports a lost connection.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await limitConnection(client, 'copy')
    const header = await reader.json<BackupHeader>()
    refuseOther(header, of.sourceDir)
    const { rows } = await client.query(anyTable)
    if (rows.length > 0)
      throw new StartRefused('The database of DATABASE_URL is not empty: make a new one and restore into it.')
    await useUpTransactions(client, BigInt(header.nextTransaction))
    await client.query('reset synchronous_commit')
    await migrate({ ownerUrl: of.ownerUrl, sourceDir: of.sourceDir, roles: of.roles })
    return { ...(await fill(client, reader, header)), at: header.at }
  } finally {
    reader.close()
    await client.end()
  }
}
