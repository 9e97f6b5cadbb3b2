import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CompanyParams, CompanyRecord } from './company-record.ts'

/** Largest file of a logo, before it is made smaller. */
export const logoBytes = 8_388_608
const base64Signs = 11_184_812
const bodyBytes = 11_300_000

const brandRefusals = {
  record_not_found: 404,
  record_changed: 409,
  parent_decides: 403,
  domain_used: 409,
  domain_not_possible: 409,
  validation: 422,
} as const

/** A domain as people type it; the server writes it in lower case, and other letters than a to z in punycode. */
const Domain = z
  .string()
  .trim()
  .max(253)
  .regex(/^[\p{L}\p{N}.-]*$/u, { error: 'domain_invalid' })
  .nullable()
  .transform((text) => (text === '' ? null : text))

export const changeCompanyBranding = endpoint({
  method: 'PATCH',
  path: '/companies/:id/branding',
  summary: 'Change colour or domain of a company; a colour of null inherits colour and logo again',
  who: 'companies.settings',
  headers: ['If-Match'],
  stepUp: 'S1',
  params: CompanyParams,
  input: z
    .object({
      brandHex: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i, { error: 'colour_invalid' })
        .nullable(),
      domain: Domain,
    })
    .partial(),
  output: CompanyRecord,
  refusals: brandRefusals,
})

export const changeCompanyLogo = endpoint({
  method: 'POST',
  path: '/companies/:id/logo',
  summary: 'Set the logo of a company from a JPEG, PNG or WebP file, or remove it',
  who: 'companies.settings',
  effect: 'outside',
  headers: ['If-Match'],
  stepUp: 'S1',
  params: CompanyParams,
  maxBodyBytes: bodyBytes,
  /** The file in base64; null removes the logo. */
  input: z.object({ file: z.string().max(base64Signs).nullable() }),
  output: CompanyRecord,
  refusals: { ...brandRefusals, picture_not_accepted: 409 },
})
