import type { Queries } from '../kernel/queries.ts'
import { brandOf } from './brand-colour.ts'
import { houseId, placeBelow, type Company, type HostName, type KycFlow } from './company.ts'

type Row = {
  id: string
  parent_id: string | null
  tier: number
  path: string[]
  slug: string
  name: string
  domain: string | null
  contact_email: string | null
  hue: number
  chroma: number
  logo_url: string | null
  time_zone: string
  kyc_service: string
  kyc_flow: KycFlow
  passkey_mandatory: boolean
  automatic_card_creation: boolean
  visible_to_adm: boolean
  operator_owned: boolean
  active: boolean
}

const companyOf = (row: Row): Company => ({
  id: row.id,
  parentId: row.parent_id,
  tier: row.tier,
  path: row.path,
  slug: row.slug,
  name: row.name,
  domain: row.domain,
  contactEmail: row.contact_email,
  hue: row.hue,
  chroma: row.chroma,
  logoUrl: row.logo_url,
  timeZone: row.time_zone,
  kycService: row.kyc_service,
  kycFlow: row.kyc_flow,
  passkeyMandatory: row.passkey_mandatory,
  automaticCardCreation: row.automatic_card_creation,
  visibleToAdm: row.visible_to_adm,
  operatorOwned: row.operator_owned,
  active: row.active,
})

const effective = 'select * from effective_company($1)'
const byHost = 'select find_company($1, $2) as id'
const subtree = 'select id from company where path @> array[$1::uuid]'
const byId = 'select tier, path from company where id = $1'
const insert = `insert into company (id, parent_id, tier, path, slug, name, domain, url, contact_email,
    brand_hex, hue, chroma, logo_url, time_zone, kyc_service, kyc_flow, passkey_mandatory,
    automatic_card_creation, visible_to_adm, operator_owned, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`
const setActive = `update company set active = $2, version = version + 1 where id = $1`

/** Companies by their ids, whatever the scope: a caller asks only for ids that it may know. */
export const readCompanies = async (sql: Queries, ids: readonly string[]): Promise<Company[]> =>
  (await sql.rows<Row>(effective, [ids])).map(companyOf)

/** One company that must exist. Throws when it does not. */
export const readCompany = async (sql: Queries, id: string): Promise<Company> =>
  companyOf(await sql.one<Row>(effective, [[id]]))

/** Whether a company takes new people, loads and cards: it and every company above it are open (domain §14). */
export const readIsOpen = async (sql: Queries, { path }: Pick<Company, 'path'>): Promise<boolean> =>
  (await readCompanies(sql, path)).every(({ active }) => active)

/** The company of a host; House where the host names none that exists (domain §1). */
export const readCompanyOfHost = async (sql: Queries, host: HostName): Promise<Company> => {
  const slug = host.kind === 'slug' ? host.slug : null
  const domain = host.kind === 'domain' ? host.domain : null
  const found = await sql.one<{ id: string | null }>(byHost, [slug, domain])
  return readCompany(sql, found.id ?? houseId)
}

/** Ids of a company and all below it, as far as the transaction's scope goes. */
export const readSubtree = async (sql: Queries, id: string): Promise<string[]> =>
  (await sql.rows<{ id: string }>(subtree, [id])).map((row) => row.id)

/** A company to make; what is absent is inherited (null) or has its default. */
export type NewCompany = {
  readonly id: string
  readonly parentId: string | null
  readonly slug: string
  readonly name: string
  readonly domain?: string
  readonly url?: string
  readonly contactEmail?: string
  /** `#rrggbb` */
  readonly brandHex?: string
  readonly logoUrl?: string
  readonly timeZone?: string
  readonly kycService?: string
  readonly kycFlow?: KycFlow
  readonly passkeyMandatory?: boolean
  readonly automaticCardCreation?: boolean
  readonly visibleToAdm?: boolean
  readonly operatorOwned?: boolean
}

/**
 * Inserts a company below its parent. Throws when the parent is unknown or of tier 4, and on the unique
 * constraints `company_slug_key` and `company_domain_key`.
 */
export const insertCompany = async (sql: Queries, company: NewCompany, at: Date): Promise<void> => {
  const parent = company.parentId
    ? await sql.one<{ tier: number; path: string[] }>(byId, [company.parentId])
    : null
  const place = placeBelow(parent, company.id)
  if (!place.accepted) throw new Error(place.code)
  const { tier, path } = place.value
  const brand = company.brandHex ? brandOf(company.brandHex) : null
  await sql.run(insert, [
    company.id,
    company.parentId,
    tier,
    path,
    company.slug,
    company.name,
    company.domain?.toLowerCase() ?? null,
    company.url ?? null,
    company.contactEmail ?? null,
    company.brandHex?.toLowerCase() ?? null,
    brand?.hue ?? null,
    brand?.chroma ?? null,
    company.logoUrl ?? null,
    company.timeZone ?? null,
    company.kycService ?? null,
    company.kycFlow ?? null,
    company.passkeyMandatory ?? null,
    company.automaticCardCreation ?? null,
    company.visibleToAdm ?? true,
    company.operatorOwned ?? false,
    at,
  ])
}

/**
 * Opens or closes a company for new people, loads and cards (domain §14). Gives whether it exists in the
 * scope.
 */
export const setCompanyActive = async (
  sql: Queries,
  { id, active }: { id: string; active: boolean },
): Promise<boolean> => (await sql.run(setActive, [id, active])) === 1
