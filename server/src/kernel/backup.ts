import { existsSync, rmSync } from 'node:fs'
import pg from 'pg'
import { backupFormat, createBackupWriter, endOfTable, type BackupTable } from './backup-file.ts'
import { clientLimits, limitConnection } from './connection-limits.ts'
import { copyOut } from './copy-stream.ts'
import { StartRefused } from './migrate.ts'

/** Every table of the schema with its stored columns, by name. Generated columns are left out. */
const tablesQuery = `select c.oid::regclass::text as table,
    array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = ''
  group by c.oid order by c.oid::regclass::text`
const sequencesQuery = `select quote_ident(sequencename) as name, last_value::text as value from pg_sequences
  where schemaname = 'public' and last_value is not null order by 1`
const migrationsQuery = 'select name, sha256 from migration order by name'
const nextTransactionQuery = 'select pg_snapshot_xmax(pg_current_snapshot())::text as next'

/** The name of a table for the insert of its rows. Rows of a partition are inserted into its parent table. */
export const copyTarget = ({ table, columns }: BackupTable): string => `${table} (${columns.join(', ')})`

type Writer = ReturnType<typeof createBackupWriter>

const writeTable = async (client: pg.Client, writer: Writer, table: BackupTable): Promise<number> => {
  await writer.line(table)
  let rows = 0
  await copyOut(client, `copy (select ${table.columns.join(', ')} from ${table.table}) to stdout`, (row) => {
    rows += 1
    return writer.write(row)
  })
  await writer.write(`${endOfTable}\n`)
  return rows
}

const writeAll = async (client: pg.Client, writer: Writer, at: Date) => {
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(migrationsQuery)
  const { rows: sequences } = await client.query<{ name: string; value: string }>(sequencesQuery)
  const { rows: tables } = await client.query<BackupTable>(tablesQuery)
  const { rows: transactions } = await client.query<{ next: string }>(nextTransactionQuery)
  const nextTransaction = transactions[0]?.next ?? '0'
  await writer.line({ format: backupFormat, at: at.toISOString(), migrations, nextTransaction, sequences })
  let rows = 0
  for (const table of tables) rows += await writeTable(client, writer, table)
  await writer.line({ rows })
  return { tables: tables.length, rows }
}

/**
 * Writes all tables, as they are at one instant, into a file while the product runs. Runs on the owner's
 * connection, because no other role sees every row. Throws StartRefused when the file exists.
 */
export const backUp = async (of: {
  ownerUrl: string
  file: string
  at: Date
}): Promise<{ tables: number; rows: number }> => {
  if (existsSync(of.file)) throw new StartRefused(`${of.file} exists already: choose another name.`)
  const client = new pg.Client({ connectionString: of.ownerUrl, ...clientLimits('copy') })
  // The statement under way reports a lost connection.
  client.on('error', () => undefined)
  await client.connect()
  const writer = createBackupWriter(of.file)
  try {
    await limitConnection(client, 'copy')
    await client.query('begin isolation level repeatable read read only')
    const counts = await writeAll(client, writer, of.at)
    await client.query('commit')
    await writer.end()
    return counts
  } catch (error) {
    await writer.fail()
    rmSync(of.file, { force: true })
    throw error
  } finally {
    await client.end()
  }
}
