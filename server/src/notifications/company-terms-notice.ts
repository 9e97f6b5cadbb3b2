import type { TermsChange } from '@cardamom/contract/companies/terms-change'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import type { Language } from '../kernel/principal.ts'
import type { MessageOf } from '../kernel/reply.ts'
import type { Find } from './company-transfer-notice.ts'

/** Texts leave out what has this value. */
const unchanged = { regular: 'none', immediate: 'none', transfer: 'none' }

/**
 * A company whose fees or limits others changed. It reads the name of the company right above it alone, as on its other
 * pages.
 */
export const ofTerms: Find = async (sql, { id, payload }) => {
  const { subject, setBy, facts } = payload as TermsChange
  const [company] = await readCompanies(sql, [id])
  const [parent] = setBy !== null && setBy === company?.parentId ? await readCompanies(sql, [setBy]) : []
  const setter = parent ? 'parent' : 'above'
  const all = {
    status: setBy === null ? 'operator' : setter,
    sender: parent ? brandName(parent) : '',
    entity: subject,
    ...(subject === 'fees' ? unchanged : { category: '' }),
    ...facts,
  }
  const told = { companyId: id, facts: all }
  return [
    subject === 'fees'
      ? { ...told, tag: 'fees.view', kind: 'company_fees', path: `/admin/fees?companyId=${id}` }
      : {
          ...told,
          tag: 'companies.view',
          kind: 'company_limits',
          path: `/admin/companies/${id}/settings/limits`,
        },
  ]
}

/** The facts of the mail, with the name of the category of a limit. */
export const mailFactsOfLimits = (
  { category = '', ...facts }: Readonly<Record<string, string>>,
  { messageOf, lang }: { readonly messageOf: MessageOf; readonly lang: Language },
): Readonly<Record<string, string>> => ({
  ...facts,
  category: category === '' ? '' : messageOf(lang, `payinLimits.values.category.${category}`),
})
