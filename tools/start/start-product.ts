import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { migrate, StartRefused } from '../../server/src/kernel/migrate.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/src/kernel/postgres.ts'
import { startEmbeddedServices } from './embedded-services.ts'
import { portsFrom, refuseTakenPorts, type Ports } from './ports.ts'
import { startChild, type Child } from './process-group.ts'
import { ownSecrets, type Secrets } from './secrets.ts'
import { claimData } from './single-start.ts'
import { buildWeb, watchWeb } from './web-build.ts'

const root = join(import.meta.dirname, '../..')

export type RunningProduct = {
  readonly url: string
  readonly ports: Ports
  readonly dataDir: string
  /** Where the database keeps its files; elsewhere than below dataDir when its user cannot enter that folder. */
  readonly databaseDir: string
  readonly services: Readonly<
    Record<string, { baseUrl: string; controlUrl: string; controlToken: string } & Record<string, unknown>>
  >
  readonly firstRun: boolean
  /** Resolves with the name of a part that ended by itself. */
  readonly broken: Promise<string>
  readonly stop: () => Promise<void>
}

/** Outside services that the environment names take the place of the embedded ones. */
const replacedServices = (env: NodeJS.ProcessEnv): ReadonlySet<string> => {
  const names: Record<string, string> = {
    auth: 'AUTHSIGNAL_API_URL',
    kyc: 'KYC_URL',
    issuer: 'ISSUER_URL',
    chain: 'EVM_RPC_URL',
    mail: 'SMTP_URL',
  }
  return new Set(Object.keys(names).filter((name) => env[names[name] ?? '']))
}

const withAppRole = (ownerUrl: string, password: string): string => {
  const url = new URL(ownerUrl)
  url.username = 'cardamom_app'
  url.password = password
  return url.toString()
}

type Connections = {
  ownerUrl: string
  appUrl: string
  databaseDir: string
  postgres: EmbeddedPostgres | null
}

const openConnections = async (dataDir: string, ports: Ports, secrets: Secrets): Promise<Connections> => {
  const ownerUrl = process.env['DATABASE_URL']
  if (ownerUrl) {
    const appUrl = process.env['DATABASE_APP_URL'] ?? withAppRole(ownerUrl, secrets.appPassword)
    return { ownerUrl, appUrl, databaseDir: new URL(ownerUrl).host, postgres: null }
  }
  const postgres = await startEmbeddedPostgres({ dir: dataDir, port: ports.postgres })
  const appUrl = withAppRole(postgres.ownerUrl, secrets.appPassword)
  return { ownerUrl: postgres.ownerUrl, appUrl, databaseDir: postgres.dataDir, postgres }
}

const bringUpToDate = async (connections: Connections, secrets: Secrets, say: (line: string) => void) => {
  const ownRole = process.env['DATABASE_APP_URL'] !== undefined
  const appUser = decodeURIComponent(new URL(connections.appUrl).username)
  const applied = await migrate({
    ownerUrl: connections.ownerUrl,
    sourceDir: join(root, 'server/src'),
    appRole: ownRole ? null : { user: appUser, password: secrets.appPassword },
    appUser,
  })
  if (applied > 0) say(`Database brought up to date (${applied} steps)`)
}

/**
 * Starts everything that the product is made of, in order of need, and says what it does. What cannot start throws
 * StartRefused, after everything that was started is stopped again.
 */
