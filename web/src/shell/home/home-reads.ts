import { listCards } from '@cardamom/contract/cards'
import { getKyc } from '@cardamom/contract/kyc'
import { listLoads } from '@cardamom/contract/loads'
import { listTransactions } from '@cardamom/contract/transactions'
import { readSpending } from '@cardamom/contract/transactions/activity'

/** Reads of every home page. */
export const reads = {
  cards: [listCards, { input: { limit: 50 } }],
  kyc: [getKyc, {}],
  loads: [listLoads, { input: { open: 'true' } }],
  activity: [listTransactions, { input: { limit: 7 } }],
  spending: [readSpending, { input: {} }],
} as const
