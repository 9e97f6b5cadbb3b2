import type { WireOf } from '@cardamom/contract/endpoint'
import type { listTransactions, readTransaction } from '@cardamom/contract/transactions'

/** What travels: money and instants are text. */
export type TransactionOnWire = WireOf<typeof listTransactions>['items'][number]
export type TransactionDetailOnWire = WireOf<typeof readTransaction>
