import type { Queries } from '../kernel/queries.ts'
import type { StepUpFacts } from '../kernel/step-up-facts.ts'
import { readUser } from './users.sql.ts'

/** Another person, as who confirms something about them sees them named. */
export const personOf = async (sql: Queries, userId: string): Promise<StepUpFacts> => {
  const user = await readUser(sql, userId)
  return user ? { person: `${user.firstName} ${user.lastName} (${user.email})` } : {}
}
