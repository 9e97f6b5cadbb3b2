import { existsSync, rmdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartRefused } from '../../server/src/kernel/migrate.ts'
import { makeDataFolder } from './data-folder.ts'
import { startEmbeddedServices } from './embedded-services.ts'
import { startInThePast, firstOffsetMs } from './first-clock.ts'
import { portsFrom, refuseUsedPorts, usedPorts, type Ports } from './ports.ts'
import { bringUpToDate, openProductDatabase } from './product-database.ts'
import type { Child } from './process-group.ts'
import { ownSecrets } from './secrets.ts'
import { startSignerProcess } from './signer-process.ts'
import { startServer } from './server-process.ts'
import { claimData } from './single-start.ts'
import { buildWeb, startViteServer } from './web-build.ts'

export type RunningProduct = {
  readonly url: string
  readonly ports: Ports
  readonly dataDir: string
  /** The folder of the database; outside dataDir when the database's user cannot enter that folder. */
  readonly databaseDir: string
  readonly services: Readonly<
    Record<string, { baseUrl: string; controlUrl: string; controlToken: string } & Record<string, unknown>>
  >
  readonly firstRun: boolean
  /** Resolves with the name of a part that ended unexpectedly. */
  readonly broken: Promise<string>
  readonly stop: () => Promise<void>
}

/** Outside services that the environment names replace the embedded ones. */
const replacedServices = (env: NodeJS.ProcessEnv): ReadonlySet<string> => {
  const names: Record<string, string> = {
    auth: 'AUTHSIGNAL_API_URL',
    kyc: 'KYC_URL',
    issuer: 'ISSUER_URL',
    chain: 'EVM_RPC_URL',
    mail: 'SMTP_URL',
    profiler: 'PROFILER_URL',
    screening: 'SCREENING_URL',
  }
  return new Set(Object.keys(names).filter((name) => env[names[name] ?? '']))
}

/** The parts that run already, and how to stop them at any moment of the start. */
const createRunning = () => {
  const stops: (() => Promise<void>)[] = []
  let ending = false
  const stopAll = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next()
  }
  return {
    children: [] as Child[],
    onStop: (stop: () => Promise<void>) => void stops.push(stop),
    /** Throws after a stop was requested, so that a running start starts no new part. */
    goOn: () => {
      if (ending) throw new StartRefused('The start was interrupted.')
    },
    stopAll,
    /** Stops the running parts, waits until the start ends, and stops the parts that it started meanwhile. */
    end: async (attempt: Promise<unknown>) => {
      ending = true
      await stopAll()
      await attempt.catch(() => undefined)
      await stopAll()
    },
  }
}

type RunningServices = ReturnType<typeof createRunning>

type StartOptions = {
  dataDir: string
  basePort: number
  say: (line: string) => void
  /** Development: the server restarts when its files change, and Vite updates open pages. */
  dev?: boolean
  /** Receives the stop function as soon as something runs, long before the product is ready. */
  onStart?: (stop: () => Promise<void>) => void
}

const record = (running: RunningServices, child: Child) => {
  running.children.push(child)
  running.onStop(child.stop)
  running.goOn()
}

/** Claims the data folder; removes it again when this start created it and left it empty. */
const claimFolder = (dataDir: string, running: RunningServices) => {
  makeDataFolder(dataDir)
  running.onStop(async () => {
    try {
      rmdirSync(dataDir)
    } catch {
      // The folder holds data, so it stays.
    }
  })
  const release = claimData(dataDir)
  running.onStop(async () => release())
}

const start = async (
  options: StartOptions,
  running: RunningServices,
): Promise<Omit<RunningProduct, 'stop'>> => {
  const { say } = options
  const dev = options.dev ?? false
  const dataDir = resolve(options.dataDir)
  const firstRun = !existsSync(join(dataDir, 'secrets.json'))
  claimFolder(dataDir, running)
  const ports = portsFrom(options.basePort)
  await refuseUsedPorts(usedPorts(ports))
  const secrets = ownSecrets(dataDir)
  const url = process.env['PUBLIC_URL'] || `http://localhost:${ports.product}`
  const building = dev
    ? null
    : buildWeb({ onBuild: () => say('Building the web app'), onStop: running.onStop })
  building?.catch(() => undefined)
  if (process.env['DATABASE_URL']) say('Connecting to the database')
  else say(firstRun ? 'Making the database' : 'Starting the database')
  const database = await openProductDatabase({ dataDir, ports, secrets, say })
  running.onStop(database.stop)
  running.goOn()
  const applied = await bringUpToDate(database, secrets)
  if (applied > 0) say(`Database brought up to date (${applied} steps)`)
  const replaced = replacedServices(process.env)
  const firstOffset = firstOffsetMs({ dataDir, isFirstRun: firstRun, hasAllServices: replaced.size === 0 })
  const { ownerUrl, urls } = database
  await startInThePast(ownerUrl, firstOffset)
  writeFileSync(join(dataDir, 'database.json'), JSON.stringify({ ownerUrl, appUrl: urls.app }), {
    mode: 0o600,
  })
  running.goOn()
  say('Starting the embedded services')
  const services = await startEmbeddedServices({
    ports,
    dataDir,
    secrets,
    productUrl: `http://127.0.0.1:${ports.product}`,
    publicUrl: url,
    replaced,
    firstOffsetMs: firstOffset,
    onStart: (child) => record(running, child),
  })
  const signer = startSignerProcess({ ports, dataDir, secrets, services })
  if (signer) record(running, signer)
  await signer?.ready
  const webDir = await building
  running.goOn()
  say(
    firstOffset < 0 && firstRun ? 'Starting the product and four months of its demo' : 'Starting the product',
  )
  const server = startServer({ url, ports, dataDir, secrets, database, services, webDir, say })
  record(running, server)
  await server.ready
  if (dev) {
    const vite = startViteServer(ports)
    record(running, vite)
    await vite.ready
  }
  running.goOn()
  const broken = Promise.race([
    database.broken.then(() => 'The database'),
    ...running.children.map(async (child) => (await child.ended, child.name)),
  ])
  return { url, ports, dataDir, databaseDir: database.location, services: services.facts, firstRun, broken }
}

/**
 * Starts all parts of the product in order of dependency and prints its progress. Throws StartRefused when a
 * part cannot start, after it has stopped all others.
 */
export const startProduct = async (options: StartOptions): Promise<RunningProduct> => {
  const running = createRunning()
  const attempt = start(options, running)
  const stop = () => running.end(attempt)
  options.onStart?.(stop)
  try {
    return { ...(await attempt), stop }
  } catch (error) {
    await running.stopAll()
    throw error
  }
}
