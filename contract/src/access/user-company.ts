import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cents } from '../money.ts'
import { Id, typedText } from '../wire.ts'
import { UserDetail } from './users.ts'

const UserParams = z.object({ id: Id })

const companyRefusals = {
  record_not_found: 404,
  company_not_found: 404,
  /** Sellers and administrators get a new account instead. */
  not_a_cardholder: 409,
  same_company: 409,
  company_closed: 409,
  /** Money is under way, or a second administrator decides about the person. */
  load_open: 409,
  refund_open: 409,
  withdrawal_open: 409,
  approval_open: 409,
  /** A holder of the new company has the same code; one of both is changed first. */
  client_code_exists: 409,
} as const

const twoOf = <T extends z.ZodType>(value: T) => z.object({ before: value, after: value })

export const previewUserCompany = endpoint({
  method: 'GET',
  path: '/users/:id/company',
  summary: 'What would change if a person belonged to another company',
  who: 'users.change_company',
  params: UserParams,
  input: z.object({ companyId: Id }),
  output: z.object({
    companyName: twoOf(z.string()),
    /** Fee of a regular load of this gross. */
    load: z.object({ gross: Cents, fee: twoOf(Cents) }),
    /** Settings with another value in the new company. */
    settings: z.array(z.string()),
    changesBranding: z.boolean(),
    cards: z.number().int(),
    passkeys: z.number().int(),
    openSessions: z.number().int(),
    /** The seller code that ends; null: the person has none. */
    sellerCode: z.string().nullable(),
  }),
  refusals: companyRefusals,
})

export const changeUserCompany = endpoint({
  method: 'POST',
  path: '/users/:id/company',
  summary:
    'Move a person to another company with account, identity and cards; the past stays with the former one',
  who: 'users.change_company',
  headers: ['If-Match'],
  stepUp: 'S2',
  params: UserParams,
  input: z.object({ companyId: Id, note: typedText({ max: 500 }) }),
  output: UserDetail,
  refusals: { ...companyRefusals, record_changed: 409, validation: 422 },
})
