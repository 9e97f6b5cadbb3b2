import type { SpendingCategory, TransactionFilter, TransactionStatus } from '@cardamom/contract/transactions'
import { parseCents } from '@cardamom/contract/money'
import type { Queries, SqlValue } from '../kernel/queries.ts'
import { countCap } from '../kernel/keyset.ts'
import { dayBounds } from '../kernel/day-bounds.ts'
import { transactionColumns, type TransactionRecord } from './payment-record.ts'

/** Which rows of a person are asked for, in the words of the table. */
export type RowFilter = {
  readonly userId: string
  readonly statuses: readonly TransactionStatus[] | null
  readonly cardId: string | null
  readonly from: Date | null
  readonly before: Date | null
  readonly category: string | null
  readonly purpose: string | null
  readonly words: string | null
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

const likeWords = (text: string) => `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

type Asked = Omit<TransactionFilter, 'status'> & { readonly status?: TransactionFilter['status'] | undefined }

/** A filter as it was asked for; days are those of the reader's time zone. */
export const rowFilter = (
  asked: Asked,
  of: { userId: string; timeZone: string; foldsFees?: boolean },
): RowFilter => {
  const words = asked.q ? asked.q : null
  return {
    userId: of.userId,
    statuses: asked.status ? statusesOf[asked.status] : null,
    cardId: asked.cardId ?? null,
    from: asked.from ? dayBounds(asked.from, of.timeZone).from : null,
    before: asked.to ? dayBounds(asked.to, of.timeZone).before : null,
    category: asked.category ?? null,
    purpose: asked.purpose ?? null,
    words: words === null ? null : likeWords(words),
    amountCents: words === null ? null : parseCents(words.replace(/^[-−$]+/, '')),
    // Who asks for fees sees them one by one.
    foldsFees: of.foldsFees === true && asked.purpose !== 'fee',
  }
}

const where = `t.user_id = $1 and ($2::text[] is null or t.status = any ($2)) and ($3::uuid is null or t.card_id = $3)
  and ($4::timestamptz is null or t.at >= $4) and ($5::timestamptz is null or t.at < $5)
  and ($6::text is null or t.category = $6) and ($7::text is null or t.purpose = $7)
  and ($8::text is null or t.merchant_name ilike $8 or t.merchant_city ilike $8 or abs(t.amount_cents) = $9
    or ($9::int8 is not null and t.issuer_transaction_id is not null and abs(t.amount_cents + coalesce((
      select sum(f.settled_cents) from card_transaction f where f.payment_id = t.id and f.purpose = 'fee'
    ), 0)) = $9))
  and not ($10 and t.purpose = 'fee' and t.payment_id is not null)`
const valuesOf = (filter: RowFilter): SqlValue[] => [
  filter.userId,
  filter.statuses,
  filter.cardId,
  filter.from,
  filter.before,
  filter.category,
  filter.purpose,
  filter.words,
  filter.amountCents,
  filter.foldsFees,
]

const page = `select ${transactionColumns} from card_transaction t where ${where}
  and ($11::uuid is null or (t.at, t.id) < (select c.at, c.id from card_transaction c where c.id = $11))
  order by t.at desc, t.id desc limit $12`
const counted = `select count(*) from (select 1 from card_transaction t where ${where} limit ${countCap + 1}) counted`
const byId = `select ${transactionColumns} from card_transaction t where t.id = $1`
const declined = `select ${transactionColumns} from card_transaction t
  where t.card_id = $1 and t.status = 'declined' order by t.at desc, t.id desc limit $2`

/** A page of rows, newest first. */
export const listRows = (
  sql: Queries,
  filter: RowFilter,
  of: { afterId: string | undefined; limit: number },
): Promise<TransactionRecord[]> =>
  sql.rows<TransactionRecord>(page, [...valuesOf(filter), of.afterId ?? null, of.limit])

/** How many rows there are; stops one above the cap. */
export const countRows = async (sql: Queries, filter: RowFilter): Promise<number> =>
  Number((await sql.one<{ count: bigint }>(counted, valuesOf(filter))).count)

/** A row as far as the transaction's scope goes. */
export const findRow = (sql: Queries, id: string): Promise<TransactionRecord | null> =>
  sql.maybe<TransactionRecord>(byId, [id])

/** What was declined on a card lately. */
export const listDeclinedRows = (
  sql: Queries,
  of: { cardId: string; limit: number },
): Promise<TransactionRecord[]> => sql.rows<TransactionRecord>(declined, [of.cardId, of.limit])

const isSpending = "t.purpose in ('purchase', 'cash', 'fee', 'refund')"
const sums = `select
    coalesce(sum(t.settled_cents) filter (where not ${isSpending}), 0)::int8 as came,
    coalesce(sum(t.held_cents - t.settled_cents - coalesce(f.settled_cents, 0)) filter (where ${isSpending}), 0)::int8
      as spent
  from card_transaction t left join (
    select payment_id, sum(settled_cents) as settled_cents from card_transaction
    where $10 and user_id = $1 and purpose = 'fee' and payment_id is not null group by 1
  ) f on f.payment_id = t.id
  where ${where}`

/** What came and what was spent in the rows of a filter, in cents: held counts as spent, refunds are taken off. */
export const sumInAndSpent = async (
  sql: Queries,
  filter: RowFilter,
): Promise<{ in: bigint; spent: bigint }> => {
  const { came, spent } = await sql.one<{ came: bigint; spent: bigint }>(sums, valuesOf(filter))
  return { in: came, spent }
}

const spending = `select coalesce(category, 'other') as category, (-sum(settled_cents))::int8 as settled,
    sum(held_cents)::int8 as held, count(*) filter (where purpose in ('purchase', 'cash')) as count
  from card_transaction t
  where t.user_id = $1 and ($2::uuid is null or t.card_id = $2) and t.at >= $3 and t.at < $4
    and purpose in ('purchase', 'cash', 'fee', 'refund') and status in ('floating', 'settled', 'refunded')
  group by 1`

export type CategorySpending = {
  readonly category: SpendingCategory
  readonly amountCents: bigint
  readonly heldCents: bigint
  readonly count: number
}

/** What a person spent between two instants by kind of shop: settled and held, less what was given back. */
export const sumSpending = async (
  sql: Queries,
  of: { userId: string; cardId: string | null; from: Date; before: Date },
): Promise<CategorySpending[]> => {
  const rows = await sql.rows<{ category: SpendingCategory; settled: bigint; held: bigint; count: bigint }>(
    spending,
    [of.userId, of.cardId, of.from, of.before],
  )
  return rows.map(({ category, settled, held, count }) => ({
    category,
    amountCents: settled + held,
    heldCents: held,
    count: Number(count),
  }))
}
