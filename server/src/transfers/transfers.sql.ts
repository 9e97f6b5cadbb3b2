import { sql as fragment, type SqlBool } from 'kysely'
import { guardedUpdate, applyUpdate } from '../kernel/guarded-update.ts'
import { constant, type Queries } from '../kernel/queries.ts'

/** Transfers that were posted, or whose money is reserved. */
export const transferRows = (sql: Queries) => sql.selectFrom('walletTransfer').selectAll('walletTransfer')

export type TransferRecord = Awaited<ReturnType<ReturnType<typeof transferRows>['execute']>>[number]

/** A transfer of the scope. */
export const readTransfer = async (sql: Queries, id: string): Promise<TransferRecord | null> =>
  (await transferRows(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** The transfer back of a transfer. */
export const readReversalOf = async (sql: Queries, id: string): Promise<{ id: string } | null> =>
  (await sql.selectFrom('walletTransfer').select('id').where('reversalOf', '=', id).executeTakeFirst()) ??
  null

/** What a holder has sent from both wallets since an instant, in cents. What was returned does not count. */
export const readSentSince = async (
  sql: Queries,
  { ownerId, since }: { ownerId: string; since: Date },
): Promise<bigint> => {
  const sum = fragment<bigint>`sent_since(${ownerId}, ${since})`
  return (await sql.selectNoFrom(sum.as('cents')).executeTakeFirstOrThrow()).cents
}

/** The same of several holders, each since the start of their own day; who has sent nothing has 0. */
export const readSentOnDays = async (
  sql: Queries,
  days: readonly { readonly ownerId: string; readonly since: Date }[],
): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await sql.rows<{ ownerId: string; cents: bigint }>(
    `select d.owner_id as "ownerId", sent_since(d.owner_id, d.since) as cents
    from unnest($1::uuid[], $2::timestamptz[]) as d(owner_id, since)`,
    [days.map(({ ownerId }) => ownerId), days.map(({ since }) => since.toISOString())],
  )
  return new Map(rows.map(({ ownerId, cents }) => [ownerId, cents]))
}

const mostReleased = 200

/** A page of the transfers to cards from one type of wallet that wait for their release, oldest first. */
export const readReleasableTransfers = (
  sql: Queries,
  { speed, now, after }: { speed: TransferRecord['wallet']; now: Date; after: { id: string } | null },
): Promise<TransferRecord[]> => {
  const isPast = (id: string) =>
    fragment<SqlBool>`(made_at, id) > ((select made_at from wallet_transfer where id = ${id}), ${id})`
  return transferRows(sql)
    .where('status', '=', constant('pending'))
    .where(fragment<SqlBool>`not is_crediting`)
    .where('wallet', '=', speed)
    .where('madeAt', '<=', now)
    .$if(after !== null, (rows) => rows.where(isPast(after!.id)))
    .orderBy('madeAt')
    .orderBy('id')
    .limit(mostReleased)
    .execute()
}

/**
 * Why a transfer to a card waits: the float is too small for it, its card is paused, or the rest of the card's maximum
 * emergency load. What has waited for its card counts for that maximum again on the day of its start.
 */
export const recordWait = async (
  sql: Queries,
  { id, madeAt, countsFrom }: Pick<TransferRecord, 'id' | 'madeAt' | 'countsFrom'>,
  why: 'float' | 'card' | 'limit',
): Promise<void> => {
  const from = { status: 'pending', isCrediting: false } as const
  const set = {
    waitsForFloat: why === 'float',
    waitsForCard: why === 'card',
    waitsForLimit: why === 'limit',
    ...(why === 'card' ? { countsFrom: countsFrom ?? madeAt } : {}),
  }
  await applyUpdate(sql, guardedUpdate({ table: 'walletTransfer', id, from, set }))
}
