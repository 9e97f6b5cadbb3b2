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
/** Several times the space that all tests together use at a time. */
const neededBytes = 6 * gibibyte
const memoryFolder = '/dev/shm'
const ours = /^cardamom-tests-(\d+)-/
/** Its process may run where its id is not visible from here: in a container that shares this memory. */
const leftAloneMs = 3_600_000

const isRoomy = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= neededBytes && process.availableMemory() >= neededBytes
  } catch {
    return false
  }
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** Tests that were killed could not clean up; the next tests free their memory. */
const removeOrphans = (): void => {
  for (const name of readdirSync(memoryFolder)) {
    const pid = ours.exec(name)?.[1]
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    const folder = join(memoryFolder, name)
    try {
      if (Date.now() - statSync(folder).mtimeMs > leftAloneMs) remove(folder)
    } catch {
      // The folder belongs to another user, or was removed meanwhile.
    }
  }
}

/**
 * The folder for temporary data of the tests: hundreds of databases of a thousand files each, which take
 * longer to create on a disk than the tests take to use them. It is in memory where enough is free, else in
 * the usual folder.
 */
export const useScratch = (): void => {
  if (process.env['TMPDIR'] || !isRoomy(memoryFolder)) return
  removeOrphans()
  const folder = mkdtempSync(join(memoryFolder, `cardamom-tests-${process.pid}-`))
  // The database's user must be able to pass through the folder.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  process.once('exit', () => remove(folder))
}
