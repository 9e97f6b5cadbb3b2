import type { SessionPrincipal } from '../kernel/principal.ts'
import { houseId } from './company.ts'

/**
 * Whether a decision is about money of the person who decides, or of their company. Nobody but the operator's staff decides
 * what their own company is paid, and nobody what they are paid themselves, whatever tags they hold.
 */
export const isOwnMoney = (
  me: Pick<SessionPrincipal, 'userId' | 'companyId'>,
  of: { readonly companyId: string; readonly ownerId?: string },
): boolean => of.ownerId === me.userId || (me.companyId !== houseId && of.companyId === me.companyId)
