import { changedOne, type Queries } from '../kernel/queries.ts'
import type { IssuerNotice } from '../providers/issuer/port.ts'

/** Stores an event as it was received. False: the same event or the same delivery is already stored. */
export const storeIssuerEvent = async (
  sql: Queries,
  event: {
    id: string
    eventId: string
    /** Id of the delivery; null when we requested the event. */
    traceId: string | null
    about: IssuerNotice['about']
    /** The issuer's id of the payment that the event is about; null: it is about no payment. */
    issuerTransactionId: string | null
    source: 'webhook' | 'poll'
    /** JSON without card numbers and names. */
    body: string
    receivedAt: Date
  },
): Promise<boolean> =>
  changedOne(
    await sql
      .insertInto('issuerEvent')
      .values(event)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow(),
  )

/** Messages of one payment that are shown; a payment has a few, each delivered perhaps several times. */
const mostMessages = 50

/** Stored messages about a payment, the first one first, as JSON without card numbers and names. Scope: all. */
export const listIssuerMessages = (sql: Queries, issuerTransactionId: string) =>
  sql
    .selectFrom('issuerEvent')
    .select(['id', 'source', 'receivedAt', 'body'])
    .where('issuerTransactionId', '=', issuerTransactionId)
    .orderBy('receivedAt')
    .orderBy('id')
    .limit(mostMessages)
    .execute()

/** The feed of all transactions, which is read again and again. */
export const transactionFeed = 'transactions'

/** When the last scan of the issuer's transactions ended; null: none has ended, or one is running. */
export const readScanEnd = async (sql: Queries): Promise<Date | null> => {
  const feeds = sql.selectFrom('issuerCursor').select('readAt').where('name', '=', transactionFeed)
  return (await feeds.where('cursor', 'is', null).executeTakeFirst())?.readAt ?? null
}

/** How far a feed of the issuer was read; null: it was never read, or it was empty. */
export const readIssuerCursor = async (sql: Queries, name: string): Promise<string | null> => {
  const feeds = sql.selectFrom('issuerCursor').select('cursor').where('name', '=', name)
  return (await feeds.executeTakeFirst())?.cursor ?? null
}

export const writeIssuerCursor = async (
  sql: Queries,
  { name, cursor, readAt }: { name: string; cursor: string | null; readAt: Date },
): Promise<void> => {
  await sql
    .insertInto('issuerCursor')
    .values({ name, cursor, readAt })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ cursor, readAt }))
    .execute()
}

const pruned = 1000

/**
 * Removes some of the events before an instant and returns their number. Their results stay in the payments
 * and the ledger.
 */
export const pruneIssuerEvents = async (sql: Queries, before: Date): Promise<number> => {
  const old = sql.selectFrom('issuerEvent').select('id').where('receivedAt', '<', before).limit(pruned)
  const gone = await sql.deleteFrom('issuerEvent').where('id', 'in', old).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
