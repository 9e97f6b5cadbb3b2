import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Cents, SignedCents } from '../money.ts'
import { transferKinds, transferStatuses } from '../transfers.ts'
import { WalletType, walletTypes } from '../wallets/wallet-money.ts'
import { Id, Instant } from '../wire.ts'

export const transferDirections = ['sent', 'received'] as const

/** A transfer as one of its two sides sees it. */
const OwnTransferRow = z.object({
  id: Id,
  ref: z.string(),
  kind: z.enum(transferKinds),
  status: z.enum(transferStatuses),
  direction: z.enum(transferDirections),
  /** Company of the other side; empty: a person whom the reader does not see. */
  otherName: z.string(),
  wallet: WalletType,
  /** What left the reader's wallet, or reached it. */
  amount: Cents,
  /** The fee inside what the reader sent; below zero: it was returned to the reader. Null: the other side paid it. */
  fee: SignedCents.nullable(),
  /** What the other side knows it by; null: nothing. */
  reference: z.string().nullable(),
  madeAt: Instant,
})

export const listOwnTransfers = listEndpoint({
  path: '/wallet/transfers',
  summary: 'Transfers from and to my wallets, the last first',
  who: 'signed-in',
  row: OwnTransferRow,
  filters: {
    direction: z.enum(transferDirections).optional(),
    wallet: z.enum(walletTypes).optional(),
  },
  days: 'madeAt',
  search: true,
  byId: true,
  sorts: ['-madeAt', 'madeAt'],
  csv: {},
})

const Named = z.object({ id: Id, ref: z.string() })

export const getOwnTransfer = endpoint({
  method: 'GET',
  path: '/wallet/transfers/:id',
  summary: 'A transfer from or to one of my wallets, with this wallet before and after it',
  who: 'signed-in',
  params: z.object({ id: Id }),
  output: OwnTransferRow.extend({
    before: SignedCents.nullable(),
    after: SignedCents.nullable(),
    /** The transfer that this one returned. */
    reversalOf: Named.nullable(),
    /** The transfer that returned this one. */
    reversedBy: Named.nullable(),
  }),
  refusals: { record_not_found: 404 },
})
