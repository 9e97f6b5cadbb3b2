import { join } from 'node:path'
import { findAppRole } from '../../server/src/kernel/app-role.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { checkExistingDatabase } from '../../server/src/kernel/existing-database.ts'
import { refuseOtherKeys } from '../../server/src/kernel/key-check.ts'
import { runEmbeddedDatabase } from './embedded-database.ts'
import type { Ports } from './ports.ts'
import { installationKeys, type Secrets } from './secrets.ts'

const sourceDir = join(import.meta.dirname, '../../server/src')

export type ProductDatabase = {
  readonly ownerUrl: string
  readonly appUrl: string
  /** The folder of the embedded database, or the host of the operator's own. */
  readonly location: string
  /** Resolves when the embedded database ended unexpectedly and could not be restarted. */
  readonly broken: Promise<void>
  readonly stop: () => Promise<void>
}

const withAppRole = (ownerUrl: string, role: { user: string; password: string }): string => {
  const url = new URL(ownerUrl)
  url.username = encodeURIComponent(role.user)
  url.password = role.password
  return url.toString()
}

/**
 * Starts the embedded PostgreSQL, or checks the one of DATABASE_URL. Creates the app's role unless the
 * operator names it with DATABASE_APP_URL.
 */
export const openProductDatabase = async (options: {
  dataDir: string
  ports: Ports
  secrets: Secrets
  say: (line: string) => void
}): Promise<ProductDatabase> => {
  const { dataDir, ports, secrets, say } = options
  const configured = process.env['DATABASE_URL']
  if (configured) {
    const app = process.env['DATABASE_APP_URL'] || null
    await checkExistingDatabase(configured, app)
    const appUrl =
      app ?? withAppRole(configured, { user: await findAppRole(configured), password: secrets.appPassword })
    const broken = new Promise<never>(() => undefined)
    return {
      ownerUrl: configured,
      appUrl,
      location: new URL(configured).host,
      broken,
      stop: async () => undefined,
    }
  }
  const embedded = await runEmbeddedDatabase({ dir: dataDir, port: ports.postgres, say })
  const { ownerUrl, dataDir: location, broken, stop } = embedded
  const appUrl = withAppRole(ownerUrl, { user: 'cardamom_app', password: secrets.appPassword })
  return { ownerUrl, appUrl, location, broken, stop }
}

/**
 * Applies pending migrations and returns their number. Throws StartRefused before any change when the
 * database belongs to an installation with other keys.
 */
export const bringUpToDate = async (database: ProductDatabase, secrets: Secrets): Promise<number> => {
  await refuseOtherKeys(database.ownerUrl, installationKeys(secrets))
  const appUser = decodeURIComponent(new URL(database.appUrl).username)
  const isOperators = Boolean(process.env['DATABASE_URL'] && process.env['DATABASE_APP_URL'])
  return migrate({
    ownerUrl: database.ownerUrl,
    sourceDir,
    appRole: isOperators ? null : { user: appUser, password: secrets.appPassword },
    appUser,
  })
}
