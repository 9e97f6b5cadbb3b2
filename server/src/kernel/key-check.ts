import { hkdfSync } from 'node:crypto'
import pg from 'pg'
import { clientLimits, limitConnection } from './connection-limits.ts'
import { StartRefused } from './migrate.ts'

/** Secret keys by the name of their setting, each base64 of 32 bytes. */
export type InstallationKeys = Readonly<Record<'ENCRYPTION_KEY' | 'LEDGER_SIGNING_KEY', string>>

/**
 * Former names of the settings. Check values are stored under them, because a check value depends on its
 * name.
 */
const formerNames: Readonly<Record<keyof InstallationKeys, string>> = {
  ENCRYPTION_KEY: 'SEAL_KEY',
  LEDGER_SIGNING_KEY: 'LEDGER_SEAL_KEY',
}

/** Throws StartRefused where a key is set under its former name: its value would be ignored. */
export const refuseRenamedKeys = (env: NodeJS.ProcessEnv): void => {
  for (const [name, former] of Object.entries(formerNames)) {
    if (env[former]) throw new StartRefused(`${former} is now called ${name}: rename it, and keep its value.`)
  }
}

const answerBytes = 32
const keyNames = ['ENCRYPTION_KEY', 'LEDGER_SIGNING_KEY'] as const
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

/** A key without a check value is accepted. */
const compare = async (client: pg.Client, name: keyof InstallationKeys, key: string) => {
  const former = formerNames[name]
  const { rows } = await client.query<{ answer: Buffer }>(read, [former])
  if (!rows[0] || rows[0].answer.equals(answerOf(former, key))) return
  throw new StartRefused(
    `${name} is not the key that this database was first started with: set that key, or use the database that belongs to this key.`,
  )
}

/**
 * Compares the keys with the check values in the database and changes nothing; runs before the migrations. A
 * new database passes. Owner's connection. Throws StartRefused with a sentence that names the key.
 */
export const refuseOtherKeys = (ownerUrl: string, keys: InstallationKeys): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ yes: boolean }>(hasTable)
    if (!rows[0]?.yes) return
    for (const name of keyNames) await compare(client, name, keys[name])
  })

/**
 * Compares the keys with those of the first start, which stores check values: data that was encrypted or
 * signed with one key cannot be used with another. Owner's connection, after the migrations. Throws
 * StartRefused with a sentence that names the key.
 */
export const checkKeys = (ownerUrl: string, keys: InstallationKeys): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    for (const name of keyNames) {
      const former = formerNames[name]
      await client.query(store, [former, answerOf(former, keys[name])])
      await compare(client, name, keys[name])
    }
  })
