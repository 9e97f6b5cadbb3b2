import { readdirSync, readFileSync } from 'node:fs'

/** The kernel of Linux counts in hundredths of a second. */
const usPerTick = 10_000

/** Parent, own ticks, and ticks of ended children. Null: the process has ended. */
const statOf = (pid: string): { parent: string; ticks: number; ofEnded: number } | null => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
    const ticks = Number(fields[11]) + Number(fields[12])
    return { parent: fields[1] ?? '', ticks, ofEnded: Number(fields[13]) + Number(fields[14]) }
  } catch {
    return null
  }
}

/** Processor time that a database server and its backends have used so far, in microseconds. */
const databaseUs = (serverPid: string): number => {
  const server = statOf(serverPid)
  if (!server) return 0
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((stat) => stat?.parent === serverPid)
  const ticks = children.reduce((sum, stat) => sum + (stat?.ticks ?? 0), server.ticks + server.ofEnded)
  return ticks * usPerTick
}

const serverUs = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/**
 * Runs `use` and returns the processor time of each of its calls, in this process and in the databases, in
 * microseconds. It varies less than elapsed time on a machine with other work.
 */
export const withProcessorTime = async <T extends { readonly calls: number }>(
  serverPids: readonly string[],
  use: () => Promise<T>,
): Promise<T & { readonly serverUs: number; readonly databaseUs: number }> => {
  const databasesUs = () => serverPids.reduce((sum, pid) => sum + databaseUs(pid), 0)
  const before = { server: serverUs(), database: databasesUs() }
  const result = await use()
  const each = (us: number) => Math.round(us / Math.max(1, result.calls))
  return {
    ...result,
    serverUs: each(serverUs() - before.server),
    databaseUs: each(databasesUs() - before.database),
  }
}
