import type { Expression, SqlBool } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import { readBlockOf } from './blocks.sql.ts'
import { findEntry } from './entry-parts.sql.ts'

export type JournalLegRow = {
  readonly accountId: string
  readonly seq: bigint
  readonly amount: bigint
  readonly balanceAfter: bigint
  readonly ref: string | null
  readonly code: string
  readonly asset: string | null
  readonly currency: string
  readonly class: string
  readonly side: string
  readonly ownerId: string | null
  readonly companyId: string | null
}

/** The legs of a journal of the scope, debits first. */
export const readJournalLegs = (sql: Queries, id: string): Promise<JournalLegRow[]> =>
  sql
    .selectFrom('posting')
    .innerJoin('account', 'account.id', 'posting.accountId')
    .select(['posting.accountId', 'posting.seq', 'posting.amount', 'posting.balanceAfter', 'posting.ref'])
    .select(['account.code', 'account.asset', 'account.currency', 'account.class', 'account.side'])
    .select(['account.ownerId', 'account.companyId'])
    .where('posting.journalId', '=', id)
    .orderBy(({ eb }) => eb('posting.amount', '>', 0n))
    .orderBy('account.code')
    .orderBy('posting.accountId')
    .orderBy('posting.seq')
    .execute()

/** A journal with its detail and what reverses it. Scope: all. */
export const readJournal = async (sql: Queries, id: string) => {
  const found = await sql
    .selectFrom('journal')
    .leftJoin('journalDetail', 'journalDetail.journalId', 'journal.id')
    .select([
      'journal.id',
      'journal.kind',
      'journal.idem as key',
      'journal.effectiveAt',
      'journal.recordedAt',
    ])
    .select(['journal.subjectId', 'journal.reverses'])
    .select(['journalDetail.actor', 'journalDetail.reason', 'journalDetail.metadata'])
    .where('journal.id', '=', id)
    .executeTakeFirst()
  if (!found) return null
  const reversal = sql.selectFrom('journalKey').select('journalId').where('reverses', '=', id)
  return { ...found, reversedBy: (await reversal.executeTakeFirst())?.journalId ?? null }
}

/** The signed block that covers a journal; null: it waits for one. Scope: all. */
export const readJournalBlock = async (sql: Queries, id: string) => {
  const entry = await findEntry(sql, id)
  const block = entry && (await readBlockOf(sql, entry.number))
  return block && { entry: entry.number, height: block.height, signedAt: block.signedAt, keyId: block.keyId }
}

/** Ids of the journal with an id, and of those about a subject, newest first. Scope: all. */
export const findJournalsOf = async (sql: Queries, id: string, limit: number): Promise<string[]> => {
  const rows = await sql.rows<{ id: string }>(
    `(select id from journal where id = $1) union
     (select id from journal where subject_id = $1 order by id desc limit $2) order by id desc limit $2`,
    [id, limit],
  )
  return rows.map((row) => row.id)
}

/** The id of the journal with a key. Scope: all. */
export const findJournalByKey = async (sql: Queries, key: string): Promise<string[]> => {
  const rows = await sql.rows<{ id: string }>(
    'select journal_id as id from journal_key where key = journal_key_of($1)',
    [key],
  )
  return rows.map((row) => row.id)
}

/** Kinds and times of journals, newest first. Scope: all. */
export const readJournalHeads = (sql: Queries, ids: readonly string[]) =>
  sql.rows<{ id: string; kind: string; effectiveAt: Date }>(
    'select id, kind, effective_at as "effectiveAt" from journal where id = any ($1) order by id desc',
    [ids],
  )

/** Those of these journals that have a leg in the scope whose account meets the condition. */
export const journalsInScope = async (
  sql: Queries,
  ids: readonly string[],
  accounts: Expression<SqlBool>,
): Promise<Set<string>> => {
  const seen = new Set<string>()
  for (const id of ids)
    if (
      await sql
        .selectFrom('posting')
        .innerJoin('account', 'account.id', 'posting.accountId')
        .select('posting.seq')
        .where('posting.journalId', '=', id)
        .where(accounts)
        .limit(1)
        .executeTakeFirst()
    )
      seen.add(id)
  return seen
}
