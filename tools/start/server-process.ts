import { join } from 'node:path'
import { duties, roleSettings } from '../../server/src/kernel/database-roles.ts'
import type { EmbeddedServices } from './embedded-services.ts'
import type { Ports } from './ports.ts'
import type { ProductDatabase } from './product-database.ts'
import { startChild, type Child } from './process-group.ts'
import { signerEnv } from './signer-process.ts'
import { installationKeys, type Secrets } from './secrets.ts'

const serverDir = join(import.meta.dirname, '../../server')

/** Default addresses that people open. */
const pagesOf = ({ facts }: EmbeddedServices): Record<string, string> => ({
  ...(facts['mail'] ? { MAILBOX_PUBLIC_URL: facts['mail'].baseUrl } : {}),
  ...(facts['issuer'] ? { SHOP_PUBLIC_URL: `${facts['issuer'].baseUrl}/shop` } : {}),
})

/** Starts the server with all its settings; variables of the environment replace our own values. */
export const startServer = (options: {
  url: string
  ports: Ports
  dataDir: string
  secrets: Secrets
  database: ProductDatabase
  services: EmbeddedServices
  /** Folder of the built web; null during development, when Vite serves the pages on the product's port. */
  webDir: string | null
  say: (line: string) => void
}): Child => {
  const { ports, secrets, database, webDir } = options
  const choices = {
    ...pagesOf(options.services),
    ...installationKeys(secrets),
    LOG_LEVEL: 'warn',
  }
  const chosen = Object.entries(choices).map(([name, value]) => [name, process.env[name] || value])
  return startChild({
    name: 'The server',
    script: join(serverDir, 'src/main.ts'),
    // More memory for short-lived objects of requests: the garbage collector runs half as often
    // (docs/operations.md).
    nodeOptions: ['--max-semi-space-size=32'],
    watch: webDir === null,
    loud: webDir === null,
    env: {
      SANDBOX: 'on',
      ...options.services.serverEnv,
      ...(process.env['SIGNER_URL'] ? {} : signerEnv(ports, secrets)),
      ...Object.fromEntries(chosen),
      PORT: String(webDir === null ? ports.developed : ports.product),
      METRICS_PORT: String(ports.metrics),
      DATA_DIR: options.dataDir,
      DATABASE_URL: database.ownerUrl,
      ...Object.fromEntries(duties.map((duty) => [roleSettings[duty], database.urls[duty]])),
      PUBLIC_URL: options.url,
      WEB_DIR: webDir ?? '',
    },
    onLine: options.say,
    // A first start creates four months of demo data before it is ready.
    readySeconds: 900,
  })
}
