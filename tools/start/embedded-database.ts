import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/src/kernel/postgres.ts'

/** So many times it is started again; one that then ran for the calm time counts from the beginning. */
const mostRestarts = 5
const calmMs = 600_000
/** Processes of a database that was killed need a moment to notice and to leave its memory. */
const betweenMs = 1000

export type EmbeddedDatabase = {
  readonly ownerUrl: string
  readonly dataDir: string
  /** The process that runs now. */
  readonly pid: () => number
  /** Resolves when it ended by itself and could not be started again. */
  readonly broken: Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Runs the embedded PostgreSQL and starts it again when it ends by itself: killed by a person, or by a system that is short
 * of memory. What was committed is there again, and the product connects by itself. Gives up after a few times.
 */
export const runEmbeddedDatabase = async (options: {
  dir: string
  port: number
  /** Told to the person who started the product. */
  say: (line: string) => void
}): Promise<EmbeddedDatabase> => {
  const { dir, port, say } = options
  let current: EmbeddedPostgres = await startEmbeddedPostgres({ dir, port })
  let stopping = false
  const startAgain = async (restart: number): Promise<boolean> => {
    try {
      await pause(betweenMs)
      if (stopping) return false
      current = await startEmbeddedPostgres({ dir, port })
      say('The database runs again')
      return true
    } catch (error) {
      say(
        `The database could not be started again (try ${restart} of ${mostRestarts}): ${(error as Error).message}`,
      )
      return false
    }
  }
  const watch = async () => {
    let restarts = 0
    while (!stopping) {
      const sinceMs = performance.now()
      await current.ended
      if (stopping) return
      if (performance.now() - sinceMs > calmMs) restarts = 0
      say('The database ended by itself and is started again; what was saved is safe')
      let isBack = false
      while (!isBack && !stopping && restarts < mostRestarts) {
        restarts += 1
        isBack = await startAgain(restarts)
      }
      if (!isBack) return
    }
  }
  const watching = watch()
  return {
    ownerUrl: current.ownerUrl,
    dataDir: current.dataDir,
    pid: () => current.pid,
    broken: watching.then(() => (stopping ? new Promise<never>(() => undefined) : undefined)),
    stop: async () => {
      stopping = true
      await current.stop()
      await watching
      // One that was being started meanwhile.
      await current.stop()
    },
  }
}
