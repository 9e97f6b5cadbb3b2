import type { SessionPrincipal } from '../kernel/principal.ts'
import { houseId, isWithin } from './company.ts'

type Decider = Pick<SessionPrincipal, 'userId' | 'companyId'>

/**
 * Whether a payment out of the ledger is about money of the person who decides, or of their company. Nobody but the operator's staff decides
 * what their own company is paid, and nobody what they are paid themselves, whatever tags they hold.
 */
export const isOwnMoney = (
  me: Decider,
  of: { readonly companyId: string; readonly ownerId?: string },
): boolean => of.ownerId === me.userId || (me.companyId !== houseId && of.companyId === me.companyId)

/**
 * The same for what makes money, reverses it or ends such a decision. It also counts for the companies below: what
 * is credited there can be transferred up. `path` is that of the company whose wallet, or whose person's money, changes; its owner is neither
 * the one who requests it nor the one who approves it.
 */
export const changesOwnMoney = (
  me: Decider,
  of: { readonly path: readonly string[]; readonly ownerId?: string },
  approval: { readonly checkerId: string } | null = null,
): boolean =>
  (of.ownerId !== undefined && [me.userId, approval?.checkerId].includes(of.ownerId)) ||
  (me.companyId !== houseId && isWithin(of, me.companyId))
