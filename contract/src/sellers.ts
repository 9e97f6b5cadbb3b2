import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, typedText } from './wire.ts'

/**
 * A seller or referral code as typed: upper and lower case are the same, no spaces, at least 6 characters
 * (domain §14).
 */
export const PersonCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{6,20}$/, { error: 'code_invalid' })

/** Refusals of a wrong code (product §8). */
export const codeRefusals = {
  seller_code_not_found: 404,
  seller_code_not_active: 409,
  seller_code_expired: 410,
  seller_code_not_yet_valid: 409,
  seller_code_used_up: 410,
  referral_code_not_found: 404,
} as const
export type CodeRefusal = keyof typeof codeRefusals

export const checkPersonCode = endpoint({
  method: 'GET',
  path: '/person-codes/:code',
  summary: 'Owner of a seller or referral code, before it is used to register',
  who: 'public',
  /** Any text: a text without the form of a code is refused with `seller_code_not_found` too. */
  params: z.object({ code: z.string().max(100) }),
  output: z.object({
    code: z.string(),
    kind: z.enum(['seller', 'referral']),
    /** Company that the person would belong to. */
    companyName: z.string(),
  }),
  refusals: codeRefusals,
})

const UserParams = z.object({ id: Id })
/** Null: the person came without a seller code. */
const AssignedCode = z.object({ code: z.string().nullable(), ownerName: z.string().nullable() })

export const getUserSellerCode = endpoint({
  method: 'GET',
  path: '/users/:id/seller-code',
  summary: 'The seller code that a person belongs to',
  who: 'users.view',
  params: UserParams,
  output: AssignedCode,
  refusals: { record_not_found: 404 },
})

export const assignSellerCode = endpoint({
  method: 'POST',
  path: '/users/:id/seller-code',
  summary: 'Assign a seller code of the same company to a person; later loads pay its sellers',
  who: 'users.assign_seller_code',
  stepUp: 'S1',
  params: UserParams,
  input: z.object({ code: PersonCode }),
  output: AssignedCode,
  refusals: { record_not_found: 404, ...codeRefusals },
})

export const removeSellerCode = endpoint({
  method: 'POST',
  path: '/users/:id/seller-code/removal',
  summary: 'Take the seller code away from a person: later loads pay no seller, shares stay as they are',
  who: 'users.assign_seller_code',
  stepUp: 'S1',
  params: UserParams,
  input: z.object({ reason: typedText({ max: 500 }) }),
  output: AssignedCode,
  refusals: { record_not_found: 404 },
})
