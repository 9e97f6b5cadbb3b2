import type {
  SpendingCategory,
  TransactionFilter,
  TransactionPurpose,
  TransactionStatus,
} from '@cardamom/contract/transactions'
import { parseCents } from '@cardamom/contract/money'
import { sql as fragment, type InferResult } from 'kysely'
import { countCap } from '../kernel/keyset.ts'
import { dayBounds } from '../kernel/day-bounds.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'

const columns = [
  'cardTransaction.id',
  'cardTransaction.companyId',
  'cardTransaction.userId',
  'cardTransaction.cardId',
  'cardTransaction.issuerTransactionId',
  'cardTransaction.paymentId',
  'cardTransaction.issuerEventId',
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
  'cardTransaction.settledCents',
  'cardTransaction.originalAmount',
  'cardTransaction.originalCurrency',
  'cardTransaction.originalRate',
  'cardTransaction.authorisationCode',
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
  'cardTransaction.version',
] as const

/** Rows of cards as people see them: payments, what stands beside them, loads. */
export const transactions = (sql: Queries) =>
  sql.selectFrom('cardTransaction').select(columns).$narrowType<{ category: SpendingCategory | null }>()

export type TransactionRecord = Readonly<InferResult<ReturnType<typeof transactions>>[number]>

/** Which rows of a person are requested, by the table's columns. */
export type RowFilter = {
  readonly userId: string
  readonly statuses: readonly TransactionStatus[] | null
  readonly cardId: string | null
  readonly from: Date | null
  readonly before: Date | null
  readonly category: string | null
  readonly purpose: TransactionPurpose | null
  /** Pattern that the shop's name or city is like. */
  readonly pattern: string | null
  readonly amountCents: bigint | null
  /** Fees of payments are no rows of their own, but part of their payments. */
  readonly foldsFees: boolean
}

const statusesOf: Readonly<Record<NonNullable<TransactionFilter['status']>, readonly TransactionStatus[]>> = {
  floating: ['floating'],
  settled: ['settled', 'refunded'],
  released: ['released'],
  declined: ['declined'],
}

const patternOf = (text: string) => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

type Requested = Omit<TransactionFilter, 'status'> & {
  readonly status?: TransactionFilter['status'] | undefined
}

/** A filter as it was requested; days are those of the reader's time zone. */
export const rowFilter = (
  requested: Requested,
  of: { userId: string; timeZone: string; foldsFees?: boolean },
): RowFilter => {
  const search = requested.q ? requested.q : null
  return {
    userId: of.userId,
    statuses: requested.status ? statusesOf[requested.status] : null,
    cardId: requested.cardId ?? null,
    from: requested.from ? dayBounds(requested.from, of.timeZone).from : null,
    before: requested.to ? dayBounds(requested.to, of.timeZone).before : null,
    category: requested.category ?? null,
    purpose: requested.purpose ?? null,
    pattern: search === null ? null : patternOf(search),
    amountCents: search === null ? null : parseCents(search.replace(/^[-−$]+/, '')),
    // A filter for fees shows them one by one.
    foldsFees: of.foldsFees === true && requested.purpose !== 'fee',
  }
}

/** Whether the shop or the amount fits a search: the row's own amount, or a payment's with the fees beside it. */
const fitting = (sql: Queries, pattern: string, amountCents: bigint | null) => {
  return transactions(sql).where((eb) => {
    const shop = [
      eb('cardTransaction.merchantName', 'ilike', pattern),
      eb('cardTransaction.merchantCity', 'ilike', pattern),
    ]
    if (amountCents === null) return eb.or(shop)
    const fees = eb
      .selectFrom('cardTransaction as fee')
      .select(({ fn }) => fn.sum('fee.settledCents').as('cents'))
      .whereRef('fee.paymentId', '=', 'cardTransaction.id')
      .where('fee.purpose', '=', 'fee')
    const amount = eb.ref('cardTransaction.amountCents')
    return eb.or([
      ...shop,
      eb(eb.fn<bigint>('abs', [amount]), '=', amountCents),
      eb.and([
        eb('cardTransaction.issuerTransactionId', 'is not', null),
        eb(fragment<bigint>`abs(${amount} + coalesce(${fees}, 0))`, '=', amountCents),
      ]),
    ])
  })
}

/** The rows that a filter requests, without their order. */
export const matching = (sql: Queries, filter: RowFilter) => {
  const { statuses, cardId, from, before, category, purpose, pattern, amountCents } = filter
  let rows = pattern === null ? transactions(sql) : fitting(sql, pattern, amountCents)
  rows = rows.where('cardTransaction.userId', '=', filter.userId)
  if (statuses) rows = rows.where('cardTransaction.status', '=', anyOf(statuses))
  if (cardId !== null) rows = rows.where('cardTransaction.cardId', '=', cardId)
  if (from) rows = rows.where('cardTransaction.at', '>=', from)
  if (before) rows = rows.where('cardTransaction.at', '<', before)
  if (category !== null) rows = rows.where('cardTransaction.category', '=', category)
  if (purpose !== null) rows = rows.where('cardTransaction.purpose', '=', purpose)
  if (!filter.foldsFees) return rows
  return rows.where((eb) =>
    eb.or([eb('cardTransaction.purpose', '!=', 'fee'), eb('cardTransaction.paymentId', 'is', null)]),
  )
}

/** A page of rows, newest first. */
export const listRows = (
  sql: Queries,
  filter: RowFilter,
  { afterId, limit }: { afterId: string | undefined; limit: number },
): Promise<TransactionRecord[]> => {
  let rows = matching(sql, filter)
  if (afterId !== undefined)
    rows = rows.where((eb) => {
      const last = eb.selectFrom('cardTransaction as last').where('last.id', '=', afterId)
      const key = eb.refTuple('cardTransaction.at', 'cardTransaction.id')
      return eb(key, '<', last.select(['last.at', 'last.id']).$asTuple('at', 'id'))
    })
  return rows
    .orderBy('cardTransaction.at', 'desc')
    .orderBy('cardTransaction.id', 'desc')
    .limit(limit)
    .execute()
}

/** How many rows there are; stops one above the cap. */
export const countRows = async (sql: Queries, filter: RowFilter): Promise<number> => {
  const counted = matching(sql, filter)
    .clearSelect()
    .select('cardTransaction.id')
    .limit(countCap + 1)
  const { count } = await sql
    .selectFrom(counted.as('counted'))
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'int4').as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A row as far as the transaction's scope goes. */
export const findRow = async (sql: Queries, id: string): Promise<TransactionRecord | null> =>
  (await transactions(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** What was declined on a card lately. */
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
