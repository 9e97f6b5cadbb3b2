import { accessSync, constants, statfsSync } from 'node:fs'

const gibibyte = 1024 ** 3
/** What all tests together keep at a time, several times over. */
const wantedBytes = 6 * gibibyte
const memoryFolder = '/dev/shm'

const isRoomy = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= wantedBytes && process.availableMemory() >= wantedBytes
  } catch {
    return false
  }
}

/**
 * Where tests keep what they throw away: hundreds of databases of a thousand files each, which a disk's file system
 * takes longer to make than the tests to use. In memory where there is plenty of it, else where it was.
 */
export const useScratch = (): void => {
  if (!process.env['TMPDIR'] && isRoomy(memoryFolder)) process.env['TMPDIR'] = memoryFolder
}
