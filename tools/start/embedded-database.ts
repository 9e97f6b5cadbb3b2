import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/src/kernel/postgres.ts'

/** The maximum number of restarts; the count starts again after the database has run for the calm time. */
const mostRestarts = 5
const calmMs = 600_000
/** Backends of a killed database need a moment to stop and to release its shared memory. */
const betweenMs = 1000

export type EmbeddedDatabase = {
  readonly ownerUrl: string
  readonly dataDir: string
  /** The process that runs now. */
  readonly pid: () => number
  /** Resolves when the database ended unexpectedly and could not be restarted. */
  readonly broken: Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Runs the embedded PostgreSQL and restarts it after an unexpected end, such as a kill or a lack of memory.
 * Committed data survives and the product reconnects. It stops after a few restarts.
 */
export const runEmbeddedDatabase = async (options: {
  dir: string
  port: number
  /** Shows a message to the person who started the product. */
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
      if (restarts >= mostRestarts) {
        say(`The database ended ${mostRestarts + 1} times in a short time and is not started again`)
        return
      }
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
      // A restart may have been under way.
      await current.stop()
    },
  }
}
