import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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
