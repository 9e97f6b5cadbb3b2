import { sql as fragment, type Insertable } from 'kysely'
import { guardedUpdate, type GuardedUpdate, type RowInsert } from '../kernel/guarded-update.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { Share } from '../kernel/schema.ts'
import { isStopped, obstacleWhenDue, owedCents } from './share-state.ts'

/** Daily runs are at 16:00 UTC, so all shares that are due between two of them have the same run. */
const runDay = fragment<Date>`date_trunc('day', due_at - interval '16 hours 1 microsecond', 'UTC')`

/**
 * The unpaid shares of an owner, by wallet and by the days between two daily runs: an instant of those days, and the
 * acceptance of the first share. Both are summed in the database, as an owner may have very many. Those of a settlement that
 * is drawn up are not among them.
 */
export const sumPendingShares = (sql: Queries, ownerId: string) =>
  sql
    .selectFrom('share')
    .select((eb) => [
      'walletType as wallet',
      eb.fn.min('dueAt').as('dueAt'),
      eb.fn.min('acceptedAt').as('since'),
      eb.cast<bigint>(eb.fn.sum('leftCents'), 'int8').as('amountCents'),
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
    ])
    .where('ownerId', '=', ownerId)
    .where('draftId', 'is', null)
    .where('settlementId', 'is', null)
    .where('undoneAt', 'is', null)
    .groupBy(['walletType', runDay])
    .orderBy(runDay, (order) => order.asc().nullsLast())
    .orderBy('walletType', 'desc')
    .execute()

type SharesOfAll = {
  readonly companyId: string | null
  readonly ownerId: string | null
  /** Whose sums they are: of each company with its people, or of each owner. */
  readonly by: 'company' | 'owner'
}
const groupIdOf = ({ by }: SharesOfAll) =>
  by === 'owner' ? fragment<string>`share.owner_id` : fragment<string>`share.company_id`
/** An owner who changed the company may have shares of both. */
const oneCompanyId = fragment<string>`min(share.company_id::text)::uuid`
/** Whether a group by owner is a company. */
const isCompany = fragment<boolean>`bool_and(share.owner_kind = 'company')`

/**
 * The same of all companies of the scope with their people, or of one owner there, also with the shares of settlements that are drawn up. In the
 * database, as a company may have very many.
 */
export const sumPendingSharesOfAll = (sql: Queries, of: SharesOfAll) => {
  const { companyId, ownerId } = of
  const isDrawnUp = fragment<boolean>`draft_id is not null`
  const groupId = groupIdOf(of)
  return sql
    .selectFrom('share')
    .select((eb) => [
      groupId.as('groupId'),
      oneCompanyId.as('companyId'),
      isCompany.as('isCompany'),
      'walletType as wallet',
      isDrawnUp.as('isDrawnUp'),
      eb.fn.min('dueAt').as('dueAt'),
      eb.fn.min('acceptedAt').as('since'),
      eb.cast<bigint>(eb.fn.sum('leftCents'), 'int8').as('amountCents'),
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
    ])
    .where('settlementId', 'is', null)
    .where('undoneAt', 'is', null)
    .$if(companyId !== null, (shares) => shares.where('companyId', '=', companyId))
    .$if(ownerId !== null, (shares) => shares.where('ownerId', '=', ownerId!))
    .groupBy([groupId, 'walletType', isDrawnUp, runDay])
    .execute()
}

/** What of the shares that are due and not drawn up waits for the end of a break, of the same companies or owner. */
export const sumStoppedShares = (sql: Queries, { now, ...of }: SharesOfAll & { readonly now: Date }) => {
  const { companyId, ownerId } = of
  const groupId = groupIdOf(of)
  return sql
    .selectFrom('share')
    .select((eb) => [
      groupId.as('groupId'),
      'walletType as wallet',
      eb.fn.min('acceptedAt').as('since'),
      eb.cast<bigint>(eb.fn.sum('leftCents'), 'int8').as('amountCents'),
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
    ])
    .where('draftId', 'is', null)
    .where('settlementId', 'is', null)
    .where('undoneAt', 'is', null)
    .where('dueAt', '<=', now)
    .where(isStopped)
    .$if(companyId !== null, (shares) => shares.where('companyId', '=', companyId))
    .$if(ownerId !== null, (shares) => shares.where('ownerId', '=', ownerId!))
    .groupBy([groupId, 'walletType'])
    .execute()
}

export type StoppedShares = Omit<Awaited<ReturnType<typeof sumStoppedShares>>[number], 'groupId'>

