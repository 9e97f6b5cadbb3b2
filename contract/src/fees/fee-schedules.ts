import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Cents, FeePercent } from '../money.ts'
import { CalendarDate, Id, Instant, typedText } from '../wire.ts'

/** `planned`: begins later. `past`: a newer version of the same company has replaced it. */
export const feeScheduleStates = ['in_force', 'planned', 'past'] as const
/**
 * How a version was made. `operator`: by two people. `company`: by the company of a level, in its room. `followed`: by the
 * product, because a version above changed. `ended`: the same, where a company's part no longer had room.
 */
export const feeScheduleWays = ['operator', 'company', 'followed', 'ended'] as const

const LevelRate = z.object({ level: z.number().int(), percent: FeePercent })
/** Rates of one speed. The levels above the reader's own are one sum; it is null for the operator. */
const SpeedRates = z.object({
  total: FeePercent,
  above: FeePercent.nullable(),
  levels: z.array(LevelRate),
})

/** Rates of a schedule as a reader may see them. A transfer has one rate, of the sender's level (domain §4). */
export const ScheduleRates = z.object({
  regular: SpeedRates,
  immediate: SpeedRates,
  transfer: z.array(LevelRate),
})

const FeeScheduleRow = z.object({
  id: Id,
  /** Null: the schedule of the platform. */
  companyId: Id.nullable(),
  companyName: z.string(),
  version: z.number().int(),
  state: z.enum(feeScheduleStates),
  way: z.enum(feeScheduleWays),
  /** Start of a day in UTC. */
  validFrom: Instant,
  rates: ScheduleRates,
  createdAt: Instant,
  /** Null: the product, or a person whom the reader does not see. */
  createdByName: z.string().nullable(),
  approvedByName: z.string().nullable(),
  reason: z.string().nullable(),
})

export const listFeeSchedules = listEndpoint({
  path: '/fee-schedules',
  summary:
    'Versions of the fee schedules of the companies in scope, and for the operator of the platform, the latest start first',
  who: 'fees.view',
  row: FeeScheduleRow,
  filters: { companyId: Id.optional(), state: z.enum(feeScheduleStates).optional() },
  sorts: ['-validFrom', 'validFrom'],
  byId: true,
  csv: {},
})

/** Company of a question about fees; absent: the reader's own company, and the platform for the operator. */
const CompanyChoice = z.object({ companyId: Id.optional() })

export const readFeesInForce = endpoint({
  method: 'GET',
  path: '/fee-schedules/in-force',
  summary: 'Rates that loads of a company are quoted with now, and the next planned ones',
  who: 'fees.view',
  input: CompanyChoice,
  output: z.object({
    /** Null: the platform. */
    company: z.object({ id: Id, name: z.string(), tier: z.number().int() }).nullable(),
    /** The reader's own level. Rates of the levels above it are one sum. */
    level: z.number().int(),
    /** What the reader's level and those below may have together; null: they may not set it. */
    room: z.object({ regular: FeePercent, immediate: FeePercent }).nullable(),
    /** Whose schedule it is; null: of a company above the reader's own. */
    scheduleOf: z.string().nullable(),
    from: Instant,
    rates: ScheduleRates,
    next: z.object({ from: Instant, rates: ScheduleRates }).nullable(),
  }),
  refusals: { record_not_found: 404 },
})

/** A fee and its parts, to the cent. */
export const FeeParts = z.object({
  fee: Cents,
  net: Cents,
  /** Sum of the levels above the reader's own; null for the operator. */
  above: Cents.nullable(),
  levels: z.array(z.object({ level: z.number().int(), amount: Cents })),
})

/** Rates of the levels that the reader may set, from the reader's own down; the operator's first. */
export const SetRates = z.array(FeePercent).min(1).max(5)

const AllRates = z.array(FeePercent).length(5)
/** Rates of a transfer by the sender's level, the operator's first; null: the switch is off, and transfers are free. */
const TransferRates = AllRates.nullable()

/** Rates to try. Those of a transfer are the operator's to set; absent: they stay. */
export const ProposedRates = z.object({
  regular: SetRates,
  immediate: SetRates,
  transfer: TransferRates.optional(),
})

/** The kinds of codes by which level 4 is split (domain §4). */
export const simulatedCodes = ['none', 'seller_one', 'seller_two', 'referral'] as const
export const simulatedPeople = ['seller_two', 'seller_one', 'referrer'] as const

const SimulatedParts = FeeParts.extend({
  /** What each person of the code gets of the share of level 4. */
  people: z.array(z.object({ kind: z.enum(simulatedPeople), amount: Cents })),
})

const TransferFee = z.object({ fee: Cents, net: Cents })

export const simulateFees = endpoint({
  method: 'POST',
  path: '/fee-schedules/simulations',
  summary:
    'What loads of a company cost and pay each level and what transfers cost, now and by proposed rates; nothing is written',
  who: 'fees.view',
  effect: 'read',
  rate: 'read',
  input: CompanyChoice.extend({
    gross: z.array(Cents).min(1).max(10),
    /** The code of the person who loads: its people earn the share of level 4. */
    code: z.enum(simulatedCodes).default('none'),
    /** The day whose schedule the levels above have; absent: now. */
    from: CalendarDate.optional(),
    proposed: ProposedRates.optional(),
  }),
  output: z.object({
    level: z.number().int(),
    /** Companies of the chain, from the reader's level down. */
    chain: z.array(z.object({ level: z.number().int(), name: z.string() })),
    speeds: z.array(
      z.object({
        speed: z.enum(['regular', 'immediate']),
        examples: z.array(
          z.object({ gross: Cents, now: SimulatedParts, proposed: SimulatedParts.nullable() }),
        ),
      }),
    ),
    /** What a transfer costs its sender, by the sender's level: the operator gets it. */
    transfers: z.array(
      z.object({
        gross: Cents,
        senders: z.array(
          z.object({ level: z.number().int(), now: TransferFee, proposed: TransferFee.nullable() }),
        ),
      }),
    ),
  }),
  refusals: { record_not_found: 404, validation: 422 },
})

export const createFeeSchedule = endpoint({
  method: 'POST',
  path: '/fee-schedules',
  summary:
    'A new version of the rates of the platform or of one company; it is made when a second person approves it',
  who: 'fees.manage',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  input: z.object({
    /** Null: the platform. */
    companyId: Id.nullable(),
    from: CalendarDate,
    /** Rates of the levels 0 (operator) to 4. */
    regular: AllRates,
    immediate: AllRates,
    transfer: TransferRates,
    reason: ApprovalReason,
  }),
  output: ApprovalRequested,
  refusals: { record_not_found: 404, permission_denied: 403, validation: 422 },
})

export const setCompanyFees = endpoint({
  method: 'POST',
  path: '/fee-schedules/company',
  summary:
    'Divide the fees that a company of a level and those below may have together; the levels above and the fee of a transfer stay',
  who: 'tier_fees.manage_below',
  stepUp: 'S2',
  idempotent: true,
  status: 201,
  input: z.object({
    companyId: Id,
    from: CalendarDate,
    /** Rates from the reader's own level down; for the operator's staff from the company's level down. */
    regular: SetRates,
    immediate: SetRates,
    reason: typedText({ max: 500 }),
  }),
  output: z.object({ id: Id, version: z.number().int(), from: CalendarDate }),
  refusals: {
    record_not_found: 404,
    /** `data` has the speed, the room and what was wanted, in percent. */
    fee_room_exceeded: 409,
    validation: 422,
  },
})
