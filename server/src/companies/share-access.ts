import type { SessionPrincipal } from '../kernel/principal.ts'
import { houseId } from './company.ts'

export type ShareReader = Pick<SessionPrincipal, 'companyId' | 'scope' | 'userId'>

/**
 * Whose shares a reader sees, also as pending or owed money, in settlements and in the lines of a wallet; null: those of
 * everyone in their scope, for the operator's staff. Administrators of a company see those of their company, and a person
 * their own. They are of one level of the chain, and no other level sees them (domain §13.9).
 */
export const onlyOwnerOf = ({ companyId, scope, userId }: ShareReader): string | null => {
  if (scope.kind === 'own') return userId
  return scope.kind === 'all' || companyId === houseId ? null : companyId
}

export const seesSharesOf = (me: ShareReader, ownerId: string): boolean => {
  const only = onlyOwnerOf(me)
  return only === null || only === ownerId
}

type ChangeOfOwner = {
  readonly entity: string
  readonly companyId: string | null
  readonly userId: string | null
}

/** Changes of a settlement say what shares came to, and what the owner's wallet had before and after it. */
export const seesChange = (me: ShareReader, { entity, companyId, userId }: ChangeOfOwner): boolean =>
  entity !== 'settlement' || seesSharesOf(me, userId ?? companyId ?? '')
