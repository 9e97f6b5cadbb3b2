import { sql as fragment, type RawBuilder } from 'kysely'
import { plannedInOrder, type Queries } from '../kernel/queries.ts'

export type WalletKey = { readonly ownerId: string; readonly wallet: 'regular' | 'immediate' }
/** A period of a wallet; null: without this end. */
export type WalletSpan = WalletKey & { readonly from: Date | null; readonly before: Date | null }

/**
 * The number of the last line before an instant. Lines have the order in which they were posted, so each balance
 * follows from the one before it. A line that was posted later for an earlier time does not change a period that has
 * later lines: it is part of the period in which it was posted. As a query of its own, because a policy lets an index
 * compare plain values only.
 */
const lastSeqBefore = ({ ownerId, wallet }: WalletKey, at: Date): RawBuilder<bigint> =>
  fragment<bigint>`(select last_line_before(${ownerId}, ${wallet}, ${at}))`

const lines = (sql: Queries, { ownerId, wallet }: WalletKey) =>
  sql
    .selectFrom('walletLine')
    .where('walletLine.ownerId', '=', ownerId)
    .where('walletLine.wallet', '=', wallet)

/** The lines of a wallet in a period, as far as the scope has them. */
export const walletLines = (sql: Queries, span: WalletSpan) =>
  lines(sql, span)
    .select([
      'walletLine.ownerId',
      'walletLine.seq',
      'walletLine.journalId',
      'walletLine.kind',
      'walletLine.effectiveAt',
    ])
    .select(['walletLine.availableBefore', 'walletLine.availableAfter', 'walletLine.pendingBefore'])
    .select(['walletLine.pendingAfter', 'walletLine.reservedBefore', 'walletLine.reservedAfter'])
    .$if(span.from !== null, (rows) => rows.where('walletLine.seq', '>', lastSeqBefore(span, span.from!)))
    .$if(span.before !== null, (rows) =>
      rows.where('walletLine.seq', '<=', lastSeqBefore(span, span.before!)),
    )
    // The planner expects that the policy leaves few rows, so it would sort all lines of a period for a page.
    .modifyEnd(fragment.raw(plannedInOrder))

export type WalletLineRow = Awaited<ReturnType<ReturnType<typeof walletLines>['execute']>>[number]

/** Since when a wallet's available money is below zero; null: it is not, or its lines are not in the scope. */
export const readBelowZeroSince = async (sql: Queries, key: WalletKey): Promise<Date | null> => {
  const lastAbove = await lines(sql, key)
    .select('walletLine.seq')
    .where('walletLine.availableAfter', '>=', 0n)
    .orderBy('walletLine.seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const first = await lines(sql, key)
    .select('walletLine.effectiveAt')
    .where('walletLine.seq', '>', lastAbove?.seq ?? 0n)
    .orderBy('walletLine.seq')
    .limit(1)
    .executeTakeFirst()
  return first?.effectiveAt ?? null
}

/**
 * The table and scope of a list of lines; `walletLines` are its rows. They are found by the owner, whom each request
 * names, and row-level security leaves out those of other companies.
 */
export const walletLineSource = {
  table: 'walletLine' as const,
  id: 'walletLine.seq',
  scope: { shared: true },
  ownScope: { owner: 'walletLine.ownerId' },
  sorts: { line: 'walletLine.seq' },
} as const

export type WalletBuckets = {
  readonly available: bigint
  readonly pending: bigint
  readonly reserved: bigint
}
const bucketsAfter = (line: WalletLineRow): WalletBuckets => ({
  available: line.availableAfter,
  pending: line.pendingAfter,
  reserved: line.reservedAfter,
})
const bucketsBefore = (line: WalletLineRow): WalletBuckets => ({
  available: line.availableBefore,
  pending: line.pendingBefore,
  reserved: line.reservedBefore,
})

/** Balances before and after a period, and the numbers of its lines: after the first number, up to the last. */
export type WalletEdges = {
  readonly opening: WalletBuckets
  readonly closing: WalletBuckets
  readonly afterSeq: bigint
  readonly lastSeq: bigint
}

const lastLine = (sql: Queries, key: WalletKey, before: Date | null) =>
  walletLines(sql, { ...key, from: null, before })
    .orderBy('walletLine.seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The edges of a period, from the lines that the scope has; null: it has none. The edges of a period that is over stay,
 * because later lines have larger numbers.
 */
export const readEdges = async (sql: Queries, span: WalletSpan): Promise<WalletEdges | null> => {
  const last = await lastLine(sql, span, span.before)
  const before = span.from === null ? undefined : await lastLine(sql, span, span.from)
  const all = walletLines(sql, { ...span, from: null, before: null })
  const first = await all.orderBy('walletLine.seq').limit(1).executeTakeFirst()
  if (!first) return null
  const opening = before ? bucketsAfter(before) : bucketsBefore(first)
  const closing = last ? bucketsAfter(last) : bucketsBefore(first)
  return { opening, closing, afterSeq: before?.seq ?? 0n, lastSeq: last?.seq ?? 0n }
}

type LineRange = WalletKey & { readonly afterSeq: bigint; readonly lastSeq: bigint }

const between = (sql: Queries, { afterSeq, lastSeq, ...key }: LineRange) =>
  walletLines(sql, { ...key, from: null, before: null })
    .where('walletLine.seq', '>', afterSeq)
    .where('walletLine.seq', '<=', lastSeq)

/** Lines of a period in the order in which they were posted. */
export const listLinesBetween = (sql: Queries, range: LineRange, limit: number): Promise<WalletLineRow[]> =>
  between(sql, range).orderBy('walletLine.seq').limit(limit).execute()

export const countLinesBetween = async (sql: Queries, range: LineRange): Promise<number> => {
  const counted = between(sql, range)
    .clearSelect()
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

export type JournalSubject = { readonly subjectId: string | null; readonly isReversal: boolean }

/** What the journals of these lines are about. The caller has read the lines in its scope. */
export const readSubjects = async (
  sql: Queries,
  journalIds: readonly string[],
): Promise<ReadonlyMap<string, JournalSubject>> => {
  const rows = await sql.rows<JournalSubject & { journalId: string }>(
    `select journal_id as "journalId", subject_id as "subjectId", is_reversal as "isReversal" from find_subjects($1)`,
    [journalIds],
  )
  return new Map(rows.map(({ journalId, ...subject }) => [journalId, subject]))
}
