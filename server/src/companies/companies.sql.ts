import { type Insertable, sql as fragment } from 'kysely'
import { changedOne, type Queries } from '../kernel/queries.ts'
import type { Company as CompanyTable } from '../kernel/schema.ts'
import { brandOf } from './brand-colour.ts'
import { houseId, positionBelow, type Company, type HostName } from './company.ts'

/** Companies with the settings that they have or inherit: the function reads ancestors beyond the scope too. */
const effectiveCompanies = (sql: Queries, ids: readonly string[]) =>
  sql.selectFrom(fragment<Company>`effective_company(${ids})`.as('company')).selectAll()

/** Companies of the scope, for joins by higher modules; `path` holds the ancestors from tier 1 down to itself. */
export const companyRows = (sql: Queries) => sql.selectFrom('company').select(['id', 'path', 'active'])

/** Companies by their ids, whatever the scope: a caller asks only for ids that it may know. */
export const readCompanies = (sql: Queries, ids: readonly string[]): Promise<Company[]> =>
  effectiveCompanies(sql, ids).execute()

/** One company that must exist. Throws when it does not. */
export const readCompany = (sql: Queries, id: string): Promise<Company> =>
  effectiveCompanies(sql, [id]).executeTakeFirstOrThrow()

/** Whether a company takes new people, loads and cards: it and every company above it are open (domain §14). */
export const readIsOpen = async (sql: Queries, { path }: Pick<Company, 'path'>): Promise<boolean> =>
  (await readCompanies(sql, path)).every(({ active }) => active)

/** The company of a host; House where the host names none that exists (domain §1). */
export const readCompanyOfHost = async (sql: Queries, host: HostName): Promise<Company> => {
  const slug = host.kind === 'slug' ? host.slug : null
  const domain = host.kind === 'domain' ? host.domain : null
  const { id } = await sql
    .selectNoFrom(fragment<string | null>`find_company(${slug}, ${domain})`.as('id'))
    .executeTakeFirstOrThrow()
  return readCompany(sql, id ?? houseId)
}

/** Ids of a company and all below it, as far as the transaction's scope goes. */
export const readSubtree = async (sql: Queries, id: string): Promise<string[]> => {
  const rows = await sql
    .selectFrom('company')
    .select('id')
    .where('path', '@>', fragment<string[]>`array[${id}::uuid]`)
    .execute()
  return rows.map((row) => row.id)
}

/** A company to make; what is absent is inherited (null) or has its default. */
export type NewCompany = Readonly<
  Omit<
    Insertable<CompanyTable>,
    'active' | 'chroma' | 'companyId' | 'createdAt' | 'deviceProfiling' | 'hue' | 'path' | 'tier' | 'version'
  >
>

/**
 * Inserts a company below its parent. Throws when the parent is unknown or of tier 4, and on the unique
 * constraints `company_slug_key` and `company_domain_key`.
 */
export const insertCompany = async (sql: Queries, company: NewCompany, at: Date): Promise<void> => {
  const parent = company.parentId
    ? await sql
        .selectFrom('company')
        .select(['tier', 'path'])
        .where('id', '=', company.parentId)
        .executeTakeFirstOrThrow()
    : null
  const place = positionBelow(parent, company.id)
  if (!place.accepted) throw new Error(place.code)
  const { tier, path } = place.value
  const domain = company.domain?.toLowerCase() ?? null
  const brandHex = company.brandHex?.toLowerCase() ?? null
  const brand = brandHex ? brandOf(brandHex) : {}
  await sql
    .insertInto('company')
    .values({ ...company, tier, path, domain, brandHex, ...brand, createdAt: at })
    .execute()
}

/**
 * Opens or closes a company for new people, loads and cards (domain §14). Gives whether it exists in the
 * scope.
 */
export const setCompanyActive = async (
  sql: Queries,
  { id, active }: { id: string; active: boolean },
): Promise<boolean> =>
  changedOne(
    await sql
      .updateTable('company')
      .set(({ eb }) => ({ active, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .executeTakeFirst(),
  )

/** The company of a name in host names, as far as the scope goes. */
export const findCompanyBySlug = async (sql: Queries, slug: string): Promise<string | null> => {
  const companies = sql.selectFrom('company').select('id').where('slug', '=', slug)
  return (await companies.executeTakeFirst())?.id ?? null
}

/** Whether people of a company get a card when they are verified. */
export const setAutomaticCardCreation = async (
  sql: Queries,
  { id, automaticCardCreation }: { id: string; automaticCardCreation: boolean },
): Promise<void> => {
  await sql.updateTable('company').set({ automaticCardCreation }).where('id', '=', id).execute()
}

/** Removes a company that has none below it; what other modules have of it is the caller's to know. */
export const deleteCompany = async (sql: Queries, id: string): Promise<boolean> =>
  changedOne(
    await sql
      .deleteFrom('company')
      .where('id', '=', id)
      .where((eb) => {
        const below = eb.selectFrom('company as below').select('below.id').where('below.parentId', '=', id)
        return eb.not(eb.exists(below))
      })
      .executeTakeFirstOrThrow(),
  )
