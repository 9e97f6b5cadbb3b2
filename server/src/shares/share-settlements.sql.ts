import { sql as fragment, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { guardedUpdate, type GuardedUpdate } from '../kernel/guarded-update.ts'
import type { Queries } from '../kernel/queries.ts'
import { isOwed, owedCents } from './share-state.ts'

export type SharesOf = { readonly ownerId: string; readonly wallet: 'regular' | 'immediate' }
/** Whether the source of a share allows its settlement now, for a row of `share`. */
export type ShareRule = Expression<SqlBool>

const notDrawnUp = (sql: Queries, until: Date) =>
  sql
    .selectFrom('share')
    .where('draftId', 'is', null)
    .where('settlementId', 'is', null)
    .where('undoneAt', 'is', null)
    .where('dueAt', '<=', until)

/** Owners with shares that are due and in no settlement, in the order of their ids, after the last one of a page. */
export const listDueOwners = (
  sql: Queries,
  of: {
    readonly until: Date
    readonly after: SharesOf | null
    readonly isEligible: ShareRule
    readonly limit: number
  },
): Promise<SharesOf[]> =>
  notDrawnUp(sql, of.until)
    .select(['ownerId', 'walletType as wallet'])
    .distinct()
    .where(of.isEligible)
    .$if(of.after !== null, (rows) =>
      rows.where(
        fragment<boolean>`(owner_id, wallet_type) > (${of.after?.ownerId ?? null}::uuid, ${of.after?.wallet ?? null}::text)`,
      ),
    )
    .orderBy('ownerId')
    .orderBy('walletType')
    .limit(of.limit)
    .execute()

/** How many shares of a wallet are due and fulfil a rule. */
export const countDueShares = async (
  sql: Queries,
  { ownerId, wallet, until, rule }: SharesOf & { readonly until: Date; readonly rule: ShareRule },
): Promise<number> => {
  const due = notDrawnUp(sql, until).where('ownerId', '=', ownerId).where('walletType', '=', wallet)
  const counted = due.where(rule).select(({ fn }) => fn.countAll<bigint>().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

export type ShareSum = { readonly count: number; readonly cents: bigint }
const sum = (column: RawBuilder<bigint>) =>
  [
    fragment<number>`count(*)::int4`.as('count'),
    fragment<bigint>`coalesce(sum(${column}), 0)::int8`.as('cents'),
  ] as const

/** What shares of a wallet a settlement would have now. */
export const sumDueShares = (
  sql: Queries,
  { ownerId, wallet, until, isEligible }: SharesOf & { readonly until: Date; readonly isEligible: ShareRule },
): Promise<ShareSum> =>
  notDrawnUp(sql, until)
    .where('ownerId', '=', ownerId)
    .where('walletType', '=', wallet)
    .where(isEligible)
    .select(sum(fragment.ref('leftCents')))
    .executeTakeFirstOrThrow()

/** What a draft has now: a share that was reversed meanwhile has left it. */
export const sumDraft = (sql: Queries, draftId: string): Promise<ShareSum> =>
  sql
    .selectFrom('share')
    .where('draftId', '=', draftId)
    .where('settlementId', 'is', null)
    .where('undoneAt', 'is', null)
    .select(sum(fragment.ref('leftCents')))
    .executeTakeFirstOrThrow()

/** Draws up the shares of a wallet that are due, for a settlement that was just inserted. A share is in one at most. */
export const drawUpShares = async (
  sql: Queries,
  of: SharesOf & { readonly until: Date; readonly draftId: string; readonly isEligible: ShareRule },
): Promise<ShareSum> => {
  await sql
    .updateTable('share')
    .set({ draftId: of.draftId })
    .where('ownerId', '=', of.ownerId)
    .where('walletType', '=', of.wallet)
    .where('draftId', 'is', null)
    .where('settlementId', 'is', null)
    .where('undoneAt', 'is', null)
    .where('dueAt', '<=', of.until)
    .where(of.isEligible)
    .execute()
  return sumDraft(sql, of.draftId)
}

/** Settles the shares of a draft: what is reversed of them from now on is owed. Those that may not be settled leave it. */
export const settleShares = async (
  sql: Queries,
  { draftId, isEligible }: { readonly draftId: string; readonly isEligible: ShareRule },
): Promise<ShareSum> => {
  const ofDraft = sql.updateTable('share').where('draftId', '=', draftId).where('settlementId', 'is', null)
  await ofDraft
    .set({ draftId: null })
    .where((eb) => eb.or([eb('undoneAt', 'is not', null), eb.not(isEligible)]))
    .execute()
  // A share may be reversed between both statements.
  await ofDraft
    .set((eb) => ({ settlementId: draftId, settledCents: eb.ref('leftCents') }))
    .where('undoneAt', 'is', null)
    .execute()
  return sql
    .selectFrom('share')
    .where('settlementId', '=', draftId)
    .where('draftId', '=', draftId)
    .select(sum(fragment.ref('settledCents')))
    .executeTakeFirstOrThrow()
}

/**
 * Returns the shares of a void settlement to those that are due. A part that was reversed after the approval stays owed, so
 * it is due again too, and the next settlement recovers it. What another one has recovered of it is paid out with it, and is
 * not recovered again.
 */
export const returnShares = async (sql: Queries, draftId: string): Promise<void> => {
  await sql
    .updateTable('share')
    .set((eb) => ({
      owedLeftCents: fragment<bigint>`owed_left_cents + settled_cents - left_cents`,
      undoneCents: fragment<bigint>`amount_cents - settled_cents`,
      undoneAt: null,
      settlementId: null,
      settledCents: null,
      draftId: eb.val(null),
    }))
    .where('draftId', '=', draftId)
    .where('settlementId', 'is not', null)
    .execute()
  await sql.updateTable('share').set({ draftId: null }).where('draftId', '=', draftId).execute()
}

/** A share that was reversed after its settlement was approved, with what is not recovered of it yet. */
export type OwedShare = {
  readonly id: string
  readonly owedCents: bigint
  readonly recoveredCents: bigint
}

/** Reversed shares of settlements of an owner, the oldest first. Their settlements are of both wallets. */
export const listOwedShares = (
  sql: Queries,
  { ownerId, limit }: { readonly ownerId: string; readonly limit: number },
): Promise<OwedShare[]> =>
  sql
    .selectFrom('share')
    .select(['id', 'recoveredCents', owedCents.as('owedCents')])
    .where('ownerId', '=', ownerId)
    .where(isOwed)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Records that a settlement or a top-up recovers a part of a reversed share. */
export const recoverShare = ({ id, recoveredCents }: OwedShare, cents: bigint): GuardedUpdate =>
  guardedUpdate({
    table: 'share',
    id,
    from: { recoveredCents },
    set: { recoveredCents: recoveredCents + cents },
  })

/** Records what a sum recovers of reversed shares, in their order. */
export const recoverShares = (shares: readonly OwedShare[], cents: bigint): GuardedUpdate[] => {
  let leftCents = cents
  return shares.flatMap((share) => {
    const part = share.owedCents < leftCents ? share.owedCents : leftCents
    leftCents -= part
    return part > 0n ? [recoverShare(share, part)] : []
  })
}

/** The shares of settlements, for a list of a higher module. One that was reversed has left its draft. */
export const settledShareRows = (sql: Queries) =>
  sql
    .selectFrom('share')
    .select([
      'share.id',
      'share.sourceKind',
      'share.sourceId',
      'share.level',
      'share.acceptedAt',
      'share.dueAt',
      'share.amountCents',
    ])
    .select((eb) => eb.fn.coalesce('share.settledCents', 'share.leftCents').as('cents'))
    .select(
      fragment<bigint>`case when share.settlement_id is null then 0 else share.settled_cents - share.left_cents end`.as(
        'reversedCents',
      ),
    )
    .where((eb) => eb.or([eb('share.settlementId', 'is not', null), eb('share.undoneAt', 'is', null)]))

/** The shares of an approved settlement page by page, as they were settled. */
export const listSettledShares = (
  sql: Queries,
  { settlementId, after, limit }: { settlementId: string; after: string | null; limit: number },
) =>
  sql
    .selectFrom('share')
    .select(['id', 'sourceKind', 'sourceId', 'acceptedAt', 'dueAt', 'amountCents'])
    .select((eb) => eb.fn.coalesce('settledCents', 'leftCents').as('settledCents'))
    .where('draftId', '=', settlementId)
    .where('settlementId', '=', settlementId)
    .$if(after !== null, (rows) => rows.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
