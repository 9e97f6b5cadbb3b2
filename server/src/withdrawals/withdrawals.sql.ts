import type { Selectable } from 'kysely'
import { changedOne, constant, type Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'

export type WithdrawalRecord = Readonly<Selectable<DB['withdrawal']>>
export type AddressRecord = Readonly<Selectable<DB['payoutAddress']>>

/** Withdrawals of the scope. */
export const withdrawalRows = (sql: Queries) => sql.selectFrom('withdrawal').selectAll('withdrawal')

export const readWithdrawal = async (sql: Queries, id: string): Promise<WithdrawalRecord | null> =>
  (await withdrawalRows(sql).where('withdrawal.id', '=', id).executeTakeFirst()) ?? null

/** Whether a withdrawal of this owner is neither paid nor ended. */
export const hasOpenWithdrawal = async (sql: Queries, ownerId: string): Promise<boolean> => {
  const open = sql
    .selectFrom('withdrawal')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('status', '=', constant('PENDING'))
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/** What an owner has withdrawn from both wallets since an instant, in cents. What was released does not count. */
export const readWithdrawnSince = async (
  sql: Queries,
  { ownerId, since }: { readonly ownerId: string; readonly since: Date },
): Promise<bigint> => {
  const rows = sql
    .selectFrom('withdrawal')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<bigint>('totalCents'), eb.val(0n)).as('cents'))
    .where('ownerId', '=', ownerId)
    .where('requestedAt', '>=', since)
    .where('status', 'in', [constant('PENDING'), constant('COMPLETED')])
  return BigInt((await rows.executeTakeFirstOrThrow()).cents)
}

/** The same of several holders of the scope, each since the start of their own day. */
export const readWithdrawnOnDays = async (
  sql: Queries,
  days: readonly { readonly ownerId: string; readonly since: Date }[],
): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await sql.rows<{ ownerId: string; cents: bigint }>(
    `select d.owner_id as "ownerId", coalesce(sum(w.total_cents), 0)::int8 as cents
    from unnest($1::uuid[], $2::timestamptz[]) as d(owner_id, since)
    left join withdrawal w on w.owner_id = d.owner_id and w.requested_at >= d.since
      and w.status in ('PENDING', 'COMPLETED')
    group by d.owner_id`,
    [days.map(({ ownerId }) => ownerId), days.map(({ since }) => since.toISOString())],
  )
  return new Map(rows.map(({ ownerId, cents }) => [ownerId, cents]))
}

/** Addresses of a book that are not removed. */
export const mostAddresses = 50

const bookOf = (sql: Queries, ownerId: string) =>
  sql.selectFrom('payoutAddress').selectAll().where('ownerId', '=', ownerId).where('removedAt', 'is', null)

export const listAddresses = (sql: Queries, ownerId: string): Promise<AddressRecord[]> =>
  bookOf(sql, ownerId).orderBy('id').limit(mostAddresses).execute()

export const readBookedAddress = async (
  sql: Queries,
  { id, ownerId }: { readonly id: string; readonly ownerId: string },
): Promise<AddressRecord | null> =>
  (await bookOf(sql, ownerId).where('id', '=', id).executeTakeFirst()) ?? null

/** An address of the scope, also a removed one. */
export const readAddress = async (sql: Queries, id: string): Promise<AddressRecord | null> =>
  (await sql.selectFrom('payoutAddress').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

/** Adds an address. False: the book has it. */
export const insertAddress = async (sql: Queries, row: AddressRecord): Promise<boolean> => {
  const added = sql
    .insertInto('payoutAddress')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['ownerId', 'network', 'address']).where('removedAt', 'is', null).doNothing(),
    )
  return changedOne(await added.executeTakeFirst())
}
