import type { SupportHours } from '@cardamom/contract/companies'
import { sql as fragment, type Selectable, type Updateable } from 'kysely'
import { anyOf, changedOne, type Queries } from '../kernel/queries.ts'
import type { Company as CompanyTable } from '../kernel/schema.ts'
import type { KycFlow } from './company.ts'

/**
 * A company with what it has chosen itself, for its own screens; null is inherited. Other modules read a `Company`
 * (`companies.sql.ts`), which has the values that apply.
 */
export type CompanyLineRow = Omit<Selectable<CompanyTable>, 'supportHours' | 'kycFlow'> & {
  readonly supportHours: SupportHours | null
  readonly kycFlow: KycFlow | null
}

/** A company of the scope, as its row is. */
export const findRecord = async (sql: Queries, id: string): Promise<CompanyLineRow | null> =>
  ((await sql.selectFrom('company').selectAll().where('id', '=', id).executeTakeFirst()) as
    | CompanyLineRow
    | undefined) ?? null

/** The same, locked until the transaction ends. */
export const lockRecord = async (sql: Queries, id: string): Promise<CompanyLineRow | null> =>
  ((await sql.selectFrom('company').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) as
    | CompanyLineRow
    | undefined) ?? null

/**
 * The companies from tier 1 down to this one, also those above the scope. The caller passes only a company that
 * the reader may see, and shows no other's name.
 */
export const readLine = (sql: Queries, id: string): Promise<CompanyLineRow[]> =>
  sql
    .selectFrom(fragment<CompanyLineRow>`company_line(${id})`.as('company'))
    .selectAll()
    .execute()

/** Those of these companies that are in the scope. */
export const readSeen = async (sql: Queries, ids: readonly string[]): Promise<Set<string>> => {
  const found = await sql.selectFrom('company').select('id').where('id', '=', anyOf(ids)).execute()
  return new Set(found.map(({ id }) => id))
}

/** Companies directly below this one, as far as they are in the scope. */
export const countBelow = async (sql: Queries, id: string): Promise<number> => {
  const { count } = await sql
    .selectFrom('company')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('parentId', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A company, and those below it that inherit whether a passkey is required, as far as they are in the scope. */
export const readInheriting = async (sql: Queries, id: string): Promise<string[]> => {
  const rows = await sql
    .selectFrom('company')
    .select('company.id')
    .where('company.path', '@>', fragment<string[]>`array[${id}::uuid]`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('company as between')
            .select('between.id')
            .where('between.id', '!=', id)
            .where('between.path', '@>', fragment<string[]>`array[${id}::uuid]`)
            .where('between.passkeyMandatory', 'is not', null)
            .where(fragment<boolean>`between.id = any (company.path)`),
        ),
      ),
    )
    .execute()
  return rows.map((row) => row.id)
}

/** Changes a locked company. Returns whether it is in the scope. */
export const changeRecord = async (
  sql: Queries,
  id: string,
  changes: Omit<Updateable<CompanyTable>, 'supportHours'> & { supportHours?: SupportHours | null },
): Promise<boolean> => {
  const { supportHours, ...rest } = changes
  const hours =
    supportHours === undefined
      ? {}
      : { supportHours: supportHours === null ? null : JSON.stringify(supportHours) }
  return changedOne(
    await sql
      .updateTable('company')
      .set(({ eb }) => ({ ...rest, ...hours, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .executeTakeFirst(),
  )
}

/** The slugs among these that a company has, in any scope. */
export const readUsedSlugs = async (sql: Queries, slugs: readonly string[]): Promise<Set<string>> => {
  const found = await Promise.all(
    slugs.map(async (slug) => {
      const { id } = await sql
        .selectNoFrom(fragment<string | null>`find_company(${slug}, null)`.as('id'))
        .executeTakeFirstOrThrow()
      return id === null ? [] : [slug]
    }),
  )
  return new Set(found.flat())
}

/**
 * Adds a company to the scope of this transaction. The caller has found the parent of the new company in the
 * scope, and row-level security would refuse its row otherwise.
 */
const addToScope = async (sql: Queries, id: string): Promise<void> => {
  await sql
    .selectNoFrom(
      fragment`set_config('app.companies', array_append(
        nullif(current_setting('app.companies', true), '')::uuid[], ${id}::uuid)::text, true)`.as(
        'companies',
      ),
    )
    .execute()
}

/** Inserts a company, which is in the scope from now on. False: another company has its slug. */
export const insertNewCompany = async (
  sql: Queries,
  company: Pick<
    CompanyLineRow,
    'id' | 'parentId' | 'name' | 'slug' | 'contactEmail' | 'timeZone' | 'tier' | 'path'
  >,
  at: Date,
): Promise<boolean> => {
  await addToScope(sql, company.id)
  return changedOne(
    await sql
      .insertInto('company')
      .values({ ...company, createdAt: at })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .executeTakeFirst(),
  )
}

/**
 * The company with this domain, in any scope; null: none. Others who want the same domain wait until this
 * transaction ends.
 */
export const findCompanyOfDomain = async (sql: Queries, domain: string): Promise<string | null> => {
  await sql
    .selectNoFrom(
      fragment`pg_advisory_xact_lock(hashtextextended('domain:' || ${domain}::text, 0))`.as('lock'),
    )
    .execute()
  const { id } = await sql
    .selectNoFrom(fragment<string | null>`find_company(null, ${domain})`.as('id'))
    .executeTakeFirstOrThrow()
  return id
}

/** The lowest tier of a company and of those below it, in any scope. */
export const readLowestTier = async (sql: Queries, id: string): Promise<number> => {
  const { tier } = await sql
    .selectNoFrom(fragment<number>`lowest_tier_below(${id})`.as('tier'))
    .executeTakeFirstOrThrow()
  return tier
}

/** Other moves wait until this transaction ends, so that a check of the tree stays true. */
export const lockTree = async (sql: Queries): Promise<void> => {
  await sql
    .selectNoFrom(fragment`pg_advisory_xact_lock(hashtextextended('company tree', 0))`.as('lock'))
    .execute()
}

/** Moves a company with all companies below it. The caller has checked the move. */
export const writeParent = async (
  sql: Queries,
  { id, parentId }: { id: string; parentId: string | null },
): Promise<void> => {
  await sql
    .selectNoFrom(fragment`change_company_parent(${id}, ${parentId})`.as('changed'))
    .executeTakeFirstOrThrow()
}
