import { hash } from 'node:crypto'
import type { Journal } from '../../server/src/kernel/plan.ts'
import { postingKind, type KindFinder } from '../../server/src/ledger/kinds.ts'

/**
 * Journals of the trial with two shards (money §11). The chart has no accounts for what shards owe each other. In the
 * trial two operator accounts of the same nature stand for them, each by reference, which is the id of the other shard.
 */
export const dueTo = { code: 'suspense' }
export const dueFrom = { code: 'issuer.transit' }

/** Kinds of the catalogue that the product does not write yet. The trial writes them into its own databases. */
export const trialKinds = ['transfer.made', 'opening.posted'] as const
export const findTrialKind: KindFinder = (name) => {
  const kind = postingKind(name)
  return kind && trialKinds.some((each) => each === name) ? { ...kind, later: false } : kind
}

export type Owner = { readonly ownerId: string; readonly companyId: string }

/** All owners of a company are on one shard, so most transfers stay inside it. */
export const shardNumber = (companyId: string, shards: number): number =>
  Number.parseInt(hash('sha256', companyId).slice(0, 8), 16) % shards

/** A transfer between two wallets. The sender pays the fee. */
export type Transfer = {
  readonly id: string
  readonly cents: bigint
  readonly feeCents: bigint
  readonly effectiveAt: Date
  readonly sender: Owner
  readonly receiver: Owner
}

const walletOf = ({ ownerId, companyId }: Owner) => ({ code: 'wallet.regular.available', ownerId, companyId })
const draftOf = ({ id, effectiveAt }: Pick<Transfer, 'id' | 'effectiveAt'>) => ({
  kind: 'transfer.made',
  subjectId: id,
  effectiveAt,
})
/** What leaves the sender's wallet, and the fee for the operator of the sender's shard. */
const paidBy = ({ sender, cents, feeCents }: Transfer) => [
  { account: walletOf(sender), amount: -(cents + feeCents) },
  { account: { code: 'income.transfer_fees' }, amount: feeCents },
]

/** Both owners are on one shard. */
export const insideJournal = (transfer: Transfer): Journal => ({
  ...draftOf(transfer),
  key: `transfer:${transfer.id}`,
  command: `transfer ${transfer.cents} from ${transfer.sender.ownerId} to ${transfer.receiver.ownerId}`,
  legs: [...paidBy(transfer), { account: walletOf(transfer.receiver), amount: transfer.cents }],
})

/** On the sender's shard, which from now on owes the money to the receiver's. */
export const sentJournal = (transfer: Transfer, receivingShardId: string): Journal => ({
  ...draftOf(transfer),
  key: `transfer:${transfer.id}:sent`,
  command: `transfer ${transfer.cents} from ${transfer.sender.ownerId} to ${transfer.receiver.ownerId}`,
  legs: [...paidBy(transfer), { account: dueTo, amount: transfer.cents, ref: receivingShardId }],
})

/** What the sender's shard tells the receiver's. It is stored with the sent journal, in one transaction. */
export type Delivery = {
  readonly transferId: string
  readonly cents: string
  readonly effectiveAt: string
  readonly sendingShardId: string
  readonly receiver: Owner
}

export const deliveryOf = (transfer: Transfer, sendingShardId: string): Delivery => ({
  transferId: transfer.id,
  cents: String(transfer.cents),
  effectiveAt: transfer.effectiveAt.toISOString(),
  sendingShardId,
  receiver: transfer.receiver,
})

/** On the receiver's shard. Key and command follow from the delivery alone, so a second one is a replay. */
export const receivedJournal = (delivery: Delivery): Journal => {
  const { transferId, cents, effectiveAt, sendingShardId, receiver } = delivery
  return {
    ...draftOf({ id: transferId, effectiveAt: new Date(effectiveAt) }),
    key: `transfer:${transferId}:received`,
    command: `receive ${cents} from shard ${sendingShardId} for ${receiver.ownerId}`,
    legs: [
      { account: dueFrom, amount: -BigInt(cents), ref: sendingShardId },
      { account: walletOf(receiver), amount: BigInt(cents) },
    ],
  }
}

export const openingJournal = (owner: Owner, of: { cents: bigint; effectiveAt: Date }): Journal => ({
  kind: 'opening.posted',
  key: `opening:wallet.regular.available:${owner.ownerId}`,
  command: `open with ${of.cents}`,
  effectiveAt: of.effectiveAt,
  subjectId: owner.ownerId,
  legs: [
    { account: { code: 'equity.opening' }, amount: -of.cents },
    { account: walletOf(owner), amount: of.cents },
  ],
})
