import type { Ids } from '../kernel/ids.ts'
import { changedOne, type Queries } from '../kernel/queries.ts'
import { applyTransition } from '../kernel/states.ts'
import type { BalanceHistoryRow } from '../providers/issuer/port.ts'
import { issuerHistoryRowTransitions } from './credit-status.ts'
import type { Work } from '../kernel/jobs.ts'
import { writeBound, type IssuerTransfer } from './issuer-transfers.sql.ts'

/** Ids of a card's rows that are explained by an operation, or that people must explain. */
export const readKnownRowIds = async (sql: Queries, issuerCardId: string): Promise<ReadonlySet<string>> => {
  const known = sql.selectFrom('issuerHistoryRow').select('rowId').where('issuerCardId', '=', issuerCardId)
  return new Set((await known.execute()).map(({ rowId }) => rowId))
}

const strayRows = (sql: Queries, issuerCardId: string) =>
  sql
    .selectFrom('issuerHistoryRow')
    .select(['id', 'rowId', 'type', 'amountMills'])
    .where('issuerCardId', '=', issuerCardId)
    .where('status', '=', 'stray')

/** Rows of a card that no operation of ours explains. */
export const listStrayRows = (sql: Queries, issuerCardId: string) =>
  strayRows(sql, issuerCardId).orderBy('seenAt').orderBy('id').execute()

type RowOrigin = {
  readonly ids: Ids
  readonly transfer: Pick<IssuerTransfer, 'id' | 'companyId' | 'issuerCardId'>
  readonly at: Date
}

/** A stored row of the history: bound to the operation that made it, or to none. */
export const newHistoryRow = (
  { ids, transfer, at: seenAt }: RowOrigin,
  { rowId, type, amountMills }: BalanceHistoryRow,
  status: 'bound' | 'stray',
) => {
  const { id, companyId, issuerCardId } = transfer
  const issuerTransferId = status === 'bound' ? id : null
  return {
    id: ids.next(),
    companyId,
    issuerCardId,
    rowId,
    type,
    amountMills,
    seenAt,
    status,
    issuerTransferId,
  }
}

const insertRow = async (sql: Queries, row: ReturnType<typeof newHistoryRow>): Promise<boolean> => {
  const insert = sql.insertInto('issuerHistoryRow').values(row)
  const unlessKnown = insert.onConflict((conflict) => conflict.column('rowId').doNothing())
  return changedOne(await unlessKnown.executeTakeFirstOrThrow())
}

/** Stores rows that no operation of ours explains. */
export const insertStrayRows = async (
  sql: Queries,
  seen: RowOrigin,
  rows: readonly BalanceHistoryRow[],
): Promise<void> => {
  for (const row of rows) await insertRow(sql, newHistoryRow(seen, row, 'stray'))
}

/** Binds a row to the operation that made it. False: it is already bound. */
const insertBoundRow = (sql: Queries, seen: RowOrigin, row: BalanceHistoryRow): Promise<boolean> =>
  insertRow(sql, newHistoryRow(seen, row, 'bound'))

/** Two people have decided that a row has no operation of ours. False: it is no stray row of this card. */
export const writeForeign = async (
  sql: Queries,
  of: { issuerCardId: string; rowId: string },
): Promise<boolean> => {
  const stray = strayRows(sql, of.issuerCardId).where('rowId', '=', of.rowId).forUpdate()
  const row = await stray.executeTakeFirst()
  if (!row) return false
  return applyTransition(sql, issuerHistoryRowTransitions, { id: row.id, status: 'stray' }, 'row.foreign')
}

/** Binds a stray row to the operation whose credit it turned out to be. */
const bindStrayRow = (sql: Queries, id: string, issuerTransferId: string): Promise<boolean> =>
  applyTransition(sql, issuerHistoryRowTransitions, { id, status: 'stray' }, 'row.bound', {
    set: { issuerTransferId },
  })

/** Binds the row of a credit that is already booked, and frees the card. `strayId` if the row is already stored. */
export const bindLater = (
  work: Work,
  seen: RowOrigin,
  { row, strayId }: { readonly row: BalanceHistoryRow; readonly strayId: string | null },
): Promise<void> =>
  work.write(async ({ sql }) => {
    if (strayId !== null) {
      await bindStrayRow(sql, strayId, seen.transfer.id)
    } else if (!(await insertBoundRow(sql, seen, row))) return
    await writeBound(sql, seen.transfer.id)
  })
