import type { Queries } from '../kernel/queries.ts'
import type { Ids } from '../kernel/ids.ts'
import type { BalanceHistoryRow } from '../providers/issuer/port.ts'
import { applyTransition } from '../kernel/states.ts'
import { issuerHistoryRowTransitions } from './credit-status.ts'
import type { IssuerTransfer } from './issuer-transfers.sql.ts'

/** A row of a card's history that was accounted for, or that people have to account for. */
export type KnownRow = {
  readonly id: string
  readonly row_id: string
  readonly type: BalanceHistoryRow['type']
  readonly amount_mills: bigint
  readonly status: 'bound' | 'foreign' | 'stray'
}

const known = 'select row_id from issuer_history_row where issuer_card_id = $1'
const strays = `select id, row_id, type, amount_mills, status from issuer_history_row
  where issuer_card_id = $1 and status = 'stray' order by seen_at, id`
const strayById = `select id, status from issuer_history_row
  where issuer_card_id = $1 and row_id = $2 and status = 'stray' for update`
const insert = `insert into issuer_history_row (id, company_id, issuer_card_id, row_id, type, amount_mills, status, issuer_transfer_id,
    seen_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (row_id) do nothing`

/** Ids of the rows of a card that are known. */
export const readKnownRowIds = async (sql: Queries, issuerCardId: string): Promise<ReadonlySet<string>> =>
  new Set((await sql.rows<{ row_id: string }>(known, [issuerCardId])).map((row) => row.row_id))

/** Rows of a card that no operation of ours explains. */
export const listStrayRows = (sql: Queries, issuerCardId: string): Promise<KnownRow[]> =>
  sql.rows<KnownRow>(strays, [issuerCardId])

type Seen = {
  readonly ids: Ids
  readonly transfer: Pick<IssuerTransfer, 'id' | 'company_id' | 'issuer_card_id'>
  readonly at: Date
}

/** Stores rows that no operation of ours explains. */
export const insertStrayRows = async (
  sql: Queries,
  { ids, transfer, at }: Seen,
  rows: readonly BalanceHistoryRow[],
): Promise<void> => {
  for (const { rowId, type, amountMills } of rows) {
    const { company_id: companyId, issuer_card_id: cardId } = transfer
    await sql.run(insert, [ids.next(), companyId, cardId, rowId, type, amountMills, 'stray', null, at])
  }
}

/** Binds a row to the operation that made it. False: it is bound already. */
export const insertBoundRow = async (
  sql: Queries,
  { ids, transfer, at }: Seen,
  { rowId, type, amountMills }: BalanceHistoryRow,
): Promise<boolean> => {
  const { company_id: companyId, issuer_card_id: cardId, id } = transfer
  return (
    (await sql.run(insert, [ids.next(), companyId, cardId, rowId, type, amountMills, 'bound', id, at])) === 1
  )
}

/** Two people have decided that a row is none of ours. False: it is no stray row of this card. */
export const writeForeign = async (
  sql: Queries,
  of: { issuerCardId: string; rowId: string },
): Promise<boolean> => {
  const row = await sql.maybe<{ id: string; status: 'stray' }>(strayById, [of.issuerCardId, of.rowId])
  return row !== null && applyTransition(sql, issuerHistoryRowTransitions, row, 'row.foreign')
}

/** A stray row turned out to be the credit of an operation. */
export const bindStrayRow = (sql: Queries, id: string, issuerTransferId: string): Promise<boolean> =>
  applyTransition(sql, issuerHistoryRowTransitions, { id, status: 'stray' }, 'row.bound', {
    set: { issuerTransferId },
  })
