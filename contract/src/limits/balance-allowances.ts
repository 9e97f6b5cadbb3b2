import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Cents, formatCents, parseCents } from '../money.ts'
import { Id, Instant, typedText } from '../wire.ts'

/** Tiers of companies that may have a balance allowance (domain §3). */
export const allowanceTiers: readonly number[] = [2, 3]

/**
 * `in_force`: the ledger has it. `being_set`: it will in a moment. `refused`: the wallet uses more than that, so the ledger
 * had the allowance before.
 */
export const allowanceStates = ['in_force', 'being_set', 'refused'] as const

/** An amount of 0 or more that a person has to type. */
export const LimitAmount = z.codec(
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? 'limit_required' : 'invalid') })
    .min(1, { error: 'limit_required', abort: true })
    .regex(/^\d{1,12}(\.\d{1,2})?$/, { error: 'invalid_amount' })
    .meta({ description: 'USD amount of 0 or more, a decimal string', examples: ['1000.00'] }),
  z.bigint(),
  { decode: (text) => parseCents(text) ?? 0n, encode: formatCents },
)

export const emergencySources = ['company', 'above', 'platform'] as const

const AllowanceRow = z.object({
  id: Id,
  companyId: Id,
  companyName: z.string(),
  /** The company above, which guarantees it. Null: one that the reader does not see. */
  guarantor: z.string().nullable(),
  state: z.enum(allowanceStates),
  /** How far below zero the immediate wallet may go, as it was set. */
  wanted: Cents,
  /** The same, as the ledger has it. */
  allowance: Cents,
  /** What the wallet is below zero, and what is left of the allowance. */
  used: Cents,
  left: Cents,
  changedAt: Instant,
  changedByName: z.string().nullable(),
  /** Null: a reason of a level above the reader's. */
  reason: z.string().nullable(),
})

export const listBalanceAllowances = listEndpoint({
  path: '/balance-allowances',
  summary: 'Balance allowances of companies of tier 2 and 3 in scope, with what is used and left',
  who: 'limits.manage',
  row: AllowanceRow,
  filters: { companyId: Id.optional() },
  sorts: ['-changedAt', 'changedAt'],
  byId: true,
  csv: {},
})

export const readCompanyLimits = endpoint({
  method: 'GET',
  path: '/company-limits',
  summary:
    'Maximum emergency load and balance allowance that count for a company, with what is used and left today',
  who: 'companies.view',
  /** Absent: the reader's own company, and the platform for the operator. */
  input: z.object({ companyId: Id.optional() }),
  output: z.object({
    /** Null: the platform. */
    company: z.object({ id: Id, name: z.string(), tier: z.number().int() }).nullable(),
    /** The most that is credited at once to one card in a business day, and what the cards have used of it today. */
    emergency: z.object({
      maximum: Cents,
      /** Where it was set: for the company, for one above it, or for the platform. */
      source: z.enum(emergencySources),
      /** Of the company's own maximum; 0: none was ever set. */
      version: z.number().int(),
      /** Whether the reader sets it: the operator does. */
      maySet: z.boolean(),
      today: z
        .object({
          used: Cents,
          cards: z.number().int(),
          /** Of the card with the most use. */
          most: Cents,
          left: Cents,
        })
        .nullable(),
    }),
    /** Null: the company's tier has none. */
    allowance: z
      .object({
        guarantor: z.string().nullable(),
        state: z.enum(allowanceStates),
        wanted: Cents,
        allowance: Cents,
        used: Cents,
        left: Cents,
        /** 0: nobody has set it. */
        version: z.number().int(),
        /** Whether the reader sets it: the operator, or a company above, which guarantees it. */
        maySet: z.boolean(),
      })
      .nullable(),
  }),
  refusals: { record_not_found: 404 },
})

/** The fields that a person types. */
export const AllowanceForm = z.object({ allowance: LimitAmount, reason: typedText({ max: 500 }) })

export const setBalanceAllowance = endpoint({
  method: 'POST',
  path: '/balance-allowances',
  summary:
    'Set how far below zero the immediate wallet of a company of tier 2 or 3 may go; the company above it guarantees it',
  who: 'limits.manage',
  stepUp: 'S2',
  idempotent: true,
  input: z.object({
    ...AllowanceForm.shape,
    companyId: Id,
    /** Version that the person saw; 0: nobody had set it. */
    version: z.number().int().min(0),
  }),
  output: z.object({ version: z.number().int(), state: z.enum(allowanceStates) }),
  refusals: {
    record_not_found: 404,
    /** Companies of tier 1 and 4 have no allowance. */
    allowance_not_for_tier: 409,
    /** `data` has what the wallet is below zero. */
    allowance_in_use: 409,
    record_changed: 409,
    nothing_changes: 409,
    validation: 422,
  },
})