export type PendingShares = Awaited<ReturnType<typeof sumPendingShares>>[number]

/** A share as a plan inserts it. Its money is in the owner's pending bucket (money §2). */
export const newShare = (
  row: Omit<Insertable<Share>, 'basis'> & { readonly basis?: string | null },
): RowInsert => ({ table: 'share', row })

/** Shares of a load that become due when its card is credited. */
export const readSharesWithoutDate = async (sql: Queries, loadId: string): Promise<string[]> => {
  const shares = sql
    .selectFrom('share')
    .select('id')
    .where('sourceKind', '=', 'load')
    .where('sourceId', '=', loadId)
  const waiting = await shares.where('dueAt', 'is', null).where('undoneAt', 'is', null).execute()
  return waiting.map(({ id }) => id)
}

/** The shares of a load in the scope, or of one owner there, by level. */
export const listStatesOfLoadShares = (
  sql: Queries,
  { loadId, ownerId, now }: { readonly loadId: string; readonly ownerId: string | null; readonly now: Date },
) =>
  sql
    .selectFrom('share')
    .select(['share.id', 'share.ownerId', 'share.level', 'share.walletType', 'share.leftCents'])
    .select(['share.undoneCents', 'share.settlementId', 'share.owedLeftCents', 'share.dueAt'])
    .select([owedCents.as('owedCents'), obstacleWhenDue(now).as('obstacle')])
    .where('share.sourceKind', '=', 'load')
    .where('share.sourceId', '=', loadId)
    .$if(ownerId !== null, (shares) => shares.where('share.ownerId', '=', ownerId!))
    .orderBy('share.level')
    .orderBy('share.id')
    .execute()

/** The shares of a load that stand, by level. Scope: all tenants, because each may be of another one. */
export const listLoadShares = (sql: Queries, loadId: string) =>
  sql
    .selectFrom('share')
    .select([
      'id',
      'ownerId',
      'companyId',
      'amountCents',
      'undoneCents',
      'owedLeftCents',
      'settlementId',
      'level',
    ])
    .where('sourceKind', '=', 'load')
    .where('sourceId', '=', loadId)
    .whereRef('leftCents', '>', 'owedLeftCents')
    .orderBy('level')
    .orderBy('id')
    .execute()

/** The shares of a top-up in the scope, by level. */
export const listTopUpShares = (sql: Queries, topUpId: string) =>
  sql
    .selectFrom('share')
    .selectAll()
    .where('sourceKind', '=', 'topup')
    .where('sourceId', '=', topUpId)
    .orderBy('level')
    .execute()

/** A share as it was read, to undo a part of it. */
type UndoneShare = {
  readonly id: string
  readonly amountCents: bigint
  readonly undoneCents: bigint
  /** What of the rest is owed already. */
  readonly owedLeftCents: bigint
  readonly settlementId: string | null
}

/** What is standing of a share: the other part was reversed. */
export const standingCents = (of: Pick<UndoneShare, 'amountCents' | 'undoneCents' | 'owedLeftCents'>) =>
  of.amountCents - of.undoneCents - of.owedLeftCents

/**
 * Takes a part of a share back, or the rest of it: the updates of a plan, which is refused when the share was changed or
 * settled since it was read. There is none for 0, which is what a partner's part of a small refund may be. Throws
 * RangeError for an amount below 0, or one that the share does not have any more: a bug of the caller.
 */
export const undoShare = (share: UndoneShare, cents: bigint, at: Date): readonly GuardedUpdate[] => {
  const undoneCents = share.undoneCents + cents
  if (cents < 0n || cents > standingCents(share))
    throw new RangeError(`${cents} of the share ${share.id} cannot be taken back`)
  if (cents === 0n) return []
  return [
    guardedUpdate({
      table: 'share',
      id: share.id,
      from: { undoneCents: share.undoneCents, settlementId: share.settlementId },
      set: { undoneCents, undoneAt: undoneCents === share.amountCents ? at : null },
    }),
  ]
}

/** Sets the due date of a share, for a plan; refused where it has one already. */
export const shareBecomesDue = (id: string, at: Date): GuardedUpdate =>
  guardedUpdate({ table: 'share', id, from: { dueAt: null }, set: { dueAt: at } })

/** What the companies of the scope got of several top-ups, by level. */
export const listSharesOfTopUps = (sql: Queries, topUpIds: readonly string[]) =>
  sql
    .selectFrom('share')
    .select(['sourceId', 'ownerId', 'level', 'amountCents'])
    .where('sourceKind', '=', 'topup')
    .where('sourceId', '=', anyOf(topUpIds))
    .execute()
