import { listCards } from '@cardamom/contract/cards'
import { listTransactions } from '@cardamom/contract/transactions'
import { readActivitySummary } from '@cardamom/contract/transactions/activity'

/** Rows of a page of the list. */
export const rowsAtOnce = 30

/** Reads of the list of payments without a filter. */
export const reads = {
  rows: [listTransactions, { input: { limit: rowsAtOnce } }],
  floating: [listTransactions, { input: { status: 'floating', limit: rowsAtOnce } }],
  summary: [readActivitySummary, { input: {} }],
  cards: [listCards, { input: { limit: 50 } }],
} as const
