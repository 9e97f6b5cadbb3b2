import { formatCents } from '@cardamom/contract/money'
import { seesCompany } from '../kernel/approval-requests.ts'
import type { ApprovalFacts, DescribedChange } from '../kernel/mount-context.ts'
import type { JournalDetail, Plan } from '../kernel/plan.ts'
import { transition } from '../kernel/states.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { ChangeDraft } from '../kernel/recorded-change.ts'
import type { FeeInside } from '../fees/fee-split.ts'
import { houseId } from '../companies/company.ts'
import { openWallet, unchangedWallets, type WalletHolder } from '../wallets/wallet-holder.ts'
import { companyOf, commonCompany, type TransferSides } from './transfer.ts'
import { transferTransitions } from './transfer-status.ts'
import type { TransferRecord } from './transfers.sql.ts'
import { transferMade } from './transfer-postings.ts'

type Deciders = { readonly me: SessionPrincipal; readonly approval: ApprovalFacts | null }
type PricedTransfer = TransferSides & FeeInside

const seqOf = ({ from, wallet }: TransferSides): bigint => openWallet(from, wallet)?.seq ?? 0n

const detailOf = ({
  me,
  approval,
  reason,
  reversalOf,
}: Deciders & { reason: string; reversalOf?: TransferRecord }): JournalDetail => ({
  actor: approval?.checkerId ?? me.userId,
  reason,
  metadata: { requestedBy: me.userId, ...(reversalOf ? { returns: reversalOf.id } : {}) },
})

/**
 * The plan of a transfer. It is refused if anything was posted to the sender's wallets since they were read: so the daily
 * limit counts every transfer, and the row knows its posting.
 */
export const transferPlan = (
  made: PricedTransfer,
  of: Deciders & {
    readonly id: string
    readonly reason: string
    readonly reference?: string | null
    readonly now: Date
    /** The transfer that this one returns. */
    readonly reversalOf?: TransferRecord
  },
): Plan => {
  const { id, reason, reference = null, now, me, approval, reversalOf } = of
  const { from, to, wallet, totalCents, feeCents, netCents } = made
  // A transfer back is read by those who read the transfer.
  const companyId = reversalOf?.companyId ?? companyOf(made)
  return {
    journals: [transferMade({ ...made, id, effectiveAt: now, detail: detailOf(of) })],
    ...(reversalOf ? { updates: [transition(transferTransitions, reversalOf, 'transfer.reversed')] } : {}),
    guards: unchangedWallets(from),
    rows: [
      {
        table: 'walletTransfer',
        row: {
          id,
          companyId,
          kind: reversalOf ? 'reversal' : 'transfer',
          status: 'completed',
          fromOwnerId: from.id,
          fromKind: from.kind,
          toOwnerId: to.id,
          toKind: to.kind,
          wallet,
          totalCents,
          feeCents,
          netCents,
          fromSeq: seqOf(made) + 1n,
          reason,
          reference,
          requestedBy: me.userId,
          approvedBy: approval?.checkerId ?? null,
          madeAt: now,
          reversalOf: reversalOf?.id ?? null,
        },
      },
    ],
    events: [
      {
        type: 'transfer.completed',
        entityId: id,
        companyId,
        userId: null,
        payload: { wallet, totalCents: String(totalCents), fromOwnerId: from.id, toOwnerId: to.id },
      },
    ],
  }
}

const walletAudit = (
  holder: WalletHolder,
  { wallet, changeCents }: { wallet: TransferSides['wallet']; changeCents: bigint },
): Omit<ChangeDraft, 'personal'> => {
  const before = openWallet(holder, wallet)?.availableCents ?? 0n
  return {
    entity: 'wallet',
    entityId: holder.id,
    companyId: holder.company.id,
    userId: holder.kind === 'person' ? holder.id : null,
    before: { [wallet]: before },
    after: { [wallet]: before + changeCents },
  }
}

/** What a transfer changes, for the audit: the sender's wallet exactly, the receiver's as it was when it was decided. */
export const transferChanges = ({ from, to, wallet, totalCents, netCents }: PricedTransfer) => [
  walletAudit(from, { wallet, changeCents: -totalCents }),
  walletAudit(to, { wallet, changeCents: netCents }),
]

/** The company whose administrators check a transfer: above both sides, if the maker is that high, else the sender's. */
const checkersOf = (sides: Pick<TransferSides, 'from' | 'to'>, me: SessionPrincipal) => {
  const above = commonCompany(sides) ?? houseId
  const isAbove = seesCompany(me, above)
  return { companyId: isAbove ? above : sides.from.company.id, isAbove }
}

/**
 * Both wallets before and after, for the person who approves it. A checker of the sender's branch does not read the wallet of
 * the other one.
 */
export const describeTransfer = (made: PricedTransfer, me: SessionPrincipal): DescribedChange => {
  const { from, to, wallet, totalCents, netCents } = made
  const balance = (holder: WalletHolder, changeCents: bigint) => {
    const before = openWallet(holder, wallet)?.availableCents ?? 0n
    return { before: formatCents(before), after: formatCents(before + changeCents) }
  }
  const { companyId, isAbove } = checkersOf(made, me)
  const sender = { name: 'senderBalance' as const, ...balance(from, -totalCents) }
  const receiver = { name: 'receiverBalance' as const, ...balance(to, netCents) }
  return { companyId, changes: isAbove ? [sender, receiver] : [sender] }
}

/** A transfer that would be refused now. Its checkers stay the same, so that a request of it fails for the right reason. */
export const describeRefused = (
  { from, to }: { readonly from: WalletHolder | null; readonly to: WalletHolder | null },
  me: SessionPrincipal,
): DescribedChange => ({
  companyId: from && to ? checkersOf({ from, to }, me).companyId : me.companyId,
  changes: [],
})
