import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../../server/src/kernel/database.ts'
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
  await client.query(statement)
  await client.end()
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
  await onAdmin(adminUrl, `create database ${name} template ${isEmpty ? 'template0' : 'template_cardamom'}`)
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
