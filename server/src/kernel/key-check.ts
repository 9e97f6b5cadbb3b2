import { hkdfSync } from 'node:crypto'
import pg from 'pg'
import { clientLimits, limitConnection } from './connection-limits.ts'
import { StartRefused } from './migrate.ts'

/** Secret keys by the name of their setting, each base64 of 32 bytes. */
export type InstallationKeys = Readonly<Record<'SEAL_KEY' | 'LEDGER_SEAL_KEY', string>>

const answerBytes = 32
const store = 'insert into key_check (name, answer) values ($1, $2) on conflict (name) do nothing'
const read = 'select answer from key_check where name = $1'
const hasTable = `select to_regclass('key_check') is not null as yes`

const answerOf = (name: string, key: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', `key check of ${name}`, answerBytes))

const asOwner = async (ownerUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl, ...clientLimits('migration') })
  await client.connect()
  try {
    await limitConnection(client, 'migration')
    await work(client)
  } finally {
    await client.end()
  }
}

/** A key without a check value passes. */
const compare = async (client: pg.Client, name: string, key: string) => {
  const { rows } = await client.query<{ answer: Buffer }>(read, [name])
  if (!rows[0] || rows[0].answer.equals(answerOf(name, key))) return
  throw new StartRefused(
    `${name} is not the key that this database was first started with: give that key, or the database that belongs to this one.`,
  )
}

/**
 * Compares the keys with the check values that the database has, and changes nothing: for before the migrations. A
 * database that was never started passes. Owner's connection. Throws StartRefused with a sentence that names the key.
 */
export const refuseOtherKeys = (ownerUrl: string, keys: InstallationKeys): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ yes: boolean }>(hasTable)
    if (!rows[0]?.yes) return
    for (const [name, key] of Object.entries(keys)) await compare(client, name, key)
  })

/**
 * Compares the keys with those that the database was first started with, which the first start keeps as check values:
 * data that was encrypted or signed with one key cannot be used with another. Owner's connection, after the migrations.
 * Throws StartRefused with a sentence that names the key.
 */
export const checkKeys = (ownerUrl: string, keys: InstallationKeys): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    for (const [name, key] of Object.entries(keys)) {
      await client.query(store, [name, answerOf(name, key)])
      await compare(client, name, key)
    }
  })
