import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

const gibibyte = 1024 ** 3
/** What all tests together keep at a time, several times over. */
const wantedBytes = 6 * gibibyte
const memoryFolder = '/dev/shm'
const ours = /^cardamom-tests-(\d+)-/
/** Its process may live where its number is not seen from here: a container that shares this memory. */
const leftAloneMs = 3_600_000

const isRoomy = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= wantedBytes && process.availableMemory() >= wantedBytes
  } catch {
    return false
  }
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** Tests that were killed could not clear away: their memory is given back by those that come next. */
const removeOrphans = (): void => {
  for (const name of readdirSync(memoryFolder)) {
    const pid = ours.exec(name)?.[1]
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    const folder = join(memoryFolder, name)
    try {
      if (Date.now() - statSync(folder).mtimeMs > leftAloneMs) remove(folder)
    } catch {
      // Another user's, or gone meanwhile: not ours to clear away.
    }
  }
}

/**
 * Where tests keep what they throw away: hundreds of databases of a thousand files each, which a disk's file system
 * takes longer to make than the tests to use. In memory where there is plenty of it, else where it was.
 */
export const useScratch = (): void => {
  if (process.env['TMPDIR'] || !isRoomy(memoryFolder)) return
  removeOrphans()
  const folder = mkdtempSync(join(memoryFolder, `cardamom-tests-${process.pid}-`))
  // The database's user passes through it.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  process.once('exit', () => remove(folder))
}
