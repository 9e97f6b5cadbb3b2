import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** For the commands of operations: where the running product keeps what it needs, by setting or in its data folder. */
const dataDir = process.env['DATA_DIR'] ?? '.data'

/** A field of a file that the product wrote into its data folder. */
export const fromDataFile = (name: string, field: string): string | undefined => {
  const file = join(dataDir, name)
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[field]
}

/** The same as the owner of its schema, who alone sees every row. Throws a sentence when there is none. */
export const installedOwnerUrl = (): string => {
  const url = process.env['DATABASE_URL'] ?? fromDataFile('database.json', 'ownerUrl')
  if (!url) throw new Error(`No database: set DATABASE_URL, the owner's, or DATA_DIR (now ${dataDir}).`)
  return url
}

/** The database of the installation. Throws a sentence when there is none. */
export const installedDatabaseUrl = (): string => {
  const { DATABASE_APP_URL, DATABASE_URL } = process.env
  const url = DATABASE_APP_URL ?? DATABASE_URL ?? fromDataFile('database.json', 'appUrl')
  if (!url)
    throw new Error(`No database: start the product, or set DATABASE_APP_URL or DATA_DIR (now ${dataDir}).`)
  return url
}
