import type { LegalPage, LegalText } from '@cardamom/contract/terms'
import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { Language } from '../kernel/principal.ts'

export type TermsEdition = {
  readonly version: number
  /** The day from which the edition is in force, in UTC: `2026-01-31`. */
  readonly from: string
}

/** The edition that is in force at an instant of business time. */
export const readTermsEdition = (sql: Queries, now: Date): Promise<TermsEdition> =>
  sql
    .selectFrom('termsEdition')
    .select(['version', fragment<string>`(effective_at at time zone 'UTC')::date::text`.as('from')])
    .where('effectiveAt', '<=', now)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/**
 * The newest version in force that an administrator published; null: none. Only these must be accepted by people who
 * have an account. The versions of the installation are accepted by registrations.
 */
export const readRequiredTerms = async (sql: Queries, now: Date): Promise<number | null> => {
  const newest = await sql
    .selectFrom('termsEdition')
    .select('version')
    .where('effectiveAt', '<=', now)
    .where('publishedAt', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.version ?? null
}

/** The newest version that a person has accepted; null: none. */
export const readAcceptedTerms = async (sql: Queries, userId: string): Promise<number | null> => {
  const newest = await sql
    .selectFrom('termsAcceptance')
    .select('version')
    .where('userId', '=', userId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.version ?? null
}

/** Both texts of an edition in a language. */
export const readTermsTexts = async (
  sql: Queries,
  { version, lang }: { version: number; lang: Language },
): Promise<Readonly<Record<LegalText, LegalPage>>> => {
  const pages = await sql
    .selectFrom('termsText')
    .select(['kind', 'title', 'sections'])
    .where('version', '=', version)
    .where('lang', '=', lang)
    .$castTo<LegalPage & { kind: LegalText }>()
    .execute()
  const pageOf = (kind: LegalText): LegalPage => {
    const page = pages.find((each) => each.kind === kind)
    if (!page) throw new Error(`Edition ${version} of the ${kind} has no text in ${lang}`)
    return { title: page.title, sections: page.sections }
  }
  return { terms: pageOf('terms'), privacy: pageOf('privacy') }
}

/** Records that a person accepted an edition. Returns false if they had accepted it before; nothing changes then. */
export const insertAcceptance = async (
  sql: Queries,
  acceptance: { userId: string; companyId: string; version: number; lang: Language; acceptedAt: Date },
): Promise<boolean> => {
  const inserted = await sql
    .insertInto('termsAcceptance')
    .values(acceptance)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}
