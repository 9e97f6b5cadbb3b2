import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * For operations commands: addresses of the running product's services, from settings or from its data
 * folder.
 */
const dataDir = process.env['DATA_DIR'] ?? '.data'

/** The path of a file in the data folder. */
export const dataFile = (name: string): string => join(dataDir, name)

/** Reads a field of a file that the product wrote into its data folder. */
export const fromDataFile = (name: string, field: string): string | undefined => {
  const file = dataFile(name)
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[field]
}

/**
 * The database's address as the owner of its schema, the only role that sees every row. Throws a sentence
 * when there is none.
 */
export const installedOwnerUrl = (): string => {
  const url = process.env['DATABASE_URL'] ?? fromDataFile('database.json', 'ownerUrl')
  if (!url) throw new Error(`No database: set DATABASE_URL, the owner's, or DATA_DIR (now ${dataDir}).`)
  return url
}

/** The database's address of the installation. Throws a sentence when there is none. */
export const installedDatabaseUrl = (): string => {
  const { DATABASE_APP_URL, DATABASE_URL } = process.env
  const url = DATABASE_APP_URL ?? DATABASE_URL ?? fromDataFile('database.json', 'appUrl')
  if (!url)
    throw new Error(`No database: start the product, or set DATABASE_APP_URL or DATA_DIR (now ${dataDir}).`)
  return url
}
