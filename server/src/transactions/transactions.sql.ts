import type {
  SpendingCategory,
  TransactionFilter,
  TransactionPurpose,
  TransactionStatus,
} from '@cardamom/contract/transactions'
import { parseCents } from '@cardamom/contract/money'
import { expressionBuilder, sql as fragment, type Expression, type InferResult, type SqlBool } from 'kysely'
import { cappedCount } from '../kernel/capped-count.ts'
import { dayBounds } from '../kernel/day-bounds.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { selectOnce } from '../kernel/select-once.ts'

const shownColumns = [
  'cardTransaction.id',
  'cardTransaction.cardId',
  'cardTransaction.issuerTransactionId',
  'cardTransaction.paymentId',
  'cardTransaction.loadId',
  'cardTransaction.status',
  'cardTransaction.purpose',
  'cardTransaction.category',
  'cardTransaction.merchantName',
  'cardTransaction.mcc',
  'cardTransaction.merchantCity',
  'cardTransaction.merchantCountry',
  'cardTransaction.amountCents',
  'cardTransaction.heldCents',
  'cardTransaction.originalAmount',
  'cardTransaction.originalCurrency',
  'cardTransaction.originalRate',
  'cardTransaction.at',
  'cardTransaction.authorisedAt',
  'cardTransaction.settledAt',
  'cardTransaction.holdsUntil',
  'cardTransaction.declineReason',
  'cardTransaction.declineAvailableCents',
  'cardTransaction.reason',
  'cardTransaction.refundOf',
  'cardTransaction.loadSpeed',
  'cardTransaction.loadGrossCents',
  'cardTransaction.loadFeeCents',
  'cardTransaction.senderName',
] as const
const columns = [
  ...shownColumns,
  'cardTransaction.companyId',
  'cardTransaction.userId',
  'cardTransaction.issuerEventId',
  'cardTransaction.walletTransferId',
  'cardTransaction.walletAdjustmentId',
  'cardTransaction.loadReversalId',
  'cardTransaction.settledCents',
  'cardTransaction.authorisationCode',
  'cardTransaction.version',
] as const

/** Rows of cards: payments, their related rows, loads. */
export const transactions = selectOnce((sql) =>
  sql.selectFrom('cardTransaction').select(columns).$narrowType<{ category: SpendingCategory | null }>(),
)
export type TransactionRecord = Readonly<InferResult<ReturnType<typeof transactions>>[number]>

/** The same rows with only the columns that people see, because each column of a page costs time. */
export const shownTransactions = selectOnce((sql) =>
  sql.selectFrom('cardTransaction').select(shownColumns).$narrowType<{ category: SpendingCategory | null }>(),
)
export type ShownTransaction = Readonly<InferResult<ReturnType<typeof shownTransactions>>[number]>

/** Filter of a person's rows, by the table's columns. */
export type RowFilter = {
  readonly userId: string
  readonly statuses: readonly TransactionStatus[] | null
  readonly cardId: string | null
  readonly from: Date | null
  readonly before: Date | null
  readonly category: string | null
  readonly purpose: TransactionPurpose | null
  /** Text of the shop's name or city, or an amount. */
  readonly search: string | null
  /** Fees of payments are not rows of their own. */
  readonly foldsFees: boolean
}

/** Statuses of each filter value. */
export const statusesOf: Readonly<
  Record<NonNullable<TransactionFilter['status']>, readonly TransactionStatus[]>
> = {
  floating: ['floating'],
  settled: ['settled', 'refunded'],
  released: ['released'],
  declined: ['declined'],
}

type RequestedFilter = Omit<TransactionFilter, 'status'> & {
  readonly status?: TransactionFilter['status'] | undefined
}

/** Makes the filter of a request. Its days are those of the reader's time zone. */
export const rowFilter = (
  requested: RequestedFilter,
  of: { userId: string; timeZone: string; foldsFees?: boolean },
): RowFilter => {
  return {
    userId: of.userId,
    statuses: requested.status ? statusesOf[requested.status] : null,
    cardId: requested.cardId ?? null,
    from: requested.from ? dayBounds(requested.from, of.timeZone).from : null,
    before: requested.to ? dayBounds(requested.to, of.timeZone).before : null,
    category: requested.category ?? null,
    purpose: requested.purpose ?? null,
    search: requested.q ? requested.q : null,
    // The filter for fees shows each fee as a row.
    foldsFees: of.foldsFees === true && requested.purpose !== 'fee',
  }
}

const row = expressionBuilder<DB, 'cardTransaction'>()

/**
 * Whether the shop or the amount matches the text: the row's amount, or the payment's amount with its fees.
 */
export const fits = (search: string): Expression<SqlBool> => {
  const pattern = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const amountCents = parseCents(search.replace(/^[-−$]+/, ''))
  const shop = [
    row('cardTransaction.merchantName', 'ilike', pattern),
    row('cardTransaction.merchantCity', 'ilike', pattern),
  ]
  if (amountCents === null) return row.or(shop)
  const fees = row
    .selectFrom('cardTransaction as fee')
    .select(({ fn }) => fn.sum('fee.settledCents').as('cents'))
    .whereRef('fee.paymentId', '=', 'cardTransaction.id')
    .where('fee.purpose', '=', 'fee')
  const amount = row.ref('cardTransaction.amountCents')
  return row.or([
    ...shop,
    row(row.fn<bigint>('abs', [amount]), '=', amountCents),
    row.and([
      row('cardTransaction.issuerTransactionId', 'is not', null),
      row(fragment<bigint>`abs(${amount} + coalesce(${fees}, 0))`, '=', amountCents),
    ]),
  ])
}

/** True for every row except the fee of a payment. */
export const isNoFeeOfPayment = row.or([
  row('cardTransaction.purpose', '!=', 'fee'),
  row('cardTransaction.paymentId', 'is', null),
])

/** The rows of a filter, without an order. */
export const matching = (sql: Queries, filter: RowFilter) => {
  const { statuses, cardId, from, before, category, purpose, search } = filter
  let rows = transactions(sql).where('cardTransaction.userId', '=', filter.userId)
  if (search !== null) rows = rows.where(fits(search))
  if (statuses) rows = rows.where('cardTransaction.status', '=', anyOf(statuses))
  if (cardId !== null) rows = rows.where('cardTransaction.cardId', '=', cardId)
  if (from) rows = rows.where('cardTransaction.at', '>=', from)
  if (before) rows = rows.where('cardTransaction.at', '<', before)
  if (category !== null) rows = rows.where('cardTransaction.category', '=', category)
  if (purpose !== null) rows = rows.where('cardTransaction.purpose', '=', purpose)
  return filter.foldsFees ? rows.where(isNoFeeOfPayment) : rows
}

/** Counts the rows up to one above the cap. */
export const countRows = async (sql: Queries, filter: RowFilter): Promise<number> =>
  (await cappedCount(sql, matching(sql, filter)).executeTakeFirstOrThrow()).count

/** Finds a row within the scope of the transaction. */
export const findRow = async (sql: Queries, id: string): Promise<TransactionRecord | null> =>
  (await transactions(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** The latest declined payments of a card. */
export const listDeclinedRows = (
  sql: Queries,
  { cardId, limit }: { cardId: string; limit: number },
): Promise<TransactionRecord[]> =>
  transactions(sql)
    .where('cardId', '=', cardId)
    .where('status', '=', 'declined')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
