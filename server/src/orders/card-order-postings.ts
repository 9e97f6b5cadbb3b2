import type { Journal, JournalDetail } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import type { WalletType } from '../wallets/wallet-holder.ts'

export type PostedOrder = {
  readonly id: string
  readonly userId: string
  readonly companyId: string
  readonly priceCents: bigint
  readonly effectiveAt: Date
  readonly detail?: JournalDetail
}

const about = ({ id, effectiveAt, detail }: PostedOrder) => ({
  effectiveAt,
  subjectId: id,
  ...(detail ? { detail } : {}),
})
const deferred = { code: 'order.deferred' }

/** A wallet pays the price; the operator earns it with the delivery (money §4.4). */
export const orderPaid = (of: PostedOrder & { readonly wallet: WalletType }): Journal =>
  journal({
    ...about(of),
    kind: 'order.paid',
    key: `order:${of.id}:paid`,
    command: `order ${of.userId} ${of.wallet} ${of.priceCents}`,
    legs: [
      debit(
        { code: `wallet.${of.wallet}.available`, ownerId: of.userId, companyId: of.companyId },
        of.priceCents,
      ),
      credit(deferred, of.priceCents, { ref: of.id }),
    ],
  })

/** The order is cancelled: the wallet that paid has the price again (money §4.4). */
export const orderRefunded = (of: PostedOrder & { readonly wallet: WalletType }): Journal =>
  journal({
    ...about(of),
    kind: 'order.refunded',
    key: `order:${of.id}:refunded`,
    command: `refund order ${of.id}`,
    legs: [
      debit(deferred, of.priceCents, { ref: of.id }),
      credit(
        { code: `wallet.${of.wallet}.available`, ownerId: of.userId, companyId: of.companyId },
        of.priceCents,
      ),
    ],
  })

/** The card is issued or shipped: the price is income (money §4.4). */
export const orderFulfilled = (of: PostedOrder): Journal =>
  journal({
    ...about(of),
    kind: 'order.fulfilled',
    key: `order:${of.id}:fulfilled`,
    command: `fulfil ${of.id}`,
    legs: [
      debit(deferred, of.priceCents, { ref: of.id }),
      credit({ code: 'income.card_price' }, of.priceCents),
    ],
  })
