import { isAdult } from '@cardamom/contract/dates'
import type { KycReason } from '@cardamom/contract/kyc'
import type { KycFacts } from '../providers/kyc/port.ts'
import { isSameName } from './same-name.ts'

/** The facts that the guards check on the provider's approval (domain §10). */
export type GuardedApproval = {
  readonly facts: KycFacts
  readonly stated: { readonly firstName: string; readonly lastName: string }
  /** As registered. Null: never entered. */
  readonly birthDate: string | null
  /** The date in the company's time zone. */
  readonly today: string
  /** Whether another person was verified with this document. */
  readonly isDocumentUsed: boolean
  readonly screening: 'clear' | 'hit' | 'unavailable'
  readonly attempts: { readonly used: number; readonly limit: number }
}

const ageFinding = ({ facts, today }: GuardedApproval): KycReason | null => {
  if (facts.birthDate === null) return 'age_unknown'
  return isAdult({ birthDate: facts.birthDate, today }) ? null : 'under_age'
}

/**
 * Our own guards on a provider's approval. The document shows an age of 18 or more and the registered birth
 * date, has not expired, and belongs to no other person. The names match, screening is clear, and the
 * attempts are within the limit. Without findings the case becomes `positive`. Else a person decides, and the
 * first finding is the reason. A document without an expiry date or without a number passes that guard.
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

/**
 * The key of a document: country and number, without punctuation and in upper case. Null when no number was
 * read.
 */
export const documentKey = ({ country, documentNumber }: KycFacts): string | null => {
  const number = (documentNumber ?? '').toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return number === '' ? null : `${country?.toUpperCase() ?? ''}:${number}`
}
