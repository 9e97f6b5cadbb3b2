import type { TransactionFilter } from '@cardamom/contract/transactions'
import { listCompanyTransactions } from '@cardamom/contract/transactions/company-transactions'
import { expressionBuilder, sql as fragment, type SqlBool } from 'kysely'
import { listCardsByIds } from '../cards/cards.sql.ts'
import { list } from '../kernel/list.ts'
import { anyOf } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { selectOnce } from '../kernel/select-once.ts'
import { noFees, readPaymentFees } from './payment-fees.sql.ts'
import { isNoFeeOfPayment, shownTransactions, statusesOf } from './transactions.sql.ts'

const row = expressionBuilder<DB, 'cardTransaction'>()

const withFeesFolded = selectOnce((sql) =>
  shownTransactions(sql)
    .select(['cardTransaction.userId', 'cardTransaction.companyId'])
    .where(isNoFeeOfPayment),
)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const nothing = '00000000-0000-0000-0000-000000000000'

/** Transactions with this id, ours or the issuer's, or this authorisation code, compared as a whole. */
const withCode = (typed: string) => {
  const phrase = typed.trim()
  const id = uuid.test(phrase.toLowerCase()) ? phrase.toLowerCase() : nothing
  return fragment<SqlBool>`card_transaction.id in (
    select t.id from card_transaction t where t.id = ${id}
    union all select t.id from card_transaction t where t.issuer_transaction_id = ${phrase}
    union all select t.id from card_transaction t where t.authorisation_code = ${phrase})`
}

/** Transactions of the people whom the reader may see. */
export const companyTransactionsList = list(listCompanyTransactions, {
  table: 'cardTransaction',
  from: withFeesFolded,
  scope: 'companies',
  filters: {
    status: (view: NonNullable<TransactionFilter['status']>) =>
      row('cardTransaction.status', '=', anyOf(statusesOf[view])),
  },
  search: withCode,
  // A payment gets a later position when it clears.
  version: 'cardTransaction.version',
  items: async (rows, { sql }) => {
    const cards = await listCardsByIds(sql, [...new Set(rows.map(({ cardId }) => cardId))])
    const fees = await readPaymentFees(sql, rows)
    const digitsOf = new Map(cards.map(({ id, lastDigits }) => [id, lastDigits]))
    return rows.map((each) => {
      const { id, userId, companyId, cardId, status, purpose, category, merchantName, at, reason } = each
      const lastDigits = digitsOf.get(cardId) ?? null
      const total = each.amountCents - (fees.get(id) ?? noFees).settledCents
      const payment = { status, purpose, category, merchantName, at, reason, total }
      return { id, userId, companyId, cardId, lastDigits, ...payment }
    })
  },
})
