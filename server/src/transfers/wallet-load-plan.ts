import { formatCents } from '@cardamom/contract/money'
import { houseId } from '../companies/company.ts'
import { stillLoadable } from '../cards/card-for-load.ts'
import { seesCompany } from '../kernel/approval-requests.ts'
import type { ApprovalFacts, DescribedChange } from '../kernel/mount-context.ts'
import type { JournalDetail, Plan } from '../kernel/plan.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { transition } from '../kernel/states.ts'
import { usingLimits } from '../loads/limit-use.ts'
import { openWallet, unchangedWallets, type WalletHolder } from '../wallets/wallet-holder.ts'
import { transferTransitions } from './transfer-status.ts'
import type { TransferRecord } from './transfers.sql.ts'
import type { ReadWalletLoad } from './wallet-load-decision.ts'
import type { DecidedWalletLoad } from './wallet-load.ts'
import { walletLoadReleased, walletLoadReserved, type WalletLoadFigures } from './wallet-load-postings.ts'

/** Who requested a transfer, and who approved it. */
type Deciders = {
  readonly me: Pick<SessionPrincipal, 'userId'>
  readonly approval: Pick<ApprovalFacts, 'checkerId'> | null
}

/** The job that starts the credit of a transfer to a card at once. */
export const startWalletLoadJob = (id: string, part: number) => ({
  name: 'transfers.start_credit',
  key: `transfers.start_credit:${id}:part:${part}`,
  payload: { transferId: id },
})

/** The figures of a transfer that was decided. */
export const figuresOfDecided = (
  { from, to, wallet, totalCents, feeCents }: DecidedWalletLoad,
  of: { readonly id: string; readonly now: Date; readonly detail?: JournalDetail },
): WalletLoadFigures => ({
  id: of.id,
  from: { ownerId: from.id, companyId: from.company.id },
  card: { ownerId: to.card.id, companyId: to.card.companyId },
  wallet,
  totalCents,
  feeCents,
  effectiveAt: of.now,
  ...(of.detail ? { detail: of.detail } : {}),
})

/** The figures of a transfer by its row. The sender is a company, so its accounts are its own. */
export const figuresOfRow = (row: TransferRecord, now: Date, detail?: JournalDetail): WalletLoadFigures => ({
  id: row.id,
  from: { ownerId: row.fromOwnerId, companyId: row.fromOwnerId },
  card: { ownerId: row.toOwnerId, companyId: row.companyId },
  wallet: row.wallet,
  totalCents: row.totalCents,
  feeCents: row.feeCents,
  effectiveAt: now,
  ...(detail ? { detail } : {}),
})

/**
 * Reserves the money of a transfer to a card. It is refused if the sender's wallets, the card or the limits of its holder
 * are not as they were read. From an immediate wallet the credit starts at once.
 */
export const reservePlan = (
  made: ReadWalletLoad & { readonly use: NonNullable<ReadWalletLoad['use']> },
  of: Deciders & {
    readonly id: string
    readonly reason: string
    readonly reference?: string | null
    readonly now: Date
  },
): Plan => {
  const { from, to, wallet, totalCents, feeCents, netCents, use } = made
  const { id, reason, reference = null, now, me, approval } = of
  const { card } = to
  const detail = { actor: approval?.checkerId ?? me.userId, reason, metadata: { requestedBy: me.userId } }
  return {
    journals: [walletLoadReserved(figuresOfDecided(made, { id, now, detail }))],
    guards: unchangedWallets(from),
    updates: [usingLimits(use), stillLoadable(card)],
    rows: [
      {
        table: 'walletTransfer',
        row: {
          id,
          companyId: card.companyId,
          kind: 'card_load',
          status: 'pending',
          fromOwnerId: from.id,
          fromKind: from.kind,
          toOwnerId: card.id,
          toKind: 'card',
          cardHolderId: card.userId,
          wallet,
          totalCents,
          feeCents,
          netCents,
          fromSeq: (openWallet(from, wallet)?.seq ?? 0n) + 1n,
          reason,
          reference,
          requestedBy: me.userId,
          approvedBy: approval?.checkerId ?? null,
          madeAt: now,
        },
      },
    ],
    events: [
      {
        type: 'transfer.reserved',
        entityId: id,
        companyId: card.companyId,
        userId: null,
        payload: { wallet, totalCents: String(totalCents), fromOwnerId: from.id, toOwnerId: card.id },
      },
    ],
    ...(wallet === 'immediate' ? { jobs: [startWalletLoadJob(id, 1)] } : {}),
  }
}

/** The update that ends a transfer whose card gets nothing; it was not on its way to the card, or is not any more. */
export const releasedUpdate = (
  row: TransferRecord & { readonly status: 'pending' },
  of: { readonly now: Date; readonly refusal: string; readonly by?: { userId: string; reason: string } },
) =>
  transition(transferTransitions, row, 'wallet_load.released', {
    guard: { isCrediting: row.isCrediting, part: row.part },
    set: {
      isCrediting: false,
      waitsForFloat: false,
      waitsForCard: false,
      waitsForLimit: false,
      endedAt: of.now,
      refusal: of.refusal,
      ...(of.by ? { cancelledBy: of.by.userId, cancelReason: of.by.reason } : {}),
    },
  })

export const cancelledEvent = (row: TransferRecord, refusal: string) => ({
  type: 'transfer.cancelled' as const,
  entityId: row.id,
  companyId: row.companyId,
  userId: row.cardHolderId,
  payload: { cardId: row.toOwnerId, refusal },
})

/** Releases the money of a transfer that waits, because a person cancels it or its card can no longer be loaded. */
export const cancelPlan = (
  row: TransferRecord & { readonly status: 'pending' },
  of: { readonly now: Date; readonly refusal: string; readonly by?: { userId: string; reason: string } },
): Plan => {
  const detail = of.by ? { actor: of.by.userId, reason: of.by.reason } : { reason: of.refusal }
  return {
    journals: [walletLoadReleased(figuresOfRow(row, of.now, detail))],
    updates: [releasedUpdate(row, of)],
    events: [cancelledEvent(row, of.refusal)],
  }
}

/** What a transfer to a card changes at its request, for the audit. */
export const reserveChanges = ({ from, wallet, totalCents }: DecidedWalletLoad) => {
  const before = openWallet(from, wallet)?.availableCents ?? 0n
  return [
    {
      entity: 'wallet' as const,
      entityId: from.id,
      companyId: from.company.id,
      userId: null,
      before: { [wallet]: before },
      after: { [wallet]: before - totalCents },
    },
  ]
}

/** The wallet before and after, for the person who approves it: an administrator of the sender, or of one above. */
export const describeWalletLoad = ({ from, wallet, totalCents }: DecidedWalletLoad): DescribedChange => {
  const before = openWallet(from, wallet)?.availableCents ?? 0n
  const balance = { before: formatCents(before), after: formatCents(before - totalCents) }
  return { companyId: from.company.id, changes: [{ name: 'senderBalance', ...balance }] }
}

/** A transfer that would be refused now, with the same checkers. */
export const describeRefusedLoad = (from: WalletHolder | null, me: SessionPrincipal): DescribedChange => ({
  companyId: from?.company.id ?? (seesCompany(me, houseId) ? houseId : me.companyId),
  changes: [],
})
