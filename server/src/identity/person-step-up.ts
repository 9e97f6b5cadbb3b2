import type { Queries } from '../kernel/queries.ts'
import type { StepUpFacts } from '../kernel/step-up-facts.ts'
import { readUser } from './users.sql.ts'

/** The person whom a step-up is about, as the confirming person sees them. */
export const personOf = async (sql: Queries, userId: string): Promise<StepUpFacts> => {
  const user = await readUser(sql, userId)
  return user ? { person: `${user.firstName} ${user.lastName} (${user.email})` } : {}
}
