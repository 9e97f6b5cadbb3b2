import type { LegalPage, LegalText } from '@cardamom/contract/terms'
import type { Queries } from '../kernel/queries.ts'
import type { Language } from '../kernel/principal.ts'

const currentEdition = `select version, (effective_at at time zone 'UTC')::date::text as "from"
  from terms_edition where effective_at <= $1
  order by version desc limit 1`
const texts = 'select kind, title, sections from terms_text where version = $1 and lang = $2'
const accept = `insert into terms_acceptance (user_id, company_id, version, lang, accepted_at)
  values ($1, $2, $3, $4, $5) on conflict do nothing`

export type TermsEdition = { readonly version: number; readonly from: string }

/** The edition that holds at an instant of business time. */
export const readTermsEdition = async (sql: Queries, now: Date): Promise<TermsEdition> =>
  sql.one<TermsEdition>(currentEdition, [now])

/** Both texts of an edition in a language. */
export const readTermsTexts = async (
  sql: Queries,
  { version, lang }: { version: number; lang: Language },
): Promise<Readonly<Record<LegalText, LegalPage>>> => {
  type Row = { kind: LegalText; title: string; sections: LegalPage['sections'] }
  const rows = await sql.rows<Row>(texts, [version, lang])
  const pageOf = (kind: LegalText): LegalPage => {
    const row = rows.find((each) => each.kind === kind)
    if (!row) throw new Error(`Edition ${version} of the ${kind} has no text in ${lang}`)
    return { title: row.title, sections: row.sections }
  }
  return { terms: pageOf('terms'), privacy: pageOf('privacy') }
}

/** Keeps that a person accepted an edition; a second time changes nothing. */
export const insertAcceptance = async (
  sql: Queries,
  acceptance: { userId: string; companyId: string; version: number; lang: Language; at: Date },
): Promise<void> => {
  const { userId, companyId, version, lang, at } = acceptance
  await sql.run(accept, [userId, companyId, version, lang, at])
}
