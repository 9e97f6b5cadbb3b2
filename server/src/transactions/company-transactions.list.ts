import { listCompanyTransactions } from '@cardamom/contract/transactions/company-transactions'
import type { OutputOf } from '@cardamom/contract/endpoint'
import type { TransactionFilter } from '@cardamom/contract/transactions'
import { expressionBuilder, sql as fragment, type SqlBool } from 'kysely'
import { listCardsByIds } from '../cards/cards.sql.ts'
import { readHolders } from '../cards/holders.ts'
import { testFilterOn } from '../identity/test-people.sql.ts'
import { list } from '../kernel/list.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { selectOnce } from '../kernel/select-once.ts'
import { noFees, readPaymentFees } from './payment-fees.sql.ts'
import { originalOf } from './transaction-view.ts'
import { isNoFeeOfPayment, shownTransactions, statusesOf, type ShownTransaction } from './transactions.sql.ts'

export type CompanyTransaction = OutputOf<typeof listCompanyTransactions>['items'][number]
type Row = ShownTransaction & { readonly userId: string; readonly companyId: string }

const row = expressionBuilder<DB, 'cardTransaction'>()

const withOwner = selectOnce((sql) =>
  shownTransactions(sql).select(['cardTransaction.userId', 'cardTransaction.companyId']),
)
const withFeesFolded = selectOnce((sql) => withOwner(sql).where(isNoFeeOfPayment))

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

/** Rows as administrators see them, with their holders, cards and fees. */
export const companyTransactions = async (
  sql: Queries,
  rows: readonly Row[],
): Promise<CompanyTransaction[]> => {
  const cards = await listCardsByIds(sql, [...new Set(rows.map(({ cardId }) => cardId))])
  const digitsOf = new Map(cards.map(({ id, lastDigits }) => [id, lastDigits]))
  const holderOf = await readHolders(sql, rows)
  const fees = await readPaymentFees(sql, rows)
  return rows.map((each) => {
    const charged = fees.get(each.id) ?? noFees
    return {
      id: each.id,
      ...holderOf(each),
      cardId: each.cardId,
      lastDigits: digitsOf.get(each.cardId) ?? null,
      txId: each.issuerTransactionId,
      status: each.status,
      purpose: each.purpose,
      category: each.category,
      merchantName: each.merchantName,
      total: each.amountCents - charged.settledCents,
      held: each.heldCents,
      original: originalOf(each, charged),
      at: each.at,
      authorisedAt: each.authorisedAt,
      settledAt: each.settledAt,
      holdsUntil: each.holdsUntil,
      declineReason: each.declineReason,
      reason: each.reason,
    }
  })
}

/** Transactions of the people whom the reader may see. A filter for fees shows each fee as a row. */
export const companyTransactionsList = list(listCompanyTransactions, {
  table: 'cardTransaction',
  from: (sql, { purpose }) => (purpose === 'fee' ? withOwner(sql) : withFeesFolded(sql)),
  scope: 'companies',
  filters: {
    status: (view: NonNullable<TransactionFilter['status']>) =>
      row('cardTransaction.status', '=', anyOf(statusesOf[view])),
    isTest: testFilterOn('cardTransaction.userId'),
  },
  search: withCode,
  // A payment gets a later position when it clears.
  version: 'cardTransaction.version',
  items: (rows, { sql }) => companyTransactions(sql, rows),
  csv: {
    texts: 'companyTransactions',
    columns: [
      'at',
      'txId',
      'status',
      'purpose',
      { name: 'description', cell: ({ merchantName }) => merchantName },
      'holderName',
      'holderEmail',
      'companyName',
      'lastDigits',
      'total',
      'held',
      { name: 'originalAmount', cell: ({ original }) => original?.amount ?? null },
      { name: 'originalCurrency', cell: ({ original }) => original?.currency ?? null },
      { name: 'rate', cell: ({ original }) => original?.rate ?? null },
      'authorisedAt',
      'settledAt',
      'holdsUntil',
      'id',
    ],
  },
})
