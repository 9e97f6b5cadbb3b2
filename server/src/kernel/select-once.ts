import { createQueryId, createSelectQueryBuilder, type SelectQueryBuilder } from 'kysely'
import { Queries } from './queries.ts'

const unsent = new Queries({
  query: async () => {
    throw new Error('A query that only describes others was sent')
  },
})

/**
 * The beginning of many queries, with all its columns: it is built once, and each query goes on from it. To build thirty
 * columns costs a call more than to send them.
 */
export const selectOnce = <DB, TB extends keyof DB, O>(
  build: (sql: Queries) => SelectQueryBuilder<DB, TB, O>,
): ((sql: Queries) => SelectQueryBuilder<DB, TB, O>) => {
  const queryNode = build(unsent).toOperationNode() as Parameters<
    typeof createSelectQueryBuilder
  >[0]['queryNode']
  return (sql) =>
    createSelectQueryBuilder({ queryId: createQueryId(), executor: sql.getExecutor(), queryNode })
}
