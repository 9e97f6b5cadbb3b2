import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Cents, formatCents, parseCents } from '../money.ts'
import { Id, Instant, typedText } from '../wire.ts'

/** Categories of pay-ins, each with limits of its own (domain §3). The first load of a plastic card has one. */
export const payinCategories = [
  'virtual_load',
  'plastic_first_load',
  'regular_topup',
  'immediate_topup',
  'transfer',
  'withdrawal',
  'adjustment',
] as const

/** An amount that a person has to type: product §5 says in which words a missing one is refused. */
const LimitAmount = z
  .codec(
    z
      .string({
        error: ({ input }) => (input === undefined || input === null ? 'limit_required' : 'invalid'),
      })
      .min(1, { error: 'limit_required', abort: true })
      .regex(/^\d{1,12}(\.\d{1,2})?$/, { error: 'invalid_amount' })
      .meta({ description: 'USD amount above 0, a decimal string', examples: ['970.00'] }),
    z.bigint(),
    { decode: (text) => parseCents(text) ?? 0n, encode: formatCents },
  )
  .refine((cents) => cents > 0n, { error: 'limit_zero' })

const typedLimit = {
  minimum: LimitAmount,
  maximum: LimitAmount,
  daily: LimitAmount,
  reason: typedText({ max: 500 }),
}

type Amounts = Readonly<Record<'minimum' | 'maximum' | 'daily', bigint>>
/** min ≤ max ≤ daily (domain §3). An amount that is wrong itself is 0 here, and is compared with nothing. */
const inOrder = ({ minimum, maximum, daily }: Amounts, context: z.core.$RefinementCtx): void => {
  const refuse = (field: keyof Amounts, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (maximum > 0n && maximum < minimum) refuse('maximum', 'limit_below_minimum')
  if (daily > 0n && daily < maximum) refuse('daily', 'limit_below_maximum')
}

/** The fields that a person types. */
export const PayinLimitForm = z.object(typedLimit).superRefine(inOrder)

/** min ≤ max ≤ daily. */
const Limit = z.object({ minimum: Cents, maximum: Cents, daily: Cents })

/** What has been paid in today. A day is one in the company's time zone, and each person has the whole daily limit. */
const Today = z.object({
  used: Cents,
  people: z.number().int(),
  /** What the person with the most use may still pay in, and what they have. */
  most: Cents,
  left: Cents,
})

const PayinLimitRow = z.object({
  id: Id,
  /** Null: of the platform. */
  companyId: Id.nullable(),
  companyName: z.string(),
  category: z.enum(payinCategories),
  /** Who set it: 0 the operator, else the level of a company, which may only narrow what it has. */
  level: z.number().int(),
  minimum: Cents,
  maximum: Cents,
  daily: Cents,
  /** What counts for the company now, with what others set for it and above it. */
  inForce: Limit,
  /** Null: nothing of this category is counted yet, or it is of the platform. */
  today: Today.nullable(),
  changedAt: Instant,
  /** Null: nobody has changed it, or a person whom the reader does not see. */
  changedByName: z.string().nullable(),
  reason: z.string().nullable(),
})

export const listPayinLimits = listEndpoint({
  path: '/payin-limits',
  summary:
    'Pay-in limits that were set for the platform and for companies in scope, with what is in force, used and left today',
  who: 'payin_limits.manage',
  row: PayinLimitRow,
  filters: { companyId: Id.optional(), category: z.enum(payinCategories).optional() },
  sorts: ['-changedAt', 'changedAt'],
  byId: true,
  csv: {},
})

const CompanyChoice = z.object({
  /** Absent: the reader's own company, and the platform for the operator. */
  companyId: Id.optional(),
})

export const readPayinLimits = endpoint({
  method: 'GET',
  path: '/payin-limits/in-force',
  summary: 'Pay-in limits of each category that count for a company now, with what is used and left today',
  who: 'companies.view',
  input: CompanyChoice,
  output: z.object({
    /** Null: the platform. */
    company: z.object({ id: Id, name: z.string(), tier: z.number().int() }).nullable(),
    /** Level at which the reader sets limits; 0: the operator. */
    level: z.number().int(),
    limits: z.array(
      Limit.extend({
        category: z.enum(payinCategories),
        /** Limits that the reader's level has set for this company. */
        own: Limit.extend({ version: z.number().int() }).nullable(),
        /** False: the limits above leave no room for the own ones, so those above count. */
        ownIsInForce: z.boolean(),
        /** What the company has, which the reader may only narrow. Null: the operator sets it. */
        room: Limit.nullable(),
        today: Today.nullable(),
      }),
    ),
  }),
  refusals: { record_not_found: 404 },
})

/** Amounts of a change. Null: it did not change, or nothing was set. */
const ChangedLimit = z.object({
  minimum: Cents.nullable(),
  maximum: Cents.nullable(),
  daily: Cents.nullable(),
})

export const listPayinLimitChanges = endpoint({
  method: 'GET',
  path: '/payin-limits/changes',
  summary: 'Changes of the pay-in limits of a company, or of the platform, newest first',
  who: 'payin_limits.manage',
  effect: 'outside',
  input: CompanyChoice.extend({ category: z.enum(payinCategories) }),
  output: z.object({
    items: z.array(
      z.object({
        id: Id,
        level: z.number().int(),
        before: ChangedLimit,
        after: ChangedLimit,
        /** Null: a reason of a level above the reader's. */
        reason: z.string().nullable(),
        at: Instant,
        by: z.string().nullable(),
      }),
    ),
  }),
  refusals: { record_not_found: 404 },
})

/** Version of the limits that the person saw; 0: none of this level. */
const SeenVersion = z.number().int().min(0)

export const setPayinLimit = endpoint({
  method: 'POST',
  path: '/payin-limits',
  summary:
    'Set the limits of a category, for the platform or for a company and those below it; they count at once, for new quotes',
  who: 'payin_limits.manage',
  stepUp: 'S2',
  idempotent: true,
  input: z
    .object({
      ...typedLimit,
      /** Null: the platform. */
      companyId: Id.nullable(),
      category: z.enum(payinCategories),
      version: SeenVersion,
    })
    .superRefine(inOrder),
  output: Limit.extend({ id: Id, version: z.number().int() }),
  refusals: {
    record_not_found: 404,
    permission_denied: 403,
    /** `data` has the minimum, maximum and daily limit that the company has. */
    limit_room_exceeded: 409,
    record_changed: 409,
    nothing_changes: 409,
    validation: 422,
  },
})

export const removePayinLimit = endpoint({
  method: 'POST',
  path: '/payin-limits/removals',
  summary: 'Remove what was set for a company, so that the limits above it count again',
  who: 'payin_limits.manage',
  stepUp: 'S2',
  idempotent: true,
  input: z.object({
    companyId: Id,
    category: z.enum(payinCategories),
    version: SeenVersion,
    reason: typedLimit.reason,
  }),
  output: z.object({ removed: z.literal(true) }),
  refusals: { record_not_found: 404, permission_denied: 403, record_changed: 409, validation: 422 },
})
