import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '../../server/src/kernel/migrate.ts'

const readIfThere = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The start time of a process as the system counts it. It detects when another process got the same process
 * id.
 */
const birthOf = (pid: number): string =>
  readIfThere(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ')[19] ?? ''

const writeOnce = (file: string, text: string): boolean => {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Refuses a second start on the same data while the first one runs. Returns the function that releases the
 * lock.
 */
export const claimData = (dataDir: string): (() => void) => {
  const file = join(dataDir, 'supervisor.pid')
  const mine = `${process.pid} ${birthOf(process.pid)}`
  while (!writeOnce(file, mine)) {
    const [number = '', birth = ''] = (readIfThere(file) ?? '').split(' ')
    const pid = Number(number)
    if (pid > 0 && isAlive(pid) && birthOf(pid) === birth) {
      throw new StartRefused(
        `Cardamom already runs on ${dataDir} (process ${pid}): stop it first, or set DATA_DIR to another folder.`,
      )
    }
    rmSync(file, { force: true })
  }
  return () => rmSync(file, { force: true })
}
