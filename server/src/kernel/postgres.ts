import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { clientLimits, limitConnection } from './connection-limits.ts'
import { StartRefused } from './migrate.ts'
import { asDatabaseUser, chownToDatabaseUser, usableDataDir, usableNative } from './postgres-folders.ts'

const startTimeoutMs = 30_000
const stopTimeoutMs = 10_000

export type EmbeddedPostgres = {
  /** Connection of `cardamom_owner`, the owner of the schema. */
  readonly ownerUrl: string
  readonly dataDir: string
  readonly pid: number
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<void>
  readonly stop: () => Promise<void>
}

/** The line of a database program's output that says why it failed. */
const reasonOf = (output: string): string => {
  const lines = output.trim().split('\n')
  const reason = lines.find((line) => /error:|fatal:|panic:/i.test(line)) ?? lines.at(-1) ?? ''
  return reason.replace(/^.*?(?:error|FATAL|PANIC):\s*/, '')
}

const initialise = (native: string, dataDir: string, password: string) => {
  const parent = dirname(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  chownToDatabaseUser(dataDir)
  const passwordFile = join('/var/tmp', `.cardamom-${randomBytes(6).toString('hex')}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  chownToDatabaseUser(passwordFile)
  const args = [
    '-D',
    dataDir,
    '-U',
    'cardamom_owner',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C',
    '--no-instructions',
  ]
  const made = spawnSync(join(native, 'bin', 'initdb'), args, {
    ...asDatabaseUser(),
    cwd: '/',
    encoding: 'utf8',
  })
  rmSync(passwordFile)
  if (made.status !== 0) {
    rmSync(dataDir, { recursive: true, force: true })
    throw new StartRefused(
      `The database could not be made in ${parent}: ${reasonOf(made.stderr || String(made.error))}`,
    )
  }
}

/** The owner's password, created once and stored next to the data, readable by its owner only. */
const ownPassword = (dir: string): string => {
  const file = join(dir, 'database.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

/** Why the server stopped at once, with the recommended action. */
const refusalOf = (output: string, port: number): StartRefused =>
  /could not create any TCP\/IP sockets/.test(output)
    ? new StartRefused(
        `Port ${port} is in use: stop the program that uses it, or set PORT to another number (all ports change with it).`,
      )
    : new StartRefused(`The database stopped at once: ${reasonOf(output)}`)

const waitUntilReady = async (options: {
  url: string
  port: number
  child: ChildProcess
  errors: () => string
}) => {
  const { url, port, child, errors } = options
  const tries = startTimeoutMs / 50
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (child.exitCode !== null || child.signalCode !== null) throw refusalOf(errors(), port)
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await pause(50)
    }
  }
  throw new StartRefused(`The database was not ready after ${startTimeoutMs / 1000} s: ${reasonOf(errors())}`)
}

/** Stops a database that an earlier, killed start left running on this data. */
const endOrphan = async (dataDir: string) => {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  const alive = () => {
    try {
      process.kill(pid, 0)
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)
    } catch {
      return false
    }
  }
  if (!alive()) return
  process.kill(pid, 'SIGINT')
  for (let wait = 0; alive() && wait < 100; wait += 1) await pause(50)
  if (alive()) process.kill(pid, 'SIGKILL')
}

/** Test settings: no crash safety, no slow password hash, no vacuum. */
const throwAway: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  scram_iterations: '1',
}

/** A quarter of the memory, at most 1 GB: keys of journals are inserted at random places of their index. */
const sharedBuffersMb = Math.max(128, Math.min(1024, Math.floor(totalmem() / 4 / 2 ** 20)))

/**
 * Server settings. `durable: false` (tests) is faster, but loses data in a crash. It uses a socket file in
 * its data folder: a round trip costs a quarter less than on loopback.
 */
const serverSettings = (port: number, durable: boolean): string[] => {
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: durable ? '' : '.',
    max_connections: '120',
    shared_buffers: durable ? `${sharedBuffersMb}MB` : '256MB',
    work_mem: '16MB',
    // After each checkpoint the first change of a page writes the whole page, so checkpoints are rare.
    max_wal_size: durable ? '8GB' : '256MB',
    random_page_cost: '1.1',
    jit: 'off',
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    ...(durable ? {} : throwAway),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Runs the project's PostgreSQL on loopback in its own process group: Ctrl-C reaches the product and not the
 * database, which is stopped last. Throws StartRefused with a sentence when it cannot start.
 */
export const startEmbeddedPostgres = async (options: {
  dir: string
  port: number
  durable?: boolean
  /** The folder of another PostgreSQL's programs. */
  programs?: string
}): Promise<EmbeddedPostgres> => {
  const native = usableNative(options.programs)
  const dataDir = usableDataDir(options.dir)
  const password = ownPassword(options.dir)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) initialise(native, dataDir, password)
  await endOrphan(dataDir)
  const durable = options.durable ?? true
  const args = ['-D', dataDir, ...serverSettings(options.port, durable)]
  const child = spawn(join(native, 'bin', 'postgres'), args, {
    ...asDatabaseUser(),
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)))
  const host = durable ? '127.0.0.1' : encodeURIComponent(dataDir)
  const adminUrl = `postgres://cardamom_owner:${password}@${host}:${options.port}/postgres`
  try {
    await waitUntilReady({ url: adminUrl, port: options.port, child, errors: () => errors })
    await ensureDatabase(adminUrl)
  } catch (error) {
    await stop(child)
    throw error
  }
  return {
    ownerUrl: adminUrl.replace(/postgres$/, 'cardamom'),
    dataDir,
    pid: child.pid ?? 0,
    ended,
    stop: () => stop(child),
  }
}

const ensureDatabase = async (adminUrl: string) => {
  const client = new pg.Client({ connectionString: adminUrl, ...clientLimits('migration') })
  await client.connect()
  await limitConnection(client, 'migration')
  const { rows } = await client.query(`select 1 from pg_database where datname = 'cardamom'`)
  if (rows.length === 0) await client.query('create database cardamom')
  await client.end()
}

const stop = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  // SIGINT is PostgreSQL's fast shutdown: it ends sessions and flushes data.
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}
