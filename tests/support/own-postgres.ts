import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/postgres.ts'
import { isAlive } from '../kill/server-process.ts'
import type { SimulationDatabase } from '../simulation/simulation-database.ts'
import { freePort } from './shared-postgres.ts'
import { makeDataDir } from './data-dir.ts'
import { acceptAnyTime } from './posting-times.ts'
import { testRoles, testRoleUrls } from './test-roles.ts'

export type OwnPostgres = SimulationDatabase & {
  /** Immediate shutdown: no session is ended in order and nothing is flushed. */
  readonly stopAtOnce: () => Promise<void>
  readonly startAgain: () => Promise<void>
}

/**
 * A migrated PostgreSQL for a test that damages it: a failed checkpoint of one database, for example, affects
 * the whole server. Committed data survives a crash unless `durable` is false.
 */
export const startOwnPostgres = async ({ durable = true } = {}): Promise<OwnPostgres> => {
  const dir = makeDataDir('own-postgres')
  const port = await freePort()
  const start = () => startEmbeddedPostgres({ dir, port, durable })
  let postgres = await start()
  const { ownerUrl } = postgres
  const sourceDir = join(import.meta.dirname, '../../server/src')
  await migrate({ ownerUrl, sourceDir, roles: testRoles() })
  await acceptAnyTime(ownerUrl)
  return {
    ownerUrl,
    ...testRoleUrls(ownerUrl),
    stopAtOnce: async () => {
      process.kill(postgres.pid, 'SIGQUIT')
      while (isAlive(postgres.pid)) await pause(20)
    },
    startAgain: async () => {
      postgres = await start()
    },
    drop: async () => {
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
