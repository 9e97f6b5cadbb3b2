import { z } from 'zod'
import { CompanySlug, kycFlows, SupportHours } from '../companies.ts'
import { endpoint } from '../endpoint.ts'
import { Email } from '../identity/person-fields.ts'
import { listEndpoint } from '../list.ts'
import { Id, Instant, TimeZone, typedText } from '../wire.ts'

/** Tier 4 is the referral level; it has no companies below it (domain §1). */
export const lowestTier = 4
const tiers = ['1', '2', '3', '4'] as const
const YesNo = z.enum(['true', 'false'])

const CompanyRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  tier: z.number().int(),
  parentId: Id.nullable(),
  /** Null: it has no company above it, or the reader may not see that company. */
  parentName: z.string().nullable(),
  active: z.boolean(),
  /** Companies directly below it that the reader may see. */
  belowCount: z.number().int(),
  /** Cardholders and sellers; 10,001 means more than 10,000. */
  people: z.number().int(),
  /** Activated cards; 10,001 means more than 10,000. */
  activeCards: z.number().int(),
  createdAt: Instant,
})

export const listCompanies = listEndpoint({
  path: '/companies',
  summary: 'Companies that the reader may see, by name',
  who: 'companies.view',
  row: CompanyRow,
  sorts: ['name', '-createdAt'],
  filters: {
    tier: z.enum(tiers).optional(),
    active: YesNo.optional(),
    /** The companies directly below this one. */
    parentId: Id.optional(),
    /** `true`: the tops of the reader's tree, whose parents the reader does not see. */
    top: z.literal('true').optional(),
  },
  tabs: { open: { active: 'true' }, closed: { active: 'false' } },
  search: true,
  byId: true,
})

/** Where the value of a setting comes from (domain §1). */
const origins = ['own', 'above', 'platform'] as const
/** A setting of a company. `own` null: the value is that of the nearest company above, or of the platform. */
const settingOf = <T extends z.ZodType>(value: T) =>
  z.object({
    own: value.nullable(),
    value: value.nullable(),
    origin: z.enum(origins),
    /** The value without an own one, and where that comes from. */
    inherited: value.nullable(),
    inheritedOrigin: z.enum(['above', 'platform']),
    /** Name of the company above that has the inherited value, if the reader may see that company. */
    from: z.string().nullable(),
  })

/** Times that a company may choose for the screen lock of its people, in seconds. */
export const companyLockSeconds = [60, 300, 600, 900, 1800, 3600] as const
const LockSeconds = z.union(companyLockSeconds.map((seconds) => z.literal(seconds)))
/** Verification services that a company can choose. */
export const kycServices = ['veriff'] as const

/** The settings that a company inherits, by name. */
export const companySettingFields = {
  contactEmail: Email,
  timeZone: TimeZone,
  kycService: z.enum(kycServices),
  kycFlow: z.enum(kycFlows),
  passkeyMandatory: z.boolean(),
  automaticCardCreation: z.boolean(),
  cardCreationEnabled: z.boolean(),
  lockAfterSeconds: LockSeconds,
  supportHours: SupportHours,
} as const
export type CompanySettingName = keyof typeof companySettingFields

const CompanySettings = z.object({
  contactEmail: settingOf(z.string()),
  timeZone: settingOf(z.string()),
  kycService: settingOf(z.string()),
  kycFlow: settingOf(z.enum(kycFlows)),
  passkeyMandatory: settingOf(z.boolean()),
  automaticCardCreation: settingOf(z.boolean()),
  cardCreationEnabled: settingOf(z.boolean()),
  lockAfterSeconds: settingOf(z.number().int()),
  supportHours: settingOf(SupportHours),
})

export const CompanyRecord = CompanyRow.omit({ activeCards: true }).extend({
  /** A change sends it back as `If-Match`. */
  version: z.number().int(),
  /** Companies from the top of the reader's tree down to this one. */
  trail: z.array(z.object({ id: Id, name: z.string() })),
  /** Address of the company's pages. */
  origin: z.string(),
  domain: z.string().nullable(),
  /** The company's own web site. */
  url: z.string().nullable(),
  /** Whether a company above it is closed, so that it is closed too. */
  closedAbove: z.boolean(),
  visibleToAdm: z.boolean(),
  operatorOwned: z.boolean(),
  deviceProfiling: z.boolean(),
  settings: CompanySettings,
  /** Own colour as it was typed; null: the branding is inherited. */
  brandHex: z.string().nullable(),
  /** The branding that its pages show. */
  hue: z.number(),
  chroma: z.number(),
  logoUrl: z.string().nullable(),
  hasOwnBranding: z.boolean(),
  /** Where the company's domain has to point: the name for a CNAME record. */
  domainTarget: z.string(),
  /** The reader may change what the company above decides: activation, place in the tree, domain, visibility. */
  mayDecide: z.boolean(),
  /** The operator's own company: it cannot be closed or moved. */
  isOperatorCompany: z.boolean(),
  /** Up to 10,000; one more means that there are more. */
  people: z.number().int(),
  cards: z.number().int(),
})
export type CompanyRecord = z.output<typeof CompanyRecord>

