import type { BookTable, FieldType } from './book-fields.ts'

/**
 * The file of a whole book: one line of JSON for each object (money §10). The columns of the tables are the
 * fields of the lines, so that no column is forgotten.
 */
export const bookFormat = { format: 'cardamom book', version: 1 } as const

export type LineSpec = {
  /** Value of the field `line`. */
  readonly line: string
  /** Name of the lines in the counts. */
  readonly counted: string
  readonly table: BookTable
  /** Tables whose rows are in the line of their journal, by the name of the list. */
  readonly parts: Readonly<Record<string, BookTable>>
}

const facts = {
  code: 'text',
  asset: 'text?',
  currency: 'text',
  owner_id: 'uuid?',
  company_id: 'uuid?',
  class: 'char',
  side: 'char',
  by_ref: 'bool',
  passable: 'bool',
  traits: 'int4',
  floor: 'int8?',
} as const satisfies Record<string, FieldType>

const account: BookTable = {
  name: 'account',
  key: ['id'],
  columns: {
    id: 'uuid',
    ...facts,
    balance: 'int8',
    seq: 'int8',
    head: 'bytea',
    opened_at: 'timestamptz',
    closed_at: 'timestamptz?',
  },
}
const change: BookTable = {
  name: 'account_change',
  key: ['account_id', 'number'],
  columns: {
    account_id: 'uuid',
    number: 'int4',
    id: 'uuid',
    at: 'timestamptz',
    ...facts,
    closed_at: 'timestamptz?',
  },
}
const reference: BookTable = {
  name: 'ref_balance',
  key: ['account_id', 'ref'],
  columns: {
    account_id: 'uuid',
    ref: 'uuid',
    balance: 'int8',
    company_id: 'uuid?',
    open_since: 'timestamptz',
  },
}
const journal: BookTable = {
  name: 'journal',
  key: ['id'],
  columns: {
    id: 'uuid',
    idem: 'text',
    command_hash: 'bytea',
    kind: 'text',
    effective_at: 'timestamptz',
    recorded_at: 'timestamptz',
    subject_id: 'uuid?',
    reverses: 'uuid?',
    break_id: 'uuid?',
  },
}
const posting: BookTable = {
  name: 'posting',
  key: ['account_id', 'seq'],
  columns: {
    account_id: 'uuid',
    seq: 'int8',
    amount: 'int8',
    balance_after: 'int8',
    effective_at: 'timestamptz',
    company_id: 'uuid?',
    ref: 'uuid?',
    hash: 'bytea',
  },
}
const walletLine: BookTable = {
  name: 'wallet_line',
  key: ['owner_id', 'wallet', 'seq'],
  columns: {
    owner_id: 'uuid',
    wallet: 'text',
    seq: 'int8',
    kind: 'text',
    company_id: 'uuid?',
    effective_at: 'timestamptz',
    available_before: 'int8',
    available_after: 'int8',
    pending_before: 'int8',
    pending_after: 'int8',
    reserved_before: 'int8',
    reserved_after: 'int8',
  },
}
const ledgerBreak: BookTable = {
  name: 'ledger_break',
  key: ['id'],
  columns: {
    id: 'uuid',
    class: 'text',
    account_id: 'uuid',
    owner_id: 'uuid?',
    company_id: 'uuid?',
    balance: 'int8',
    at: 'timestamptz',
  },
}
const detail: BookTable = {
  name: 'journal_detail',
  key: [],
  columns: { actor: 'text?', reason: 'text?', metadata: 'jsonb?' },
}
const entry: BookTable = {
  name: 'signed_entry',
  key: ['number'],
  columns: { number: 'int8', kind: 'char', id: 'uuid', salt: 'bytea', leaf: 'bytea' },
}
const block: BookTable = {
  name: 'block',
  key: ['height'],
  columns: {
    height: 'int8',
    first_number: 'int8',
    last_number: 'int8',
    root: 'bytea',
    previous: 'bytea',
    hash: 'bytea',
    signed_at: 'timestamptz',
    key_id: 'text',
    signature: 'bytea',
  },
}
const queued: BookTable = {
  name: 'unsigned_entry',
  key: [],
  columns: { at: 'timestamptz', kind: 'char', id: 'uuid' },
}

/** The sections of a file, in its order. */
export const lineSpecs: readonly LineSpec[] = [
  { line: 'account', counted: 'accounts', table: account, parts: {} },
  { line: 'change', counted: 'changes', table: change, parts: {} },
  { line: 'reference', counted: 'references', table: reference, parts: {} },
  {
    line: 'journal',
    counted: 'journals',
    table: journal,
    parts: { legs: posting, walletLines: walletLine, breaks: ledgerBreak, details: detail },
  },
  { line: 'entry', counted: 'entries', table: entry, parts: {} },
  { line: 'block', counted: 'blocks', table: block, parts: {} },
  { line: 'queued', counted: 'queued', table: queued, parts: {} },
]

/** Every table of a book, by the name of its rows in the counts. */
export const bookTables: Readonly<Record<string, BookTable>> = Object.fromEntries(
  lineSpecs.flatMap(({ counted, table, parts }) => [[counted, table], ...Object.entries(parts)]),
)

/** Rows of a file, by the names of its fields. */
export type BookRow = Readonly<Record<string, unknown>>

export type Counts = Readonly<Record<string, number>>

export type BookHeader = typeof bookFormat & {
  readonly line: 'book'
  readonly at: string
  readonly newestBlock: { readonly height: string; readonly hash: string } | null
  readonly counts: Counts
}
export type BookTrailer = { readonly line: 'end'; readonly counts: Counts; readonly sha256: string }

/** How many rows a line has of each kind. */
export const countLine = (counts: Record<string, number>, spec: LineSpec, row: BookRow): void => {
  counts[spec.counted] = (counts[spec.counted] ?? 0) + 1
  for (const name of Object.keys(spec.parts))
    counts[name] = (counts[name] ?? 0) + (row[name] as readonly unknown[]).length
}

/** A sentence for the person who reads a file. Nothing was imported. */
export class BookRefused extends Error {
  override name = 'BookRefused'
}
