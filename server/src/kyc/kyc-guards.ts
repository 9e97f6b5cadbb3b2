import { isAdult } from '@cardamom/contract/dates'
import type { KycReason } from '@cardamom/contract/kyc'
import type { KycFacts } from '../providers/kyc/port.ts'
import { isSameName } from './same-name.ts'

/** What an approval of the provider is measured by (domain §10). */
export type GuardedApproval = {
  readonly facts: KycFacts
  readonly stated: { readonly firstName: string; readonly lastName: string }
  /** As registered; null: never stated. */
  readonly birthDate: string | null
  /** The date in the company's time zone. */
  readonly today: string
  /** Another person was verified with this document. */
  readonly isDocumentUsed: boolean
  readonly screening: 'clear' | 'hit' | 'unavailable'
  readonly attempts: { readonly used: number; readonly limit: number }
}

const ageFinding = ({ facts, today }: GuardedApproval): KycReason | null => {
  if (facts.birthDate === null) return 'age_unknown'
  return isAdult({ birthDate: facts.birthDate, today }) ? null : 'under_age'
}

/**
 * Our own guards on a provider's approval: 18 or older by the document, its birth date the
 * registered one (which identity then keeps), document not expired, names match, document
 * number unique, screening clear, within the attempts. Empty: it becomes `positive`; else a person looks at it, and
 * the first finding is the reason. A document that names no expiry or no number passes those two.
 */
export const guardFindings = (approval: GuardedApproval): KycReason[] => {
  const { facts, stated, today, screening, attempts } = approval
  const age = ageFinding(approval)
  return [
    ...(age ? [age] : []),
    ...(facts.validUntil !== null && facts.validUntil < today ? (['document_expired'] as const) : []),
    ...(facts.birthDate !== null && facts.birthDate !== approval.birthDate
      ? (['data_differs'] as const)
      : []),
    ...(isSameName(stated, facts) ? [] : (['names_differ'] as const)),
    ...(approval.isDocumentUsed ? (['document_used'] as const) : []),
    ...(screening === 'hit' ? (['screening_hit'] as const) : []),
    ...(screening === 'unavailable' ? (['screening_unavailable'] as const) : []),
    ...(attempts.used > attempts.limit ? (['too_many_tries'] as const) : []),
  ]
}

/** The number that a document is known by: country and number, signs and case aside; null when it was not read. */
export const documentKey = ({ country, documentNumber }: KycFacts): string | null => {
  const number = (documentNumber ?? '').toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return number === '' ? null : `${country?.toUpperCase() ?? ''}:${number}`
}
