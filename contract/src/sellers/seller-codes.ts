import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { CalendarDate, Id, Instant, typedText } from '../wire.ts'

/**
 * What a code is now. `inactive`: a person deactivated it, it has no owner, or its owner is deactivated.
 * `waiting`: its first day is still to come.
 */
export const sellerCodeStates = ['active', 'waiting', 'used_up', 'expired', 'inactive'] as const
export const sellerKinds = ['seller_one', 'seller_two'] as const

/** A new code: at least 6 letters and digits (domain §14). Capitals make no difference. */
export const NewSellerCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9](?:[A-Z0-9-]{4,18})[A-Z0-9]$/, { error: 'code_invalid' })
/** The instants of these days have four digits of a year in every time zone. */
const CodeDay = CalendarDate.refine((day) => day >= '2000-01-01' && day <= '2999-12-31', {
  error: 'date_invalid',
})
const MaxUses = z.number().int().min(1).max(1_000_000)
const Reason = typedText({ max: 500 })

const SellerCodeRow = z.object({
  id: Id,
  code: z.string(),
  /** Null: the code was taken away from its owner, or the owner is not visible to the reader. */
  ownerId: Id.nullable(),
  ownerName: z.string().nullable(),
  companyId: Id,
  companyName: z.string(),
  state: z.enum(sellerCodeStates),
  uses: z.number().int(),
  /** Null: without a limit. */
  maxUses: z.number().int().nullable(),
  validFrom: Instant,
  /** The code ends at this instant; null: it does not end. */
  validTo: Instant.nullable(),
  createdAt: Instant,
})

export const listSellerCodes = listEndpoint({
  path: '/seller-codes',
  summary: 'Seller codes of the companies that you may see; a code or a name of its owner is found',
  who: 'sellers.view',
  row: SellerCodeRow,
  sorts: ['-createdAt', 'createdAt', 'code', '-code'],
  filters: {
    state: z.enum(sellerCodeStates).optional(),
    companyId: Id.optional(),
    ownerId: Id.optional(),
  },
  days: 'createdAt',
  tabs: {
    active: { state: 'active' },
    waiting: { state: 'waiting' },
    used_up: { state: 'used_up' },
    expired: { state: 'expired' },
    inactive: { state: 'inactive' },
  },
  search: true,
  byId: true,
  csv: {},
})

/** `version`: a change sends it back as `If-Match`. */
export const SellerCode = SellerCodeRow.extend({
  /** False: it was deactivated, whatever its days and uses are. */
  active: z.boolean(),
  /** The first and the last day, in the time zone of the company. */
  firstDay: CalendarDate,
  lastDay: CalendarDate.nullable(),
  timeZone: z.string(),
  ownerKind: z.enum(['cardholder', ...sellerKinds]).nullable(),
  recruitedByName: z.string().nullable(),
  /** People who belong to the code now; 10,001 means more than 10,000. */
  people: z.number().int(),
  version: z.number().int(),
})

const Params = z.object({ id: Id })

export const getSellerCode = endpoint({
  method: 'GET',
  path: '/seller-codes/:id',
  summary: 'One seller code with its owner and the number of its people',
  who: 'sellers.view',
  params: Params,
  output: SellerCode,
  refusals: { record_not_found: 404 },
})

const change = { who: 'sellers.codes.manage', stepUp: 'S1' } as const

export const createSellerCode = endpoint({
  ...change,
  method: 'POST',
  path: '/seller-codes',
  summary:
    'Create a seller code. A cardholder who gets one becomes a seller one, or the seller two of another',
  idempotent: true,
  status: 201,
  input: z.object({
    companyId: Id,
    ownerId: Id,
    /** The seller one who recruited the owner; null: the owner is a seller one, or is a seller already. */
    recruitedById: Id.nullable().default(null),
    code: NewSellerCode,
    /** Days in the time zone of the company; the first one null: from now on. */
    firstDay: CodeDay.nullable().default(null),
    lastDay: CodeDay.nullable().default(null),
    maxUses: MaxUses.nullable().default(null),
    active: z.boolean().default(true),
  }),
  output: SellerCode,
  refusals: { record_not_found: 404, code_taken: 409, company_closed: 409, validation: 422 },
})

const changed = {
  ...change,
  params: Params,
  headers: ['If-Match'],
  output: SellerCode,
} as const
const refusals = { record_not_found: 404, record_changed: 409, validation: 422 } as const

export const updateSellerCode = endpoint({
  ...changed,
  method: 'PATCH',
  path: '/seller-codes/:id',
  summary: 'Change the days or the limit of uses of a seller code',
  input: z
    .object({
      firstDay: CodeDay,
      lastDay: CodeDay.nullable(),
      maxUses: MaxUses.nullable(),
    })
    .partial(),
  refusals,
})

export const deactivateSellerCode = endpoint({
  ...changed,
  method: 'POST',
  path: '/seller-codes/:id/deactivate',
  summary: 'Deactivate a seller code: nobody can register with it',
  input: z.object({ reason: Reason }),
  refusals,
})

export const activateSellerCode = endpoint({
  ...changed,
  method: 'POST',
  path: '/seller-codes/:id/activate',
  summary: 'Activate a seller code that has an owner',
  input: z.object({ reason: Reason }),
  refusals: { ...refusals, code_without_owner: 409 },
})

export const changeSellerCodeOwner = endpoint({
  ...changed,
  method: 'POST',
  path: '/seller-codes/:id/owner',
  summary:
    'Assign a seller code to another seller of the same company, or take it away: the people who came with it, and all shares, stay as they are',
  input: z.object({
    /** Null: the code is taken away, and is inactive until it has an owner again. */
    ownerId: Id.nullable(),
    reason: Reason,
  }),
  refusals: { ...refusals, owner_not_seller: 409 },
})
