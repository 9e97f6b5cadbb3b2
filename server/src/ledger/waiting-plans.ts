import type { PlanOutcome } from '../kernel/plan.ts'
import { sameRequest, type PreparedPlan } from './prepared-plan.ts'

/** A caller that awaits the outcome of its plan. */
export type WaitingPlan = {
  readonly plan: PreparedPlan
  readonly resolve: (outcome: PlanOutcome) => void
  readonly reject: (error: unknown) => void
  /** Callers with the same request; this plan's effect answers them too. */
  readonly followers: WaitingPlan[]
}

/** The answer to a caller with the same request after the first one's plan was decided. */
const followed = (outcome: PlanOutcome, plan: PreparedPlan): PlanOutcome => {
  if (outcome.outcome !== 'posted') return outcome
  const { answer } = plan.source
  return answer
    ? { outcome: 'answered', status: answer.status, body: answer.body }
    : { outcome: 'replayed', journalIds: outcome.journalIds }
}

/** Tells a caller and its followers the outcome of the plan. */
export const settle = (waiting: WaitingPlan, outcome: PlanOutcome): void => {
  waiting.resolve(outcome)
  for (const follower of waiting.followers) follower.resolve(followed(outcome, waiting.plan))
}

/** Tells callers and their followers that the outcome is unknown, or that the plan cannot be written. */
export const rejectAll = (group: readonly WaitingPlan[], error: unknown): void => {
  for (const waiting of group) {
    waiting.reject(error)
    for (const follower of waiting.followers) follower.reject(error)
  }
}

/**
 * Who locks the accounts of a plan: no lane, this lane, or another lane, for which the database would wait.
 */
const holderOf = ({ locked }: PreparedPlan, lane: number): 'none' | 'us' | 'another' => {
  let holder: 'none' | 'us' = 'none'
  for (const account of locked) {
    if (account.lane === lane) holder = 'us'
    else if (account.lane !== 0) return 'another'
  }
  return holder
}

/** Releases the accounts of a finished batch. */
export const releaseBatch = (group: readonly WaitingPlan[], lane: number): void => {
  for (const { plan } of group) {
    for (const account of plan.locked) if (account.lane === lane) account.lane = 0
  }
}

/** Tables that the plans of a batch change: single rows, or a set of rows, which no other plan may change or add to. */
const createTableClaims = () => {
  const changed = new Set<string>()
  const sets = new Set<string>()
  return {
    areTaken: ({ changedTables, setTables }: PreparedPlan): boolean =>
      changedTables.some((table) => sets.has(table)) || setTables.some((table) => changed.has(table)),
    take: ({ changedTables, setTables }: PreparedPlan) => {
      for (const table of changedTables) changed.add(table)
      for (const table of setTables) sets.add(table)
    },
  }
}

/**
 * Removes the plans of a lane's next batch from the queue, in order: a fair share of them, and further plans
 * on the same accounts, which no other lane could run meanwhile. Plans that share a key or a row do not go
 * together: an identical request follows the first one, and others wait for a later batch. Plans on accounts
 * that another lane holds wait too.
 */
export const nextBatch = (
  queue: WaitingPlan[],
  { lane, share, most }: { lane: number; share: number; most: number },
): WaitingPlan[] => {
  const selected: WaitingPlan[] = []
  const left: WaitingPlan[] = []
  const claimed = new Map<string, WaitingPlan>()
  const tables = createTableClaims()
  let seen = 0
  for (; seen < queue.length && selected.length < most; seen += 1) {
    const waiting = queue[seen]!
    const { plan } = waiting
    const claim = plan.claims.find((each) => claimed.has(each))
    const first = claim === undefined ? undefined : claimed.get(claim)
    if (first && sameRequest(first.plan, plan)) {
      first.followers.push(waiting)
      continue
    }
    const holder = holderOf(plan, lane)
    const mustWait = first !== undefined || holder === 'another' || tables.areTaken(plan)
    if (mustWait || (holder === 'none' && selected.length >= share)) left.push(waiting)
    else {
      tables.take(plan)
      selected.push(waiting)
      for (const each of plan.claims) claimed.set(each, waiting)
      for (const account of plan.locked) account.lane = lane
    }
  }
  queue.splice(0, seen, ...left)
  return selected
}
