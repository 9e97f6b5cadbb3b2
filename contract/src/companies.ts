import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './wire.ts'

/** Short name of a company in its host names (api §1). */
export const CompanySlug = z.string().regex(/^[a-z0-9-]{3,30}$/, { error: 'slug_invalid' })

export const kycFlows = ['redirect', 'frame'] as const

/** Minutes of a day; a day without hours has none. The days are Monday to Sunday, in the company's time zone. */
const DayHours = z
  .object({ fromMinute: z.int().min(0).max(1439), toMinute: z.int().min(1).max(1440) })
  .refine(({ fromMinute, toMinute }) => fromMinute < toMinute, { error: 'hours_turned', path: ['toMinute'] })
  .nullable()
/** When a company answers its people, for each day of a week. */
export const SupportHours = z.array(DayHours).length(7)
export type SupportHours = z.output<typeof SupportHours>

/** Branding and time zone of a company: what its host shows before login (domain §1). */
export const CompanyBranding = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  /** Contact address for the company's people; the operator's address when the company has none. */
  contactEmail: z.string().nullable(),
  /** OKLCH hue 0–359 and chroma 0–0.2 of the company's colour; the platform sets the lightness. */
  hue: z.number(),
  chroma: z.number(),
  logoUrl: z.string().nullable(),
  /** IANA name. */
  timeZone: z.string(),
  /** Null: the company names no hours. */
  supportHours: SupportHours.nullable(),
  /** False: the company accepts no new people (domain §14). */
  open: z.boolean(),
})
export type CompanyBranding = z.output<typeof CompanyBranding>

export const getCompanyBranding = endpoint({
  method: 'GET',
  path: '/company/branding',
  summary: 'Name and branding of the company that this host belongs to',
  who: 'public',
  output: CompanyBranding,
  refusals: {},
})

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  summary: 'Configuration that the web needs before a login',
  who: 'public',
  output: z.object({
    mode: z.enum(['sandbox', 'production']),
    version: z.string(),
    /** Sandbox hosts; their subdomains are sandbox too (product §1). */
    webHostnames: z.array(z.string()),
    /** Pages of the embedded services; null in production. */
    mailboxUrl: z.string().nullable(),
    shopUrl: z.string().nullable(),
    /** Settings of the step-up provider's browser library, needed before login. */
    authsignal: z.object({ tenantId: z.string(), baseUrl: z.string() }),
    /** ISO 3166-1 codes of the countries that people may register from. */
    countries: z.array(z.string()),
    /** Shortest password of cardholders and sellers. */
    passwordMinimum: z.number().int(),
    /** The page of a transaction at an explorer of a network, with `{tx}` for its id. */
    explorerLinks: z.array(z.object({ network: z.string(), link: z.string() })),
    /** Ids of the banners of now: a page reads those of its reader when there are any. */
    incidents: z.array(z.string()),
    /** Demo accounts for the login page; empty in production. */
    demoAccounts: z.array(
      z.object({ email: z.string(), name: z.string(), role: z.string(), company: z.string().nullable() }),
    ),
    /** Shared password of the demo accounts; null in production. */
    demoPassword: z.string().nullable(),
  }),
  refusals: {},
})
