import type { SupportHours } from '@cardamom/contract/companies'
import { lowestTier } from '@cardamom/contract/companies/company-record'
import type { Config } from '../kernel/config.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'

/** The operator's own tier-1 company (domain §1); its row is in the migration. */
export const houseId = '00000000-0000-7000-8000-000000000001'
/** The name that people see where there is no reseller between them and the operator. */
export const productName = 'Cardamom'

export type KycFlow = 'redirect' | 'frame'

/** A company with its own and inherited settings. */
export type Company = {
  readonly id: string
  readonly parentId: string | null
  readonly tier: number
  /** Ancestors from tier 1 down, and the company itself. */
  readonly path: readonly string[]
  readonly slug: string
  readonly name: string
  readonly domain: string | null
  readonly contactEmail: string | null
  readonly hue: number
  readonly chroma: number
  readonly logoUrl: string | null
  readonly timeZone: string
  readonly kycService: string
  readonly kycFlow: KycFlow
  readonly passkeyMandatory: boolean
  readonly automaticCardCreation: boolean
  readonly visibleToAdm: boolean
  readonly operatorOwned: boolean
  readonly active: boolean
  /** False: no card is made for its people, neither by request nor automatically. */
  readonly cardCreationEnabled: boolean
  /** Null: the operator's setting applies. */
  readonly lockAfterSeconds: number | null
  readonly supportHours: SupportHours | null
}

/** The name that a company's people see. For people of House it is the product's name. */
export const brandName = ({ id, name }: Pick<Company, 'id' | 'name'>): string =>
  id === houseId ? productName : name

/** What a host stands for: the platform itself, a company's slug, or a company's own domain. */
export type HostName =
  | { readonly kind: 'platform' }
  | { readonly kind: 'slug'; readonly slug: string }
  | { readonly kind: 'domain'; readonly domain: string }

const slugForm = /^[a-z0-9-]{3,30}$/

/**
 * Reads the host of a request. `{slug}.localhost` and `{slug}.{platform host}` are a company, the platform's
 * own host is none, and any other host may be a company's own domain (domain §1).
 * @param platformHost host name of PUBLIC_URL
 */
export const readHost = ({ host, platformHost }: { host: string; platformHost: string }): HostName => {
  const name = (/^\[[^\]]*\]|^[^:]*/.exec(host.trim().toLowerCase())?.[0] ?? '').replace(/\.$/, '')
  const local = platformHost === 'localhost'
  if (name === platformHost || name === '' || (local && /^(127\.|\[)/.test(name))) return { kind: 'platform' }
  if (name.endsWith(`.${platformHost}`)) {
    const slug = name.slice(0, -platformHost.length - 1)
    return slugForm.test(slug) ? { kind: 'slug', slug } : { kind: 'platform' }
  }
  return { kind: 'domain', domain: name }
}

/**
 * Address of the company's pages, for links in mail. It comes from the company's row and the configuration,
 * never from the host of a request, which the sender of the request chooses.
 */
export const originOf = (
  { id, slug, domain }: Pick<Company, 'id' | 'slug' | 'domain'>,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
): string => {
  const platform = new URL(PUBLIC_URL)
  if (id === houseId) return platform.origin
  if (domain !== null) return `https://${domain}`
  return `${platform.protocol}//${slug}.${platform.host}`
}

/**
 * The tier and path of a new company. Refused below tier 4, which is the referral level and has no children.
 */
export const positionBelow = (
  parent: Pick<Company, 'tier' | 'path'> | null,
  id: string,
): Answer<{ tier: number; path: string[] }, 'tier_4_has_no_children'> => {
  if (!parent) return accepted({ tier: 1, path: [id] })
  if (parent.tier >= lowestTier) return refused('tier_4_has_no_children')
  return accepted({ tier: parent.tier + 1, path: [...parent.path, id] })
}

/** Whether `company` is `ancestor` or a company below it. */
export const isWithin = (company: Pick<Company, 'path'>, ancestorId: string): boolean =>
  company.path.includes(ancestorId)
