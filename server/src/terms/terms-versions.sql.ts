import type { LegalPage, LegalText } from '@cardamom/contract/terms'
import { sql as fragment } from 'kysely'
import { readCappedCount } from '../kernel/capped-count.ts'
import type { Language } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'

/** Both texts of an edition in one language. */
export type EditionTexts = Readonly<Record<LegalText, LegalPage>>

/** Every edition, the newest first. They are few: people have to read each. */
export const readEditions = (sql: Queries) =>
  sql
    .selectFrom('termsEdition')
    .select(['version', 'effectiveAt', 'publishedAt', 'publishedBy'])
    .select(fragment<string>`(effective_at at time zone 'UTC')::date::text`.as('from'))
    .orderBy('version', 'desc')
    .execute()

/** People in the scope who accepted an edition, at most 10,001. */
export const countAcceptances = (sql: Queries, version: number): Promise<number> =>
  readCappedCount(sql, sql.selectFrom('termsAcceptance').select('userId').where('version', '=', version))

/** Inserts an edition with its texts. Returns false if another one has its version. */
export const insertEdition = async (
  sql: Queries,
  edition: {
    version: number
    effectiveAt: Date
    publishedAt: Date
    publishedBy: string
    texts: Readonly<Record<Language, EditionTexts>>
  },
): Promise<boolean> => {
  const { texts, ...row } = edition
  const inserted = await sql
    .insertInto('termsEdition')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false
  const pages = (['en', 'es'] as const).flatMap((lang) =>
    (['terms', 'privacy'] as const).map((kind) => {
      const { title, sections } = texts[lang][kind]
      return { version: edition.version, kind, lang, title, sections: JSON.stringify(sections) }
    }),
  )
  await sql.insertInto('termsText').values(pages).execute()
  return true
}
