import type { PlanOutcome } from '../kernel/plan.ts'
import { sameRequest, type PreparedPlan } from './prepared-plan.ts'

/** A caller that awaits the outcome of its plan. */
export type WaitingPlan = {
  readonly plan: PreparedPlan
  readonly resolve: (outcome: PlanOutcome) => void
  readonly reject: (error: unknown) => void
  /** Callers with the same request, answered by this one's effect. */
  readonly followers: WaitingPlan[]
}

/** What a caller with the same request gets when another one's plan was decided. */
const followed = (outcome: PlanOutcome, plan: PreparedPlan): PlanOutcome => {
  if (outcome.outcome !== 'posted') return outcome
  const { answer } = plan.source
  return answer
    ? { outcome: 'answered', status: answer.status, body: answer.body }
    : { outcome: 'replayed', journalIds: outcome.journalIds }
}

/** Tells a caller and its followers what became of the plan. */
export const settle = (waiting: WaitingPlan, outcome: PlanOutcome): void => {
  waiting.resolve(outcome)
  for (const follower of waiting.followers) follower.resolve(followed(outcome, waiting.plan))
}

/** Tells callers and their followers that nobody knows, or that the plan cannot be written. */
export const rejectAll = (group: readonly WaitingPlan[], error: unknown): void => {
  for (const waiting of group) {
    waiting.reject(error)
    for (const follower of waiting.followers) follower.reject(error)
  }
}

/** Does it touch an account that a batch under way holds? It would only wait for that batch in the database. */
const isBlocked = ({ journals }: PreparedPlan): boolean =>
  journals.some(({ legs }) => legs.some(({ account }) => account.busy || account.wallet?.available.busy))

/**
 * Takes the plans of the next batch out of the queue, in order, at most so many. Plans that share a key or a row do not
 * go together: the same request again follows the first one, anything else waits for a later batch, as do plans on
 * accounts that are busy.
 */
export const takeBatch = (queue: WaitingPlan[], most: number): WaitingPlan[] => {
  const taken: WaitingPlan[] = []
  const left: WaitingPlan[] = []
  const claimed = new Map<string, WaitingPlan>()
  let seen = 0
  for (; seen < queue.length && taken.length < most; seen += 1) {
    const waiting = queue[seen]!
    const claim = waiting.plan.claims.find((each) => claimed.has(each))
    const holder = claim === undefined ? undefined : claimed.get(claim)
    if (holder && sameRequest(holder.plan, waiting.plan)) holder.followers.push(waiting)
    else if (holder || isBlocked(waiting.plan)) left.push(waiting)
    else {
      taken.push(waiting)
      for (const each of waiting.plan.claims) claimed.set(each, waiting)
    }
  }
  queue.splice(0, seen, ...left)
  return taken
}
