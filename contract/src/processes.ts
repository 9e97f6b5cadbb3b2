import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { processNames } from './processes/process-names.ts'
import { Id, Instant } from './wire.ts'

/**
 * The first ones need a person: `stopped` has jobs without retries left, or a recurring job that is missing, `failing` is
 * tried again by itself, `late` has work that no worker has begun for minutes.
 */
export const processStates = ['stopped', 'failing', 'late', 'running', 'waiting', 'idle'] as const
export type ProcessState = (typeof processStates)[number]

/** What an error of a job means for its reader. */
export const processErrors = [
  'silentService',
  'refusedByService',
  'locked',
  'database',
  'unknownJob',
  'defect',
] as const

const Failure = z.object({
  at: Instant,
  meaning: z.enum(processErrors),
  /** The technical text, for readers who see all companies. */
  text: z.string().nullable(),
})

const Process = z.object({
  process: z.enum(processNames),
  state: z.enum(processStates),
  lastRunAt: Instant.nullable(),
  lastDurationMs: z.number().int().nullable(),
  hasLastFailed: z.boolean(),
  /** When its next job becomes due; null: after its next event. */
  nextAt: Instant.nullable(),
  running: z.number().int(),
  /** Due jobs that no worker has; 10,001 means more than 10,000. */
  waiting: z.number().int(),
  /** Null: none waits, or the oldest was made due by a person. */
  oldestAt: Instant.nullable(),
  retrying: z.number().int(),
  dead: z.number().int(),
  failure: Failure.nullable(),
  /** Whether it has jobs that run at intervals, which can be run now. */
  isRecurring: z.boolean(),
})

export const listProcesses = endpoint({
  method: 'GET',
  path: '/processes',
  summary:
    'The background work of the product, with last run, next run, backlog and last error; those that need a person first',
  who: 'processes.view',
  output: z.object({ asOf: Instant, items: z.array(Process) }),
  refusals: {},
})

/** What a job is about, for a link to its page. */
export const jobSubjects = [
  'load',
  'card',
  'user',
  'settlement',
  'withdrawal',
  'kyc_case',
  'approval',
] as const

const FailedJob = z.object({
  id: Id,
  /** Its name in the code and in the log. */
  job: z.string(),
  attempts: z.number().int(),
  isDead: z.boolean(),
  firstFailedAt: Instant.nullable(),
  lastFailedAt: Instant.nullable(),
  /** When it is tried again by itself; null: never. */
  nextAt: Instant.nullable(),
  meaning: z.enum(processErrors).nullable(),
  text: z.string().nullable(),
  subject: z.object({ kind: z.enum(jobSubjects), id: Id }).nullable(),
})

const params = z.object({ process: z.enum(processNames) })

export const readProcess = endpoint({
  method: 'GET',
  path: '/processes/:process',
  summary: 'One process, with its jobs that fail: those without retries left first, at most 200',
  who: 'processes.view',
  params,
  output: z.object({
    asOf: Instant,
    process: Process,
    /** Names in the code and in the log. */
    jobs: z.array(z.string()),
    failed: z.array(FailedJob),
  }),
  refusals: { record_not_found: 404 },
})

export const runProcess = endpoint({
  method: 'POST',
  path: '/processes/:process/run',
  summary:
    'Run the recurring jobs of a process now; those that are due or running already are left as they are',
  who: 'processes.run',
  stepUp: 'S1',
  idempotent: true,
  params,
  output: z.object({ started: z.number().int() }),
  refusals: { record_not_found: 404, process_not_recurring: 409 },
})

export const resumeProcess = endpoint({
  method: 'POST',
  path: '/processes/:process/resume',
  summary:
    'Try jobs without retries left again, at most 1000 of a process in one call; their effects have keys, so none happens twice',
  who: 'processes.run',
  stepUp: 'S1',
  idempotent: true,
  params,
  /** Absent: all of the process. */
  input: z.object({ jobIds: z.array(Id).min(1).max(200).optional() }),
  output: z.object({
    /** A job that was named and has no need of a person any more is not resumed. */
    results: z.array(z.object({ id: Id, isResumed: z.boolean() })),
  }),
  refusals: { record_not_found: 404, validation: 422 },
})
