import { join } from 'node:path'
import {
  chooseRoles,
  ofDuties,
  readRoleUrls,
  withUser,
  type DatabaseRoles,
  type OfDuties,
} from '../../server/src/kernel/database-roles.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { checkExistingDatabase } from '../../server/src/kernel/existing-database.ts'
import { refuseOtherKeys } from '../../server/src/kernel/key-check.ts'
import { runEmbeddedDatabase } from './embedded-database.ts'
import type { Ports } from './ports.ts'
import { installationKeys, type Secrets } from './secrets.ts'

const sourceDir = join(import.meta.dirname, '../../server/src')

export type ProductDatabase = {
  readonly ownerUrl: string
  readonly roles: DatabaseRoles
  /** The address of each role. */
  readonly urls: OfDuties<string>
  /** The folder of the embedded database, or the host of the operator's own. */
  readonly location: string
  /** Resolves when the embedded database ended unexpectedly and could not be restarted. */
  readonly broken: Promise<void>
  readonly stop: () => Promise<void>
}

const passwordsOf = (secrets: Secrets): OfDuties<string> => ({
  app: secrets.appPassword,
  signer: secrets.signerPassword,
  accounts: secrets.accountsPassword,
})

/**
 * Starts the embedded PostgreSQL, or checks the one of DATABASE_URL. The product creates its roles, except
 * those that the operator names with settings.
 */
export const openProductDatabase = async (options: {
  dataDir: string
  ports: Ports
  secrets: Secrets
  say: (line: string) => void
}): Promise<ProductDatabase> => {
  const { dataDir, ports, secrets, say } = options
  const configured = process.env['DATABASE_URL']
  const passwords = passwordsOf(secrets)
  const urlsOf = (ownerUrl: string, roles: DatabaseRoles): OfDuties<string> =>
    ofDuties((duty) => withUser(ownerUrl, { user: roles[duty].user, password: passwords[duty] }))
  if (configured) {
    const configuredUrls = readRoleUrls(process.env)
    await checkExistingDatabase(configured, configuredUrls)
    const roles = await chooseRoles(configured, { urls: configuredUrls, passwords })
    const made = urlsOf(configured, roles)
    return {
      ownerUrl: configured,
      roles,
      urls: ofDuties((duty) => configuredUrls[duty] ?? made[duty]),
      location: new URL(configured).host,
      broken: new Promise<never>(() => undefined),
      stop: async () => undefined,
    }
  }
  const embedded = await runEmbeddedDatabase({ dir: dataDir, port: ports.postgres, say })
  const { ownerUrl, dataDir: location, broken, stop } = embedded
  const roles = ofDuties((duty) => ({ user: `cardamom_${duty}`, password: passwords[duty] }))
  return { ownerUrl, roles, urls: urlsOf(ownerUrl, roles), location, broken, stop }
}

/**
 * Applies pending migrations and returns their number. Throws StartRefused before any change when the
 * database belongs to an installation with other keys.
 */
export const bringUpToDate = async (database: ProductDatabase, secrets: Secrets): Promise<number> => {
  await refuseOtherKeys(database.ownerUrl, installationKeys(secrets))
  return migrate({ ownerUrl: database.ownerUrl, sourceDir, roles: database.roles })
}
