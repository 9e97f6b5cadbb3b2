import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { outsideDataDir } from '../../server/src/kernel/postgres-folders.ts'
import { StartRefused } from '../../server/src/kernel/migrate.ts'
import { claimData } from './single-start.ts'

/** What a start, its database and its services store in DATA_DIR. */
const ours = [
  'auth',
  'chain',
  'database.json',
  'database.key',
  'issuer',
  'kyc',
  'ledger-blocks-format-1.jsonl',
  'ledger-blocks.jsonl',
  'mail',
  'postgres',
  'profiler',
  'sandbox.json',
  'screening',
  'secrets.json',
  'signer',
  'supervisor.pid',
]

/** Stores of the embedded services. They hold every mail and every secret of a factor. */
const stores = ['auth', 'chain', 'issuer', 'kyc', 'mail', 'profiler', 'screening', 'signer']
const isRoot = () => process.getuid?.() === 0

/**
 * Creates the folder where it is missing, and closes it and older open stores to other users. As root, the
 * database runs as another user, who may pass through the folders but not list them.
 */
export const makeDataFolder = (dataDir: string): void => {
  const first = mkdirSync(dataDir, { recursive: true })
  for (let made = dataDir; first !== undefined && made.length >= first.length; made = dirname(made))
    chmodSync(made, isRoot() ? 0o711 : 0o700)
  for (const name of stores) {
    const store = join(dataDir, name)
    if (existsSync(store)) chmodSync(store, 0o700)
  }
}

const isOurs = (dataDir: string): boolean => {
  try {
    const secrets: unknown = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
    return (
      typeof secrets === 'object' &&
      secrets !== null &&
      ('ledgerSigningKey' in secrets || 'ledgerSealKey' in secrets)
    )
  } catch {
    return false
  }
}

/** Throws StartRefused when removal is not allowed: no start made the folder, or the folder is in use. */
export const refuseRemoval = (dataDir: string): void => {
  if (!existsSync(dataDir)) throw new StartRefused(`There is nothing to remove: ${dataDir} does not exist.`)
  if (!isOurs(dataDir)) {
    throw new StartRefused(
      `${dataDir} does not look like data of Cardamom, so nothing is removed: set DATA_DIR to the folder that the start printed.`,
    )
  }
  claimData(dataDir)()
}

/**
 * Removes what Cardamom stored there and returns the names of other files; an empty folder is removed too.
 */
export const removeData = (dataDir: string): string[] => {
  refuseRemoval(dataDir)
  // The marker that makes the folder ours is removed last, so that an interrupted removal can be repeated.
  for (const name of [...ours.filter((each) => each !== 'secrets.json'), 'secrets.json'])
    rmSync(join(dataDir, name), { recursive: true, force: true })
  rmSync(outsideDataDir(resolve(dataDir)), { recursive: true, force: true })
  const others = readdirSync(dataDir)
  if (others.length === 0) rmSync(dataDir, { recursive: true })
  return others
}
