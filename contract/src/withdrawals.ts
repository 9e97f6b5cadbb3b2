import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { Cents, SignedCents } from './money.ts'
import { holderKinds, JournalLeg, WalletType, walletTypes } from './wallets/wallet-money.ts'
import { Id, Instant } from './wire.ts'

/** `REJECTED`: by an administrator. `CANCELLED`: by who requested it, before the approval. */
export const withdrawalStatuses = ['PENDING', 'COMPLETED', 'REJECTED', 'CANCELLED'] as const
/**
 * Where a withdrawal is: it waits for its approval, is approved, is on the chain, was sent in vain so that a person decides,
 * has arrived, or ended without a payment.
 */
export const withdrawalSteps = ['requested', 'approved', 'sending', 'failed', 'done', 'ended'] as const
/** What the lists of sanctions say about an address. `unchecked`: no list was searched. */
export const addressRisks = ['clear', 'hit', 'unavailable', 'unchecked'] as const

const WithdrawalRow = z.object({
  id: Id,
  /** Short name that people see. */
  ref: z.string(),
  ownerId: Id,
  ownerKind: z.enum(holderKinds),
  /** Empty: a person whom the reader does not see. */
  ownerName: z.string(),
  companyName: z.string(),
  /** Of the person who requested it. */
  email: z.string(),
  status: z.enum(withdrawalStatuses),
  step: z.enum(withdrawalSteps),
  wallet: WalletType,
  /** What leaves the wallet; the fee is inside. */
  amount: Cents,
  fee: Cents,
  net: Cents,
  currency: z.string(),
  network: z.string(),
  address: z.string(),
  addressLabel: z.string(),
  /** Transaction on the chain. Null: none is final yet. */
  txId: z.string().nullable(),
  description: z.string(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
})

const filters = {
  status: z.enum(withdrawalStatuses).optional(),
  step: z.enum(withdrawalSteps).optional(),
  wallet: z.enum(walletTypes).optional(),
}

export const listWithdrawals = listEndpoint({
  path: '/withdrawals',
  summary: 'Withdrawals of the companies in scope, the last first',
  who: 'withdrawals.view',
  row: WithdrawalRow,
  filters: { ...filters, ownerId: Id.optional() },
  days: 'createdAt',
  byId: true,
  sorts: ['-createdAt', 'createdAt', '-amount', 'amount'],
  search: true,
  tabs: {
    requested: { step: 'requested' },
    approved: { step: 'approved' },
    sending: { step: 'sending' },
    failed: { step: 'failed' },
    done: { step: 'done' },
    ended: { step: 'ended' },
  },
  csv: { tag: 'transactions.export', stepUp: 'S2' },
})

export const listOwnWithdrawals = listEndpoint({
  path: '/wallet/withdrawals',
  summary: 'Withdrawals of my wallets, the last first',
  who: 'signed-in',
  row: WithdrawalRow,
  filters,
  days: 'createdAt',
  byId: true,
  sorts: ['-createdAt', 'createdAt'],
  search: true,
  csv: {},
})

export const WithdrawalParams = z.object({ id: Id })
/** The name is empty for a person whom the reader does not see. */
const Step = z.object({ at: Instant, byName: z.string() })

/** The payment on the chain. `unknown`: the answer was lost, and the chain is read; it is never sent again meanwhile. */
const Payment = z.object({
  step: z.enum(['approved', 'sending', 'unknown', 'done', 'failed']),
  /** Why it waits or failed: a code of the queue. */
  reason: z.string().nullable(),
  attempt: z.number().int(),
  txId: z.string().nullable(),
  sentAt: Instant.nullable(),
})

const WithdrawalDetail = WithdrawalRow.extend({
  /** Decimal number of coins: as they are paid at par, or were sent. Null: the rate of the payment decides. */
  coins: z.string().nullable(),
  risk: z.enum(addressRisks),
  /** When the address was added to the book. */
  addressAddedAt: Instant,
  requestedByName: Step.shape.byName,
  approved: Step.nullable(),
  rejected: Step.nullable(),
  cancelled: Step.nullable(),
  reason: z.string().nullable(),
  payment: Payment.nullable(),
  canCancel: z.boolean(),
})

/** Why the reader may not approve it now. */
export const approvalObstacles = [
  'own_request',
  'own_money',
  'company_inactive',
  'module_off',
  'withdrawals_wait',
  'address_refused',
] as const

export const getWithdrawal = endpoint({
  method: 'GET',
  path: '/withdrawals/:id',
  summary: 'A withdrawal: what is signed, who asked, its risk, and its payment on the chain',
  who: 'withdrawals.view',
  params: WithdrawalParams,
  output: WithdrawalDetail.extend({
    /** The wallet now. Null: the reader does not see it. */
    available: SignedCents.nullable(),
    reserved: Cents.nullable(),
    legs: z.array(JournalLeg),
    /** The reader holds the tag, and it waits for a decision. */
    mayDecide: z.boolean(),
    obstacle: z.enum(approvalObstacles).nullable(),
    canReject: z.boolean(),
  }),
  refusals: { record_not_found: 404 },
})

export const getOwnWithdrawal = endpoint({
  method: 'GET',
  path: '/wallet/withdrawals/:id',
  summary: 'One of my withdrawals, and its payment on the chain',
  who: 'signed-in',
  params: WithdrawalParams,
  output: WithdrawalDetail,
  refusals: { record_not_found: 404 },
})
