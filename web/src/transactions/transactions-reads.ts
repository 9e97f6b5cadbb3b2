import { listCards } from '@cardamom/contract/cards'
import { listTransactions } from '@cardamom/contract/transactions'
import { readActivitySummary } from '@cardamom/contract/transactions/activity'

/** Rows of a page of the list. */
export const rowsAtOnce = 30

/** What the list of payments is made of where nothing is filtered. */
export const reads = {
  rows: [listTransactions, { input: { limit: rowsAtOnce } }],
  floating: [listTransactions, { input: { status: 'floating', limit: rowsAtOnce } }],
  summary: [readActivitySummary, { input: {} }],
  cards: [listCards, { input: { limit: 50 } }],
} as const
