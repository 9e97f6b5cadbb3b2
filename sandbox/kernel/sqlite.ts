import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Synchronous access to a service's SQLite file. */
export type Db = {
  readonly all: <T>(sql: string, ...values: SQLInputValue[]) => T[]
  readonly one: <T>(sql: string, ...values: SQLInputValue[]) => T | undefined
  /** Returns the number of changed rows. */
  readonly run: (sql: string, ...values: SQLInputValue[]) => number
  /** Inserts a row and returns the stored row. Table and column names come only from the code. */
  readonly insert: <T>(table: string, values: Readonly<Record<string, SQLInputValue>>) => T
  /** Runs `work` in one transaction; nested calls join the outer one. */
  readonly whole: <T>(work: () => T) => T
}

/** Renames columns of a store that an earlier version made. A new or renamed store stays as it is. */
export const renameColumns = (
  file: DatabaseSync,
  columns: readonly { readonly table: string; readonly from: string; readonly to: string }[],
): void => {
  for (const { table, from, to } of columns) {
    const names = file.prepare(`select name from pragma_table_info(?)`).all(table)
    if (names.some(({ name }) => name === from)) {
      file.exec(`alter table ${table} rename column ${from} to ${to}`)
    }
  }
}

/**
 * Opens the file and creates missing tables of `schema`.
 * @param options.integers JavaScript type of integers: `bigint` if most of them are cents
 */
export const openSqlite = (
  file: DatabaseSync,
  schema: string,
  options: { integers: 'number' | 'bigint' },
): Db => {
  file.exec(schema)
  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string) => {
    const known = prepared.get(sql)
    if (known) return known
    const fresh = file.prepare(sql)
    fresh.setReadBigInts(options.integers === 'bigint')
    prepared.set(sql, fresh)
    return fresh
  }
  let depth = 0
  return {
    all: <T>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as T[],
    one: <T>(sql: string, ...values: SQLInputValue[]) => statement(sql).get(...values) as T | undefined,
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    insert: <T>(table: string, values: Readonly<Record<string, SQLInputValue>>) => {
      const names = Object.keys(values)
      const holes = names.map(() => '?').join(', ')
      const sql = `insert into ${table} (${names.join(', ')}) values (${holes}) returning *`
      return statement(sql).get(...Object.values(values)) as T
    },
    whole: (work) => {
      if (depth > 0) return work()
      depth += 1
      file.exec('begin immediate')
      try {
        const result = work()
        file.exec('commit')
        return result
      } catch (error) {
        file.exec('rollback')
        throw error
      } finally {
        depth -= 1
      }
    },
  }
}
