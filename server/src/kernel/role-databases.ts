import type { ChangeNotices } from './change-notices.ts'
import type { Config } from './config.ts'
import { limitRole, type ConnectionKind } from './connection-limits.ts'
import { openDatabase, type Database } from './database.ts'
import { roleSettings, type Duty } from './database-roles.ts'
import type { Log } from './log.ts'

const requestConnections = 24
/**
 * Connections for background work only, so that it never queues behind requests. There are fewer than
 * workers, because most workers wait for outside services.
 */
const workConnections = 10
/** Connections of each role that does one kind of work only. */
const dutyConnections = 2

export type RoleDatabases = {
  /** The app's role, for calls and for background work. */
  readonly db: Database
  readonly workDb: Database
  readonly signerDb: Database
  readonly accountsDb: Database
  readonly close: () => Promise<void>
}

/** Opens the database as each role of the product, and sets the roles' limits. */
export const openRoleDatabases = async (of: {
  config: Config
  log: Log
  onFailure: (error: unknown) => void
  notices: ChangeNotices
}): Promise<RoleDatabases> => {
  const { config, log, onFailure, notices } = of
  // Elsewhere this throws. In production it is only logged, so that the person gets an answer.
  const onCallInside = (error: Error) =>
    log.error('A caller holds a database connection while it waits for something else', error)
  const open = (duty: Duty, kind: ConnectionKind, connections: number) =>
    openDatabase({
      url: config[roleSettings[duty]],
      connections,
      kind,
      onIdleError: (error) => log.error('An idle database connection was lost', error),
      onFailure,
      notices,
      ...(config.mode === 'production' ? { onCallInside } : {}),
    })
  const db = open('app', 'request', requestConnections)
  const workDb = open('app', 'work', workConnections)
  const signerDb = open('signer', 'work', dutyConnections)
  const accountsDb = open('accounts', 'work', dutyConnections)
  for (const { pool } of [db, signerDb, accountsDb]) await limitRole(pool, 'app')
  const close = async () => {
    for (const each of [signerDb, accountsDb, workDb, db]) await each.close()
  }
  return { db, workDb, signerDb, accountsDb, close }
}