export const startProduct = async (options: {
  dataDir: string
  basePort: number
  say: (line: string) => void
  /** Develop: the server restarts when its files change, the web is served by Vite. */
  dev?: boolean
}): Promise<RunningProduct> => {
  const { say } = options
  const dataDir = resolve(options.dataDir)
  const firstRun = !existsSync(join(dataDir, 'secrets.json'))
  mkdirSync(dataDir, { recursive: true })
  const release = claimData(dataDir)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const each of stops.reverse()) await each()
    stops.length = 0
    release()
  }
  try {
    const ports = portsFrom(options.basePort)
    const used = [
      ports.product,
      ports.auth,
      ports.kyc,
      ports.issuer,
      ports.chain,
      ports.anvil,
      ports.mail,
      ports.smtp,
      ports.metrics,
    ]
    await refuseTakenPorts(used)
    const secrets = ownSecrets(dataDir)
    const url = process.env['PUBLIC_URL'] ?? `http://localhost:${ports.product}`
    const web = options.dev ? null : buildWeb(() => say('Building the web app'))
    web?.catch(() => undefined)
    say(firstRun ? 'Making the database' : 'Starting the database')
    const connections = await openConnections(dataDir, ports, secrets)
    if (connections.postgres) stops.push(connections.postgres.stop)
    await bringUpToDate(connections, secrets, say)
    const { ownerUrl, appUrl } = connections
    writeFileSync(join(dataDir, 'database.json'), JSON.stringify({ ownerUrl, appUrl }), { mode: 0o600 })
    say('Starting the embedded services')
    const children: Child[] = []
    const keep = (child: Child) => {
      children.push(child)
      stops.push(child.stop)
    }
    const productUrl = `http://127.0.0.1:${ports.product}`
    const replaced = replacedServices(process.env)
    const services = await startEmbeddedServices({
      ports,
      dataDir,
      secrets,
      productUrl,
      publicUrl: url,
      replaced,
      onStart: keep,
    })
    const watched = options.dev ? watchWeb() : null
    if (watched) keep(watched.child)
    const webDir = watched?.dist ?? (await web) ?? ''
    await watched?.child.ready
    say('Starting the product')
    const server = startChild({
      name: 'The server',
      script: join(root, 'server/src/main.ts'),
      watch: options.dev ?? false,
      env: {
        ...services.serverEnv,
        ...(services.facts['mail']
          ? { MAILBOX_PUBLIC_URL: process.env['MAILBOX_PUBLIC_URL'] ?? services.facts['mail'].baseUrl }
          : {}),
        ...(services.facts['issuer']
          ? { SHOP_PUBLIC_URL: process.env['SHOP_PUBLIC_URL'] ?? `${services.facts['issuer'].baseUrl}/shop` }
          : {}),
        PORT: String(ports.product),
        METRICS_PORT: String(ports.metrics),
        DATA_DIR: dataDir,
        DATABASE_URL: ownerUrl,
        DATABASE_APP_URL: appUrl,
        PUBLIC_URL: url,
        SEAL_KEY: process.env['SEAL_KEY'] ?? secrets.sealKey,
        LEDGER_SEAL_KEY: process.env['LEDGER_SEAL_KEY'] ?? secrets.ledgerSealKey,
        SCREENING: process.env['SCREENING'] ?? 'off',
        WEB_DIR: webDir,
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
      },
      onLine: (line) => say(line),
    })
    keep(server)
    await server.ready
    const broken = Promise.race(children.map(async (child) => (await child.ended, child.name)))
    return {
      url,
      ports,
      dataDir,
      databaseDir: connections.databaseDir,
      services: services.facts,
      firstRun,
      broken,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The sentence for a failure that the person who starts can do something about. */
export const sentenceOf = (error: unknown): string => {
  if (error instanceof StartRefused) return error.message
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ENOSPC') return 'The disk that holds DATA_DIR is full: free some space and start again.'
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR')
    return `DATA_DIR cannot be written (${message}): choose another folder with DATA_DIR.`
  if (
    code === 'ECONNREFUSED' ||
    code === 'ENOTFOUND' ||
    code === '28P01' ||
    code === '3D000' ||
    code === 'ERR_INVALID_URL'
  ) {
    return `The database of DATABASE_URL does not answer (${message}): check its address, user and password.`
  }
  return `Cardamom could not start: ${message ?? String(error)}`
}
