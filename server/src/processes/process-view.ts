import type { listProcesses, ProcessState } from '@cardamom/contract/processes'
import { processStates } from '@cardamom/contract/processes'
import type { OutputOf } from '@cardamom/contract/endpoint'
import { processNames, processOf, type ProcessName } from '@cardamom/contract/processes/process-names'
import type { Selectable } from 'kysely'
import type { JobState } from '../kernel/job-runs.sql.ts'
import { longDue } from '../kernel/job-rows.sql.ts'
import { overdueAfterMs } from '../kernel/lane-health.ts'
import type { JobRun } from '../kernel/schema.ts'
import { meaningOf } from './job-error.ts'

type Process = OutputOf<typeof listProcesses>['items'][number]

export type ProcessFacts = {
  /** Names of all registered jobs, and of those that always run again. */
  readonly names: readonly string[]
  readonly recurring: readonly string[]
  readonly states: readonly JobState[]
  readonly runs: readonly Selectable<JobRun>[]
  readonly now: Date
  /** Jobs that a change of the clock or a start made due are no delay: at most this time in ms counts as a delay. */
  readonly mostWaitMs: number
  /** Whether the reader sees the technical text of errors. */
  readonly seesText: boolean
}

const earliest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((first, at) => (at !== null && (first === null || at < first) ? at : first), null)
const sum = (states: readonly JobState[], field: 'waiting' | 'running' | 'retrying' | 'dead'): number =>
  states.reduce((all, state) => all + state[field], 0)
const maxBy = <T>(all: readonly T[], value: (each: T) => Date | null): T | undefined =>
  all
    .filter((each) => value(each) !== null)
    .toSorted((a, b) => (value(b)?.getTime() ?? 0) - (value(a)?.getTime() ?? 0))[0]

/** A recurring job without a row runs no more. A dead one is counted by `dead`. */
const isMissing = (state: JobState): boolean =>
  state.waiting + state.running + state.dead === 0 && state.nextAt === null

const stateOf = (of: {
  readonly states: readonly JobState[]
  readonly recurring: ReadonlySet<string>
  readonly waitMs: number
}): ProcessState => {
  const { states, recurring, waitMs } = of
  if (sum(states, 'dead') > 0 || states.some((state) => recurring.has(state.name) && isMissing(state)))
    return 'stopped'
  if (sum(states, 'retrying') > 0) return 'failing'
  if (waitMs > overdueAfterMs) return 'late'
  if (sum(states, 'running') > 0) return 'running'
  const hasWork = sum(states, 'waiting') > 0 || states.some(({ nextAt }) => nextAt !== null)
  return hasWork ? 'waiting' : 'idle'
}

const viewOf = (process: ProcessName, facts: ProcessFacts): Process => {
  const isOurs = ({ name }: { readonly name: string }) => processOf(name) === process
  const states = facts.states.filter(isOurs)
  const runs = facts.runs.filter(isOurs)
  const recurring = new Set(facts.recurring)
  const last = maxBy(runs, ({ startedAt }) => startedAt)
  const failed = maxBy(runs, ({ failedAt }) => failedAt)
  const known = states.map(({ oldestAt }) => (oldestAt && oldestAt > longDue ? oldestAt : null))
  const oldestAt = earliest(known)
  const waitMs = oldestAt === null ? 0 : Math.min(facts.now.getTime() - oldestAt.getTime(), facts.mostWaitMs)
  const { failedAt = null, error = null } = failed ?? {}
  return {
    process,
    state: stateOf({ states, recurring, waitMs }),
    lastRunAt: last?.startedAt ?? null,
    lastDurationMs: last?.durationMs ?? null,
    hasLastFailed: last?.failed ?? false,
    nextAt: earliest(states.map(({ nextAt }) => nextAt)),
    running: sum(states, 'running'),
    waiting: sum(states, 'waiting'),
    oldestAt,
    retrying: sum(states, 'retrying'),
    dead: sum(states, 'dead'),
    failure:
      failedAt === null || error === null
        ? null
        : { at: failedAt, meaning: meaningOf(error), text: facts.seesText ? error : null },
    isRecurring: states.some(({ name }) => recurring.has(name)),
  }
}

/** Processes that have a job in this installation; those that need a person first, else in the order of the contract. */
export const processViews = (facts: ProcessFacts): Process[] => {
  const present = new Set(facts.names.map(processOf))
  return processNames
    .filter((process) => present.has(process))
    .map((process) => viewOf(process, facts))
    .map((view, index) => ({ view, rank: urgent.indexOf(view.state), index }))
    .toSorted(
      (a, b) =>
        (a.rank === -1 ? urgent.length : a.rank) - (b.rank === -1 ? urgent.length : b.rank) ||
        a.index - b.index,
    )
    .map(({ view }) => view)
}

const urgent: readonly ProcessState[] = processStates.slice(0, 3)
