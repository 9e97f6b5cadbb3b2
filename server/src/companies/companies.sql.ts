import { type Insertable, sql as fragment } from 'kysely'
import type { Scope } from '../kernel/database.ts'
import { anyOf, changedOne, type Queries } from '../kernel/queries.ts'
import type { Company as CompanyTable } from '../kernel/schema.ts'
import { brandOf } from '@cardamom/contract/companies/brand-colour'
import { brandName, houseId, positionBelow, type Company, type HostName } from './company.ts'

/** A phrase as a pattern. Signs that mean something in a pattern are searched as they are. */
export const patternOf = (phrase: string): string =>
  `%${phrase.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/**
 * Companies with their own and inherited settings, as other modules read them. The function also reads ancestors outside
 * of the scope. `company-records.sql.ts` has the rows, where an inherited setting is null.
 */
const effectiveCompanies = (sql: Queries, ids: readonly string[]) =>
  sql.selectFrom(fragment<Company>`effective_company(${ids})`.as('company')).selectAll()

/**
 * Companies of the scope, for joins by higher modules. `path` has the ancestors from tier 1 down, and the
 * company itself.
 */
export const companyRows = (sql: Queries) => sql.selectFrom('company').select(['id', 'path', 'active'])

/** Ids of the operator's own companies, for conditions of higher modules. */
export const operatorOwnedIds = fragment<string>`(select id from company where operator_owned)`

/** The tier of the company of a column, read for each row; for conditions of higher modules. */
export const tierOf = (column: `${string}.companyId`) =>
  fragment<number>`(select company.tier from company where company.id = ${fragment.ref(column)})`

/** The path of the company of a column, read for each row; where it is out of the scope, the company alone. */
export const pathOf = (column: `${string}.companyId`) =>
  fragment<
    string[]
  >`coalesce((select company.path from company where company.id = ${fragment.ref(column)}), array[${fragment.ref(column)}])`

const mostFound = 1000
/**
 * Companies of a scope whose name or subdomain contains a phrase. The ids are named, because a policy cannot use an index;
 * who sees all companies reads the names of all.
 */
export const findCompanyIds = async (sql: Queries, phrase: string, scope: Scope): Promise<string[]> => {
  const pattern = patternOf(phrase)
  const ids = scope.kind === 'companies' && scope.allButHidden === undefined ? scope.companyIds : null
  const rows = await sql
    .selectFrom('company')
    .select('id')
    .where(fragment<boolean>`(lower(name) like ${pattern} or slug like ${pattern})`)
    .$if(ids !== null, (found) => found.where('id', '=', anyOf(ids!)))
    .limit(mostFound)
    .execute()
  return rows.map(({ id }) => id)
}

/** Companies by their ids, in any scope. A caller passes only ids that it may know. */
export const readCompanies = (sql: Queries, ids: readonly string[]): Promise<Company[]> =>
  effectiveCompanies(sql, ids).execute()

/** The names of companies as people read them. */
export const readBrandNames = async (
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map((await readCompanies(sql, ids)).map((company) => [company.id, brandName(company)]))

/** The same of those of these companies that are in the scope. */
export const readSeenBrandNames = async (
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const seen = await companyRows(sql).where('id', '=', anyOf(ids)).execute()
  return readBrandNames(
    sql,
    seen.map(({ id }) => id),
  )
}

/** Whether House is in the scope: what belongs to the whole installation is its own. */
export const isOperatorInScope = async (sql: Queries): Promise<boolean> =>
  (await companyRows(sql).where('id', '=', houseId).executeTakeFirst()) !== undefined

/** One company that must exist. Throws when it does not. */
export const readCompany = (sql: Queries, id: string): Promise<Company> =>
  effectiveCompanies(sql, [id]).executeTakeFirstOrThrow()

/**
 * Whether a company accepts new people, loads and cards: it and every company above it are open (domain §14).
 */
export const readIsOpen = async (sql: Queries, { path }: Pick<Company, 'path'>): Promise<boolean> =>
  (await readCompanies(sql, path)).every(({ active }) => active)

/** The company of a host. House when no company has that host (domain §1). */
export const readCompanyOfHost = async (sql: Queries, host: HostName): Promise<Company> => {
  const slug = host.kind === 'slug' ? host.slug : null
  const domain = host.kind === 'domain' ? host.domain : null
  const { id } = await sql
    .selectNoFrom(fragment<string | null>`find_company(${slug}, ${domain})`.as('id'))
    .executeTakeFirstOrThrow()
  return readCompany(sql, id ?? houseId)
}

/** Ids of a company and of all companies below it, as far as they are in the scope. */
export const readSubtree = async (sql: Queries, id: string): Promise<string[]> => {
  const rows = await sql
    .selectFrom('company')
    .select('id')
    .where('path', '@>', fragment<string[]>`array[${id}::uuid]`)
    .execute()
  return rows.map((row) => row.id)
}

/** A company to insert. An absent value is inherited (null) or has its default. */
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
  const position = positionBelow(parent, company.id)
  if (!position.accepted) throw new Error(position.code)
  const { tier, path } = position.value
  const domain = company.domain?.toLowerCase() ?? null
  const brandHex = company.brandHex?.toLowerCase() ?? null
  const brand = brandHex ? brandOf(brandHex) : {}
  await sql
    .insertInto('company')
    .values({ ...company, tier, path, domain, brandHex, ...brand, createdAt: at })
    .execute()
}

/**
 * Opens or closes a company for new people, loads and cards (domain §14). Returns whether the company is in
 * the scope.
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

/** Signs that mean something in a pattern are searched as they are. */
const containing = (phrase: string) =>
  `%${phrase.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Whether the name or the short name of a company contains a phrase. */
export const companyContains = (phrase: string) =>
  fragment<boolean>`(lower(company.name) like ${containing(phrase)} or company.slug like ${containing(phrase)})`

/** Ids of companies of the scope whose name contains a phrase, by name. */
export const companiesNamed = async (sql: Queries, phrase: string, limit: number): Promise<string[]> => {
  const rows = sql.selectFrom('company').select('id').where(companyContains(phrase))
  return (await rows.orderBy('name').orderBy('id').limit(limit).execute()).map(({ id }) => id)
}

/** Finds a company of the scope by its slug. */
export const findCompanyBySlug = async (sql: Queries, slug: string): Promise<string | null> => {
  const companies = sql.selectFrom('company').select('id').where('slug', '=', slug)
  return (await companies.executeTakeFirst())?.id ?? null
}

/** Sets whether people of a company get a card when they are verified. */
export const setAutomaticCardCreation = async (
  sql: Queries,
  { id, automaticCardCreation }: { id: string; automaticCardCreation: boolean },
): Promise<void> => {
  await sql.updateTable('company').set({ automaticCardCreation }).where('id', '=', id).execute()
}

/**
 * Deletes a company that has no company below it. The caller makes sure that no other module has rows of it.
 */
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

/** SQL: the companies with the ids of $1, in the columns of wallet holders; a company has no role and no e-mail. */
export const companyHolders = `select id, null::smallint as role_id, null::text as first_name, null::text as last_name,
  null::text as email, id as company_id from company where id = any ($1)`
