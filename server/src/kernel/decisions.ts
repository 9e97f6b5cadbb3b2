import type { PlanOutcome } from './plan.ts'

/** How often a money handler decides again when its data changes each time. */
export const mostDecisions = 5

/**
 * Another call did the operation or used its key. This call wrote nothing, so its own answer would be wrong.
 */
export const undone: ReadonlySet<PlanOutcome['outcome']> = new Set(['replayed', 'idempotency_conflict'])

/** A rule got facts that cannot be true together. This is a bug of its caller, or the facts are of different instants. */
export class InconsistentFacts extends Error {
  override name = 'InconsistentFacts'
}

/**
 * Runs the decision of a money handler. Each of its reads is a transaction of its own, so rows that another call changes
 * between two of them may not belong together: their transition does not exist, or their journal does not balance. It
 * then decides again by rows that it reads anew. What is inconsistent each time is a bug.
 */
export const decide = async <T>(handler: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await handler()
    } catch (error) {
      if (!(error instanceof InconsistentFacts) || tries === mostDecisions) throw error
    }
  }
}
