import { sql as fragment, type Insertable, type Selectable } from 'kysely'
import { guardedUpdate, type GuardedUpdate } from '../kernel/guarded-update.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { WalletLoadBatch, WalletLoadBatchRow } from '../kernel/schema.ts'

export type BatchRecord = Selectable<WalletLoadBatch>
export type BatchRowRecord = Selectable<WalletLoadBatchRow>

export const batchRows = (sql: Queries) => sql.selectFrom('walletLoadBatch').selectAll('walletLoadBatch')

/** A batch of the scope. */
export const readBatch = async (sql: Queries, id: string): Promise<BatchRecord | null> =>
  (await batchRows(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** The same, locked until the end of the transaction. */
export const lockBatch = async (sql: Queries, id: string): Promise<BatchRecord | null> =>
  (await batchRows(sql).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

export const insertBatch = async (
  sql: Queries,
  batch: Insertable<WalletLoadBatch>,
  rows: readonly Insertable<WalletLoadBatchRow>[],
): Promise<void> => {
  await sql.insertInto('walletLoadBatch').values(batch).execute()
  await sql
    .insertInto('walletLoadBatchRow')
    .values([...rows])
    .execute()
}

/** The next rows of a batch that have no result. */
export const listWaitingRows = (
  sql: Queries,
  { batchId, limit }: { batchId: string; limit: number },
): Promise<BatchRowRecord[]> =>
  sql
    .selectFrom('walletLoadBatchRow')
    .selectAll()
    .where('batchId', '=', batchId)
    .where('result', 'is', null)
    .orderBy('line')
    .limit(limit)
    .execute()

/** Whether a transfer to a card is a row of a batch, whose id it has then. */
export const isBatchRow = async (sql: Queries, id: string): Promise<boolean> =>
  (await sql.selectFrom('walletLoadBatchRow').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined

/** The card of the first row of a batch. */
export const readFirstCardOf = async (sql: Queries, batchId: string): Promise<string[]> => {
  const rows = sql.selectFrom('walletLoadBatchRow').select('cardId').where('batchId', '=', batchId)
  return (await rows.orderBy('line').limit(1).execute()).map(({ cardId }) => cardId)
}

/** A row becomes a transfer, in the plan of that transfer. */
export const rowMade = (row: Pick<BatchRowRecord, 'id'>, now: Date): GuardedUpdate =>
  guardedUpdate({
    table: 'walletLoadBatchRow',
    id: row.id,
    from: { result: null },
    set: { result: 'made', endedAt: now },
  })

type RowEnding = {
  readonly result: 'refused' | 'stopped'
  readonly refusal: string | null
  readonly now: Date
}

/** Ends rows of a batch that have no result: one, or all. Returns how many. */
export const endRows = async (
  sql: Queries,
  { batchId, rowId }: { batchId: string; rowId: string | null },
  { result, refusal, now }: RowEnding,
): Promise<number> => {
  const ended = await sql
    .updateTable('walletLoadBatchRow')
    .set({ result, refusal, endedAt: now })
    .where('batchId', '=', batchId)
    .where('result', 'is', null)
    .$if(rowId !== null, (rows) => rows.where('id', '=', rowId ?? ''))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

export const endBatch = async (
  sql: Queries,
  id: string,
  of: { readonly now: Date; readonly stoppedBy?: string; readonly stopReason?: string },
): Promise<void> => {
  const { now: endedAt, ...stop } = of
  await sql
    .updateTable('walletLoadBatch')
    .set({ endedAt, ...stop })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute()
}

type Results = Record<'waiting' | 'made' | 'refused' | 'stopped', number> & { transferredCents: bigint }

/** How many rows of batches have each result. */
export const readResults = async (sql: Queries, ids: readonly string[]): Promise<Map<string, Results>> => {
  const rows = await sql
    .selectFrom('walletLoadBatchRow')
    .select(['batchId', 'result'])
    .select(fragment<bigint>`count(*)`.as('count'))
    .select(fragment<bigint>`sum(total_cents)::bigint`.as('cents'))
    .where('batchId', '=', anyOf(ids))
    .groupBy(['batchId', 'result'])
    .execute()
  const found = new Map<string, Results>()
  for (const { batchId, result, count, cents } of rows) {
    const results = found.get(batchId) ?? {
      waiting: 0,
      made: 0,
      refused: 0,
      stopped: 0,
      transferredCents: 0n,
    }
    results[result ?? 'waiting'] = Number(count)
    if (result === 'made') results.transferredCents = cents
    found.set(batchId, results)
  }
  return found
}
