import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '../../server/src/kernel/migrate.ts'

const isSupervisor = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    const commandLine = `/proc/${pid}/cmdline`
    return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('start.ts')
  } catch {
    return false
  }
}

/** Refuses a second start on the same data while the first one lives. Gives the release. */
export const claimData = (dataDir: string): (() => void) => {
  const file = join(dataDir, 'supervisor.pid')
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'))
    if (pid !== process.pid && isSupervisor(pid)) {
      throw new StartRefused(
        `Cardamom runs on ${dataDir} already (process ${pid}): stop it first, or set DATA_DIR to another folder.`,
      )
    }
  }
  writeFileSync(file, String(process.pid))
  return () => rmSync(file, { force: true })
}
