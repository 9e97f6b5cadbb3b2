import { isBusy, isUnreachable } from './lost-database.ts'
import type { Log } from './log.ts'

/** Why nothing can be saved. */
export type StorageTrouble = 'full' | 'read_only'
type Trouble = StorageTrouble | 'unreachable' | 'busy'

const troubles: Readonly<Record<string, StorageTrouble>> = {
  '53100': 'full',
  ENOSPC: 'full',
  '25006': 'read_only',
}
const sentences: Readonly<Record<Trouble, string>> = {
  full: 'The disk of the database is full: nothing is lost, nothing can be saved. Free or add space; no restart is needed',
  read_only:
    'The database is read-only: nothing is lost, nothing can be saved. Check whether it is a standby or set read-only',
  unreachable:
    'The database cannot be reached: people are told to try again in a moment, and background work waits. Check its server and the network to it; no restart is needed',
  busy: 'A statement waited too long for a lock or ran too long: it was cancelled and changed nothing. Find the holder of the lock in pg_stat_activity',
}
const reportEveryMs = 60_000
/** Background work writes every second, so a problem that has not occurred for this time is over. */
const overAfterMs = 30_000

export type StorageWatch = {
  /**
   * Records a failure and its causes, and reports it to the operator at intervals; null: the database is not
   * the cause.
   */
  readonly report: (error: unknown) => Trouble | null
  /**
   * Why nothing could be saved a moment ago, for `/readyz`, which checks by itself whether the database
   * answers.
   */
  readonly trouble: () => StorageTrouble | null
}

const troubleOf = (error: unknown): Trouble | null => {
  if (!(error instanceof Error)) return null
  if (isUnreachable(error)) return 'unreachable'
  if (isBusy(error)) return 'busy'
  return troubles[(error as { code?: string }).code ?? ''] ?? troubleOf(error.cause)
}

export const createStorageWatch = (deps: { realMs: () => number; log: Log }): StorageWatch => {
  let met: { trouble: StorageTrouble; atMs: number } | null = null
  let reportedMs = -Infinity
  return {
    report: (error) => {
      const trouble = troubleOf(error)
      if (!trouble) return null
      const atMs = deps.realMs()
      if (trouble === 'full' || trouble === 'read_only') met = { trouble, atMs }
      if (atMs - reportedMs >= reportEveryMs) {
        reportedMs = atMs
        deps.log.error(sentences[trouble], error)
      }
      return trouble
    },
    trouble: () => (met && deps.realMs() - met.atMs < overAfterMs ? met.trouble : null),
  }
}