export const CompanyParams = z.object({ id: Id })

export const getCompany = endpoint({
  method: 'GET',
  path: '/companies/:id',
  summary: 'One company with its own and inherited settings',
  who: 'companies.view',
  params: CompanyParams,
  output: CompanyRecord,
  refusals: { record_not_found: 404 },
})

export const CompanyName = typedText({ max: 80, empty: 'name_empty' })
const webAddress = /^(?:[Hh][Tt][Tt][Pp][Ss]:\/\/(?![^/?#]*@)[^\s\\"<>`{|}^]+)?$/
/** An https address without a name and password, quotes or spaces; the empty string means none. */
const WebAddress = typedText({ min: 0, max: 200 })
  .regex(webAddress, { error: 'web_address_invalid' })
  .refine((text) => text === '' || URL.canParse(text), { error: 'web_address_invalid' })
  .nullable()
  .transform((text) => (text === '' ? null : text))

export const proposeSlug = endpoint({
  method: 'GET',
  path: '/company-slugs',
  summary: 'A free short name for a company’s name, and whether a short name is free',
  who: 'companies.create',
  input: z.object({ name: z.string().max(80).default(''), slug: z.string().max(30).optional() }),
  output: z.object({
    /** Empty: the name has no letters that a short name may have. */
    proposal: z.string(),
    /** Whether `slug` is free; null without one, or when it is no short name. */
    isFree: z.boolean().nullable(),
    origin: z.string(),
  }),
  refusals: { validation: 422 },
})

export const createCompany = endpoint({
  method: 'POST',
  path: '/companies',
  summary: 'Create a company below another, or at the top of the tree',
  who: 'companies.create',
  stepUp: 'S1',
  idempotent: true,
  status: 201,
  input: z.object({
    /** Null: at the top of the tree. */
    parentId: Id.nullable(),
    name: CompanyName,
    slug: CompanySlug,
    contactEmail: z
      .union([z.literal(''), Email])
      .nullable()
      .default(null)
      .transform((email) => (email === '' ? null : email)),
    timeZone: z
      .union([z.literal(''), TimeZone])
      .nullable()
      .default(null)
      .transform((zone) => (zone === '' ? null : zone)),
  }),
  output: CompanyRecord,
  refusals: {
    record_not_found: 404,
    slug_taken: 409,
    tier_4_has_no_children: 409,
    company_closed: 409,
    parent_decides: 403,
    validation: 422,
  },
})

export const updateCompany = endpoint({
  method: 'PATCH',
  path: '/companies/:id',
  summary: 'Change the name, contact address, time zone or web site of a company; null inherits again',
  who: 'companies.update',
  headers: ['If-Match'],
  stepUp: 'S1',
  params: CompanyParams,
  input: z
    .object({
      name: CompanyName,
      url: WebAddress,
      contactEmail: companySettingFields.contactEmail.nullable(),
      timeZone: companySettingFields.timeZone.nullable(),
    })
    .partial(),
  output: CompanyRecord,
  refusals: { record_not_found: 404, record_changed: 409, validation: 422 },
})

const activation = {
  method: 'POST',
  who: 'companies.update',
  headers: ['If-Match'],
  stepUp: 'S1',
  params: CompanyParams,
  output: CompanyRecord,
  refusals: {
    record_not_found: 404,
    record_changed: 409,
    parent_decides: 403,
    house_stays: 409,
    validation: 422,
  },
} as const

export const deactivateCompany = endpoint({
  ...activation,
  path: '/companies/:id/deactivate',
  summary: 'Close a company: no new people, loads or cards, and its staff are signed out (domain §14)',
})

export const activateCompany = endpoint({
  ...activation,
  path: '/companies/:id/activate',
  summary: 'Open a closed company again',
})
