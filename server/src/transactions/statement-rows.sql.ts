import type { Queries, SqlValue } from '../kernel/queries.ts'
import { transactionColumns, type TransactionRecord } from './payment-record.ts'

/** Whose movements a statement holds, between two instants. */
export type StatementSpan = {
  readonly userId: string
  readonly cardId: string | null
  /** Null: from the first movement on. */
  readonly from: Date | null
  readonly before: Date
}

const own = 't.user_id = $1 and ($2::uuid is null or t.card_id = $2)'
const inSpan = `${own} and ($3::timestamptz is null or t.at >= $3) and t.at < $4`
const sums = `select
    coalesce(sum(settled_cents) filter (where t.at < $3), 0)::int8 as opening,
    coalesce(sum(settled_cents) filter (where ($3::timestamptz is null or t.at >= $3) and settled_cents > 0), 0)::int8 as came,
    coalesce(-sum(settled_cents) filter (where ($3::timestamptz is null or t.at >= $3) and settled_cents < 0), 0)::int8 as went,
    count(*) filter (where ($3::timestamptz is null or t.at >= $3) and settled_cents <> 0)::int4 as moved,
    min(t.at) as first
  from card_transaction t where ${own} and t.at < $4`
const moved = `select ${transactionColumns} from card_transaction t where ${inSpan} and t.settled_cents <> 0
  and ($5::uuid is null or (t.at, t.id) > (select c.at, c.id from card_transaction c where c.id = $5))
  order by t.at, t.id limit $6`
const held = `select ${transactionColumns} from card_transaction t where ${own} and t.held_cents > 0
  and t.status = 'floating' and t.at < $3 order by t.at, t.id limit $4`

const valuesOf = ({ userId, cardId, from, before }: StatementSpan): SqlValue[] => [
  userId,
  cardId,
  from,
  before,
]

export type StatementSums = {
  readonly openingCents: bigint
  readonly inCents: bigint
  readonly outCents: bigint
  readonly moved: number
  /** The first movement of all; null where there is none. */
  readonly first: Date | null
}

/** What was there before the span, what came and went in it, and by how many rows. */
export const sumStatement = async (sql: Queries, span: StatementSpan): Promise<StatementSums> => {
  type Row = { opening: bigint; came: bigint; went: bigint; moved: number; first: Date | null }
  const { opening, came, went, moved: rows, first } = await sql.one<Row>(sums, valuesOf(span))
  return { openingCents: opening, inCents: came, outCents: went, moved: rows, first }
}

/** Rows that moved the balance, oldest first. */
export const listMoved = (
  sql: Queries,
  span: StatementSpan,
  of: { afterId: string | null; limit: number },
): Promise<TransactionRecord[]> =>
  sql.rows<TransactionRecord>(moved, [...valuesOf(span), of.afterId, of.limit])

/** Rows that are held and not settled, oldest first. */
export const listHeld = (
  sql: Queries,
  { userId, cardId, before }: StatementSpan,
  limit: number,
): Promise<TransactionRecord[]> => sql.rows<TransactionRecord>(held, [userId, cardId, before, limit])
