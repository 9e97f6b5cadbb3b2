import { sql as fragment, type Expression, type SqlBool } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import { transactions, type TransactionRecord } from './transactions.sql.ts'

/** The person or card of a statement, and its span of time. */
export type StatementSpan = {
  readonly userId: string
  readonly cardId: string | null
  /** Null: from the first row on. */
  readonly from: Date | null
  readonly before: Date
}

type RowOwner = Pick<StatementSpan, 'userId' | 'cardId' | 'before'>

/** Rows of a person, or of one of their cards, before an instant. */
const owned = (sql: Queries, { userId, cardId, before }: RowOwner) => {
  const rows = transactions(sql).where('userId', '=', userId).where('at', '<', before)
  return cardId === null ? rows : rows.where('cardId', '=', cardId)
}

const startOf = ({ from }: StatementSpan) => from ?? fragment<Date>`timestamptz '-infinity'`

export type StatementSums = {
  readonly openingCents: bigint
  readonly inCents: bigint
  readonly outCents: bigint
  readonly booked: number
  /** Time of the person's first row; null where there is none. */
  readonly first: Date | null
}

export const closingCents = ({ openingCents, inCents, outCents }: StatementSums): bigint =>
  openingCents + inCents - outCents

/**
 * Sums the balance before the span, the money in and out within it, and the number of rows that changed the
 * balance.
 */
export const sumStatement = (sql: Queries, span: StatementSpan): Promise<StatementSums> => {
  const start = startOf(span)
  return owned(sql, span)
    .clearSelect()
    .select((eb) => {
      const settled = eb.fn.sum('settledCents')
      const cents = (sum: Expression<unknown>) => eb.cast<bigint>(eb.fn.coalesce(sum, eb.lit(0)), 'int8')
      const inSpan = eb('at', '>=', start)
      const came = settled.filterWhere(inSpan.and('settledCents', '>', 0n))
      const went = settled.filterWhere(inSpan.and('settledCents', '<', 0n))
      const bookings = eb.fn.countAll().filterWhere(inSpan.and('settledCents', '!=', 0n))
      return [
        cents(settled.filterWhere('at', '<', start)).as('openingCents'),
        cents(came).as('inCents'),
        cents(eb.neg(went)).as('outCents'),
        eb.cast<number>(bookings, 'int4').as('booked'),
        eb.fn.min('at').as('first'),
      ]
    })
    .executeTakeFirstOrThrow()
}

/** A row with its cursor: PostgreSQL's time as text, because JavaScript's dates have no microseconds. */
export type BookedRow = TransactionRecord & { readonly cursorAt: string }

/** Rows that changed the balance, oldest first. */
export const listBooked = (
  sql: Queries,
  span: StatementSpan,
  { after, limit }: { after: Pick<BookedRow, 'cursorAt' | 'id'> | null; limit: number },
): Promise<BookedRow[]> =>
  owned(sql, span)
    .where('at', '>=', startOf(span))
    .where('settledCents', '!=', 0n)
    .select(fragment<string>`at::text`.as('cursorAt'))
    .$if(after !== null, (rows) =>
      rows.where(fragment<SqlBool>`(at, id) > (${after!.cursorAt}, ${after!.id})`),
    )
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Held rows that are not settled, oldest first. */
export const listHeld = (sql: Queries, span: StatementSpan, limit: number): Promise<TransactionRecord[]> =>
  owned(sql, span)
    .where('heldCents', '>', 0n)
    .where('status', '=', 'floating')
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
