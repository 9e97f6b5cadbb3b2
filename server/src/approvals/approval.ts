import { createHash } from 'node:crypto'
import type { ApprovalKind } from '@cardamom/contract/approvals'
import type { PermissionTag } from '@cardamom/contract/roles'
import { checkerTags, type CheckerTag } from '@cardamom/contract/approvals/checker-tags'
import type { DescribedChange } from '../kernel/mount-context.ts'
import { changesOwnMoney } from '../companies/own-money.ts'
import { onlyOwnerOf } from '../companies/share-access.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { approvalTransitions } from './approval-status.ts'
import type { StateOf } from '../kernel/states.ts'

const hourMs = 3_600_000
/** How long a request waits for a second person. */
export const approvalMs = 72 * hourMs
/** How long its maker waits, where there are not two people who could check it (permissions §5). */
export const selfCheckWaitMs = { sandbox: 0, production: 24 * hourMs } as const
/** After this time an outside call that did not end is abandoned. Its outcome is then unknown. */
export const runningMs = hourMs / 4

export type ApprovalStatus = StateOf<typeof approvalTransitions>

type Decidable = {
  readonly status: ApprovalStatus
  readonly checkerTag: string
  readonly makerId: string
  readonly expiresAt: Date
  readonly selfCheckFrom: Date | null
  readonly kind: string
  /** The path of its company. */
  readonly path: readonly string[]
}
type Checker = Pick<SessionPrincipal, 'userId' | 'companyId' | 'scope' | 'may' | 'impersonatorId'>
/** What decides what a person sees of requests. */
type Reader = Omit<Checker, 'impersonatorId'>
type Refusal = 'permission_denied' | 'approval_decided' | 'approval_expired'

/** Requests that change money of the company or of a person of it: neither its staff nor that of a company above decides them, except the operator's. */
export const payments: ReadonlySet<string> = new Set<ApprovalKind>([
  'approveSettlement',
  'adjustWallet',
  'reverseAdjustment',
  'adjustCard',
  'createTopUp',
  'creditCoinDeposit',
  'refundCoinDeposit',
  'refundToEnteredAddress',
])

/**
 * Requests about shares. Their owner may be of any level, also a seller, so only who sees the shares of every level reads
 * and decides them.
 */
export const ofShares: ReadonlySet<string> = new Set<ApprovalKind>(['approveSettlement'])

/** The tags with which this person can check requests. */
export const checkerTagsOf = ({ may }: Pick<Checker, 'may'>): CheckerTag[] =>
  checkerTags.filter((tag) => may(tag as PermissionTag))

const isOwnPayment = ({ kind, path }: Pick<Decidable, 'kind' | 'path'>, me: Checker): boolean =>
  payments.has(kind) && changesOwnMoney(me, { path })

const holdsTag = (me: Reader, { checkerTag }: Pick<Decidable, 'checkerTag'>): boolean =>
  me.may(checkerTag as PermissionTag)

const seesShares = (me: Reader, { kind }: Pick<Decidable, 'kind'>): boolean =>
  !ofShares.has(kind) || onlyOwnerOf(me) === null

/** Whether a person sees a request of a company that they see: its maker, and everybody who could check it. */
export const maySeeApproval = (me: Reader, row: Decidable): boolean =>
  row.makerId === me.userId || (holdsTag(me, row) && seesShares(me, row))

/** Whether a person could check requests of a kind about money of a company with this path. */
export const couldCheck = (me: Checker, row: Pick<Decidable, 'kind' | 'checkerTag' | 'path'>): boolean =>
  holdsTag(me, row) && seesShares(me, row) && !isOwnPayment(row, me)

const endOf = (
  { status, expiresAt }: Decidable,
  now: Date,
): 'approval_decided' | 'approval_expired' | null => {
  if (status === 'expired' || (status === 'requested' && expiresAt <= now)) return 'approval_expired'
  return status === 'requested' ? null : 'approval_decided'
}

/** Why a person may not reject a request now, or null. Nobody decides while they work on behalf of another person. */
export const rejectionRefusal = (
  row: Decidable,
  me: Checker,
  now: Date,
): Refusal | 'own_request' | 'own_money' | null => {
  if (!maySeeApproval(me, row) || me.impersonatorId !== null) return 'permission_denied'
  const end = endOf(row, now)
  if (end) return end
  if (row.makerId === me.userId) return 'own_request'
  return isOwnPayment(row, me) ? 'own_money' : null
}

/**
 * Why a person may not approve a request now, or null.
 *
 * @param isAlone whether there are still not two people who could check it
 */
export const approvalRefusal = (
  row: Decidable,
  me: Checker,
  { now, isAlone }: { readonly now: Date; readonly isAlone: boolean },
): Refusal | 'own_request' | 'own_money' | 'self_check_waits' | null => {
  const refusal = rejectionRefusal(row, me, now)
  if (refusal !== 'own_request' || !isAlone || row.selfCheckFrom === null) return refusal
  if (!holdsTag(me, row)) return 'permission_denied'
  if (isOwnPayment(row, me)) return 'own_money'
  return row.selfCheckFrom <= now ? null : 'self_check_waits'
}

/** Why a person may not withdraw a request now, or null. */
export const withdrawalRefusal = (row: Decidable, me: Checker, now: Date): Refusal | null => {
  if (row.makerId !== me.userId || me.impersonatorId !== null) return 'permission_denied'
  return endOf(row, now)
}

/** Changes when what a checker sees of the object changes. */
export const versionOf = ({ version, changes }: Pick<DescribedChange, 'version' | 'changes'>): string =>
  createHash('sha256')
    .update(JSON.stringify([version ?? null, changes]))
    .digest('base64url')
