import { listTransactions, type TransactionFilter } from '@cardamom/contract/transactions'
import { expressionBuilder } from 'kysely'
import { readTimeZone } from '../identity/time-zones.sql.ts'
import { list } from '../kernel/list.ts'
import { anyOf } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { selectOnce } from '../kernel/select-once.ts'
import { transactionCells, transactionColumns } from './transaction-columns.ts'
import { readPaymentFees } from './payment-fees.sql.ts'
import { readCardsNow, rowView } from './transaction-view.ts'
import { fits, isNoFeeOfPayment, shownTransactions, statusesOf } from './transactions.sql.ts'

const row = expressionBuilder<DB, 'cardTransaction'>()

const withFeesFolded = selectOnce((sql) => shownTransactions(sql).where(isNoFeeOfPayment))

/**
 * The transactions of a person's cards. Fees of payments are rows of their own only with the filter for fees.
 */
export const transactionsList = list(listTransactions, {
  table: 'cardTransaction',
  from: (sql, { purpose }) => (purpose === 'fee' ? shownTransactions(sql) : withFeesFolded(sql)),
  scope: 'owner',
  timeZone: ({ sql, me }) => readTimeZone(sql, me),
  search: fits,
  filters: {
    status: (view: NonNullable<TransactionFilter['status']>) =>
      row('cardTransaction.status', '=', anyOf(statusesOf[view])),
  },
  items: async (rows, { sql, now }) => {
    const [cards, fees] = await Promise.all([readCardsNow(sql, rows, now), readPaymentFees(sql, rows)])
    return rows.map((each) => rowView(each, cards, fees.get(each.id)))
  },
  // A payment gets a later position when it clears.
  version: 'cardTransaction.version',
  csv: {
    texts: 'transactionExport',
    // In the file, fees have rows of their own.
    from: shownTransactions,
    items: async (rows, { sql, now }) => {
      const cards = await readCardsNow(sql, rows, now)
      return rows.map((each) => rowView(each, cards))
    },
    columns: transactionColumns,
    cells: transactionCells,
  },
})
