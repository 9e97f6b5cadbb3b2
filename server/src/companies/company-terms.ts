import type { TermsChange } from '@cardamom/contract/companies/terms-change'
import type { DraftOf } from '../kernel/plan.ts'
import { houseId } from './company.ts'

/** Before and after, as people read it; null: nothing changed. */
export const changeOf = (before: string, after: string): string | null =>
  before === after ? null : `${before} → ${after}`

/**
 * Tells a company that its terms change. A company that set them itself is told nothing, and House has those of the
 * operator.
 */
export const termsChanged = (companyId: string, terms: TermsChange): DraftOf<'company.terms_changed'>[] =>
  companyId === houseId || companyId === terms.setBy
    ? []
    : [{ type: 'company.terms_changed', entityId: companyId, companyId, userId: null, payload: terms }]
