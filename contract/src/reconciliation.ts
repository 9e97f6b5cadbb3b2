import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { SignedCents } from './money.ts'
import { Id, Instant, typedLines } from './wire.ts'

/** Classes of a break (domain §12). */
export const breakClasses = [
  'missing_here',
  'missing_there',
  'amount',
  'state',
  'duplicate',
  'unauthorised_clearing',
  'stale_floating',
  'unexplained_fee',
  'card_balance',
  'overdrawn_card',
  'master_balance',
  'unknown_outcome',
  'timing',
  'bad_file',
] as const
export type BreakClass = (typeof breakClasses)[number]

/** Business days since a break was found. */
export const breakAges = ['0-1', '2-3', '4-7', '8-30', '31+'] as const
export type BreakAge = (typeof breakAges)[number]

export const breakStatuses = ['open', 'gone'] as const
export const eventTypes = [
  'authorisation',
  'increment',
  'reversal',
  'clearing',
  'refund',
  'decline',
  'lapse',
] as const

const Side = z.enum(eventTypes).nullable()

export const BreakRow = z.object({
  id: Id,
  class: z.enum(breakClasses),
  status: z.enum(breakStatuses),
  age: z.enum(breakAges),
  /** What the issuer has more than we have, where it is one amount. */
  amount: SignedCents.nullable(),
  companyName: z.string(),
  /** What differs: an event or a transaction of the issuer, a card, or a check. */
  subject: z.string(),
  transactionId: z.string().nullable(),
  cardId: Id.nullable(),
  eventAt: Instant.nullable(),
  oursAmount: SignedCents.nullable(),
  theirsAmount: SignedCents.nullable(),
  oursEvent: Side,
  theirsEvent: Side,
  /** The figures as the check wrote them that found the difference. */
  detail: z.string().nullable(),
  ownerId: Id.nullable(),
  /** Whether the reader looks at it. */
  isMine: z.boolean(),
  ownerName: z.string().nullable(),
  note: z.string().nullable(),
  runId: Id,
  foundAt: Instant,
  endedAt: Instant.nullable(),
  version: z.number().int(),
})

export const listBreaks = listEndpoint({
  path: '/reconcile-breaks',
  summary: 'Differences between the books and the card issuer, the last found first',
  who: 'reconcile.view',
  row: BreakRow,
  sorts: ['-foundAt', 'foundAt'],
  filters: {
    status: z.enum(breakStatuses).optional(),
    class: z.enum(breakClasses).optional(),
    age: z.enum(breakAges).optional(),
    ownerId: Id.optional(),
    /** The run that was the first to find it. */
    runId: Id.optional(),
  },
  days: 'foundAt',
  search: true,
  byId: true,
  tabs: { open: { status: 'open' }, gone: { status: 'gone' } },
  csv: {},
})

const mostNoteLetters = 2000

/** The form of the note on a break; an empty text removes the note. */
export const BreakNote = z.object({ note: typedLines({ max: mostNoteLetters }).or(z.literal('')) })
/** A break is looked at by the caller, or by nobody. */
const BreakChange = BreakNote.partial().extend({ isMine: z.boolean().optional() })

export const updateBreak = endpoint({
  method: 'PATCH',
  path: '/reconcile-breaks/:id',
  summary: 'Look at a break, or no longer, and write a note on it; If-Match has the version',
  who: 'reconcile.run',
  headers: ['If-Match'],
  params: z.object({ id: Id }),
  input: BreakChange,
  output: BreakRow,
  refusals: {
    record_not_found: 404,
    /** Another administrator changed it meanwhile; `data` is the break as it is now. */
    record_changed: 409,
    validation: 422,
  },
})

export const runStatuses = ['reading', 'checking', 'comparing', 'done'] as const

export const RunRow = z.object({
  id: Id,
  status: z.enum(runStatuses),
  /** The issuer's events from here on were compared, up to `comparedUntil`. */
  comparedFrom: Instant,
  comparedUntil: Instant,
  startedAt: Instant,
  endedAt: Instant.nullable(),
  /** Null: the run of the night. */
  requestedByName: z.string().nullable(),
  /** Events of either side, those that agree, and those that a run booked because they were missing here. */
  compared: z.number().int(),
  matched: z.number().int(),
  healed: z.number().int(),
  /** Breaks that this run was the first to find. */
  found: z.number().int(),
  failure: z.enum(['issuer_silent']).nullable(),
})

export const listReconcileRuns = listEndpoint({
  path: '/reconcile-runs',
  summary: 'Runs of the reconciliation, the last first',
  who: 'reconcile.view',
  row: RunRow,
  sorts: ['-startedAt', 'startedAt'],
  filters: { status: z.enum(runStatuses).optional() },
  days: 'startedAt',
  byId: true,
  csv: {},
})

export const getReconcileRun = endpoint({
  method: 'GET',
  path: '/reconcile-runs/:id',
  summary: 'One run of the reconciliation',
  who: 'reconcile.view',
  params: z.object({ id: Id }),
  output: RunRow,
  refusals: { record_not_found: 404 },
})

export const startReconcileRun = endpoint({
  method: 'POST',
  path: '/reconcile-runs',
  summary:
    'Compare the events of the issuer with ours, now: since the start of yesterday (UTC), or since the day of the oldest open break',
  who: 'reconcile.run',
  stepUp: 'S1',
  status: 202,
  output: z.object({ id: Id }),
  refusals: { permission_denied: 403, run_under_way: 409 },
})

export const readReconciliation = endpoint({
  method: 'GET',
  path: '/reconciliation',
  summary: 'The last run of the reconciliation, and open breaks by class and age',
  who: 'reconcile.view',
  output: z.object({
    asOf: Instant,
    /** Whether the reader may start a run: it is of the whole installation. */
    canStart: z.boolean(),
    /** The last run that is done. */
    last: RunRow.nullable(),
    /** The run that is under way. */
    current: RunRow.nullable(),
    open: z.array(
      z.object({
        class: z.enum(breakClasses),
        age: z.enum(breakAges),
        count: z.number().int(),
        amount: SignedCents,
      }),
    ),
  }),
  refusals: {},
})
