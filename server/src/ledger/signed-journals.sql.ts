import type { Queries } from '../kernel/queries.ts'

/** A journal as a leaf of a block: its id and the text that is hashed. */
export type JournalLeaf = { readonly id: string; readonly tx: bigint; readonly text: string }

type JournalRow = {
  id: string
  tx: bigint
  idem: string
  command: string
  kind: string
  effective: bigint
  recorded: bigint
  subject: string | null
  reverses: string | null
  break: string | null
}
type PostingRow = {
  journal: string
  account: string
  seq: bigint
  amount: bigint
  after: bigint
  ref: string | null
  hash: string
}

const pageSize = 2000

// Raw SQL: a page starts after a pair of columns, and values are formatted as they were hashed.
const journalPage = `select id, tx, idem, encode(command_hash, 'hex') as command, kind,
    (extract(epoch from effective_at) * 1000000)::int8 as effective,
    (extract(epoch from recorded_at) * 1000000)::int8 as recorded,
    subject_id as subject, reverses, break_id as break
  from journal where tx >= $1 and tx < $2 and (tx, id) > ($3::int8, $4::uuid) order by tx, id limit ${pageSize}`
const legsOf = `select journal_id as journal, account_id as account, seq, amount, balance_after as after, ref,
    encode(hash, 'hex') as hash
  from posting where journal_id between $1 and $2 and journal_id = any ($3) order by account_id, seq`

const textOf = (row: JournalRow, legs: readonly PostingRow[]): string =>
  [
    'cardamom journal 1',
    row.id,
    row.idem,
    row.command,
    row.kind,
    row.effective,
    row.recorded,
    row.subject ?? '-',
    row.reverses ?? '-',
    row.break ?? '-',
    ...legs.map((leg) => [leg.account, leg.seq, leg.amount, leg.after, leg.ref ?? '-', leg.hash].join(' ')),
  ].join('\n')

/** Journals of the transactions in [fromTx, toTx), in the order of their blocks, page by page. */
export async function* readJournalLeaves(
  sql: Queries,
  range: { fromTx: bigint; toTx: bigint },
): AsyncGenerator<JournalLeaf[]> {
  let last = { tx: -1n, id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const rows = await sql.rows<JournalRow>(journalPage, [range.fromTx, range.toTx, last.tx, last.id])
    const newest = rows.at(-1)
    if (!newest) return
    const ids = rows.map(({ id }) => id).toSorted()
    const legs = await sql.rows<PostingRow>(legsOf, [ids[0] ?? null, ids.at(-1) ?? null, ids])
    const byJournal = Map.groupBy(legs, ({ journal }) => journal)
    yield rows.map((row) => ({ id: row.id, tx: row.tx, text: textOf(row, byJournal.get(row.id) ?? []) }))
    last = newest
  }
}
