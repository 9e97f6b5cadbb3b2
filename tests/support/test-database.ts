import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../../server/src/kernel/database.ts'
import { copyStatement } from './copy-statement.ts'
import { testRoleUrls, type DatabaseUrls } from './test-roles.ts'

export type TestDatabase = DatabaseUrls & {
  readonly db: Database
  /** The same database as the roles with one duty. */
  readonly signerDb: Database
  readonly accountsDb: Database
  readonly drop: () => Promise<void>
}

const onAdmin = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const isUsed = (error: unknown): boolean => (error as { code?: string }).code === '55006'

/**
 * Copies a database. PostgreSQL ends an autovacuum of the source first, but on a busy machine it fails after five
 * seconds.
 */
const copyDatabase = async (url: string, { name, from }: { name: string; from: string }): Promise<void> => {
  const mostTries = 6
  for (let tries = 1; ; tries += 1) {
    try {
      return await onAdmin(url, copyStatement(name, from))
    } catch (error) {
      if (!isUsed(error) || tries === mostTries) throw error
    }
  }
}

/** Opens a database as each of its roles. */
export const openAsRoles = (urls: DatabaseUrls) => {
  const open = (url: string, connections: number) =>
    openDatabase({ url, connections, onIdleError: () => undefined })
  const db = open(urls.appUrl, 10)
  const signerDb = open(urls.signerUrl, 2)
  const accountsDb = open(urls.accountsUrl, 2)
  const close = async () => {
    for (const each of [db, signerDb, accountsDb]) await each.close()
  }
  return { ...urls, db, signerDb, accountsDb, close }
}

/** A separate database for one test file: a copy of the run's migrated template, or an empty one. */
export const createTestDatabase = async ({ isEmpty = false } = {}): Promise<TestDatabase> => {
  const adminUrl = inject('ownerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await copyDatabase(adminUrl, { name, from: isEmpty ? 'template0' : 'template_cardamom' })
  const ownerUrl = adminUrl.replace(/\/cardamom$/, `/${name}`)
  const opened = openAsRoles({ ownerUrl, ...testRoleUrls(ownerUrl) })
  return {
    ...opened,
    drop: async () => {
      await opened.close()
      await onAdmin(adminUrl, `drop database if exists ${name} with (force)`)
    },
  }
}
