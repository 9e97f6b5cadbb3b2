import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'

const gibibyte = 1024 ** 3
/** What all tests together keep at a time, several times over. */
const wantedBytes = 6 * gibibyte
const memoryFolder = '/dev/shm'
const ours = /^cardamom-tests-(\d+)$/

const isRoomy = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= wantedBytes && process.availableMemory() >= wantedBytes
  } catch {
    return false
  }
}

const remove = (name: string) => rmSync(join(memoryFolder, name), { recursive: true, force: true })

/** Tests that were killed could not clear away: their memory is given back by those that come next. */
const removeOrphans = (): void => {
  for (const name of readdirSync(memoryFolder)) {
    const pid = ours.exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) remove(name)
  }
}

/**
 * Where tests keep what they throw away: hundreds of databases of a thousand files each, which a disk's file system
 * takes longer to make than the tests to use. In memory where there is plenty of it, else where it was.
 */
export const useScratch = (): void => {
  if (process.env['TMPDIR'] || !isRoomy(memoryFolder)) return
  removeOrphans()
  const name = `cardamom-tests-${process.pid}`
  const folder = join(memoryFolder, name)
  mkdirSync(folder, { recursive: true })
  // The database's user passes through it.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  process.once('exit', () => remove(name))
}
