import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../../server/src/kernel/database.ts'

export type TestDatabase = {
  readonly db: Database
  /** Connections of the schema's owner and of the app's role. */
  readonly ownerUrl: string
  readonly appUrl: string
  readonly drop: () => Promise<void>
}

const onAdmin = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A separate database for one test file: a copy of the run's migrated template, or an empty one. */
export const createTestDatabase = async ({ isEmpty = false } = {}): Promise<TestDatabase> => {
  const adminUrl = inject('ownerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onAdmin(adminUrl, `create database ${name} template ${isEmpty ? 'template0' : 'template_cardamom'}`)
  const ownerUrl = adminUrl.replace(/\/cardamom$/, `/${name}`)
  const appUrl = ownerUrl.replace(/\/\/[^@]*@/, '//cardamom_app:test@')
  const db = openDatabase({ url: appUrl, connections: 10, onIdleError: () => undefined })
  return {
    db,
    ownerUrl,
    appUrl,
    drop: async () => {
      await db.close()
      await onAdmin(adminUrl, `drop database if exists ${name} with (force)`)
    },
  }
}
