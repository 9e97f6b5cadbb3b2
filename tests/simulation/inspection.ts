import pg from 'pg'
import { Queries, type Statement } from '../../server/src/kernel/queries.ts'

/** Reads of all tenants, in one transaction. */
export type Inspect = <T>(use: (sql: Queries) => Promise<T>) => Promise<T>

/**
 * A connection for the checks, which stays while the server restarts. Each statement is planned once: the checks of the
 * book say that theirs are planned for each page, which takes more time than running them on the few rows of a run.
 */
export const openInspection = async (
  appUrl: string,
): Promise<{ inspect: Inspect; close: () => Promise<void> }> => {
  const client = new pg.Client({ connectionString: appUrl })
  await client.connect()
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `check${names.size}`
    names.set(text, name)
    return name
  }
  const query = (statement: Statement) => client.query({ ...statement, name: nameOf(statement.text) })
  const sql = new Queries({ query })
  const inspect: Inspect = async (use) => {
    await client.query(`begin isolation level repeatable read, read only; set local app.scope = 'all'`)
    try {
      return await use(sql)
    } finally {
      await client.query('rollback')
    }
  }
  return { inspect, close: () => client.end() }
}
