import { sql as fragment, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import type { UseToday } from '../limits/payin-limit.ts'
import { hasPendingReversal } from './load-reversals.sql.ts'
import type { LoadStatus } from './load-status.ts'

type LoadBuilder = ExpressionBuilder<DB, 'load'>
type Condition = Expression<SqlBool>

const grossSum = fragment<bigint>`coalesce(sum(gross_cents), 0)::int8`

/** A load of which money may come, or of which money is not on the card yet. */
const underWay = ['quoted', 'detected', 'review', 'held', 'crediting', 'credit_failed'] satisfies LoadStatus[]
const ended = ['cancelled', 'expired', 'refunded'] as const

type SumFilter = { readonly since: Date; readonly besides: string | null }

/** Money that was not as quoted, was a part of another load, or is accepted again. */
const countsWhenAccepted = (load: LoadBuilder) =>
  load.or([
    load('exception', 'is not', null),
    load('parentId', 'is not', null),
    fragment<SqlBool>`load.acceptance > 1`,
  ])

/** Gross of loads by their quote, in cents. Some money also counts on the day of its acceptance. */
const grossSince = async (
  sql: Queries,
  { since, besides }: SumFilter,
  whose: (load: LoadBuilder) => Condition,
): Promise<bigint> => {
  const counted = sql
    .selectFrom('load')
    .select(grossSum.as('sum'))
    .where(whose)
    .where((load) =>
      load.or([
        load('quotedAt', '>=', since),
        load.and([load('acceptedAt', '>=', since), countsWhenAccepted(load)]),
      ]),
    )
    .where('cardId', 'is not', null)
    .where('id', 'is distinct from', besides)
    .where('status', 'not in', ended)
    // A further payment counts after its acceptance, so that strangers cannot use up a person's limit with small amounts.
    .where((load) => load.or([load('parentId', 'is', null), load('acceptedAt', 'is not', null)]))
  return (await counted.executeTakeFirstOrThrow()).sum
}

/** A sum of loads with what wallets have paid for the same person, or at once for one of their cards. */
const withWalletLoads = async (
  sql: Queries,
  { userId, cardId, since }: { userId: string; cardId: string | null; since: Date },
  readLoads: () => Promise<bigint>,
): Promise<bigint> => {
  const paid = fragment<bigint>`wallet_loads_since(${userId}, ${cardId}, ${since})`
  const { cents } = await sql.selectNoFrom(paid.as('cents')).executeTakeFirstOrThrow()
  return cents + (await readLoads())
}

/** Gross of the loads that count for a person's limits today, in cents; `besides` is one that does not. */
export const readGrossSince = (
  sql: Queries,
  { userId, ...counted }: SumFilter & { readonly userId: string },
): Promise<bigint> =>
  withWalletLoads(sql, { userId, cardId: null, since: counted.since }, () =>
    grossSince(sql, counted, (load) => load('userId', '=', userId)),
  )

/** By whom the use of a limit is counted: people with all their loads, or cards with their immediate ones. */
const counters = {
  person: {
    owner: fragment`l.user_id`,
    counts: fragment`true`,
    paid: fragment`select id, person_id, total_cents from wallet_loads_of(d.company_id, d.since)`,
  },
  immediateCard: {
    owner: fragment`l.card_id`,
    counts: fragment`l.speed = 'immediate'`,
    paid: fragment`select id, card_id, total_cents from immediate_wallet_loads_of(d.company_id, d.since)`,
  },
}

/**
 * What was loaded in companies today, each since the start of its own day: the same loads that `grossSince` counts for
 * one person or card. Test accounts have limits too, so they count.
 */
export const readUseByCompany = async (
  sql: Queries,
  days: readonly { readonly companyId: string; readonly since: Date }[],
  by: keyof typeof counters = 'person',
): Promise<ReadonlyMap<string, UseToday>> => {
  const ids = days.map(({ companyId }) => companyId)
  const starts = days.map(({ since }) => since.toISOString())
  const { owner, counts, paid } = counters[by]
  const counted = fragment`l.status <> all (${ended}::text[]) and ${counts}
    and l.card_id is not null and (l.parent_id is null or l.accepted_at is not null)`
  const rows = await sql
    .selectFrom(
      fragment<UseToday & { readonly companyId: string }>`(
        select d.company_id, sum(p.gross)::int8 as used_cents, count(*)::int4 as people, max(p.gross)::int8 as most_cents
        from unnest(${ids}::uuid[], ${starts}::timestamptz[]) as d(company_id, since)
        cross join lateral (
          select u.owner_id, sum(u.gross_cents)::int8 as gross from (
            select l.id, ${owner} as owner_id, l.gross_cents from load l
            where l.company_id = d.company_id and l.quoted_at >= d.since and ${counted}
            union
            select l.id, ${owner} as owner_id, l.gross_cents from load l
            where l.company_id = d.company_id and l.accepted_at >= d.since and (l.exception is not null or l.parent_id is not null or l.acceptance > 1) and ${counted}
            union
            ${paid}
          ) u group by u.owner_id
        ) p group by d.company_id)`.as('use'),
    )
    .selectAll()
    .execute()
  return new Map(rows.map(({ companyId, ...use }) => [companyId, use]))
}

/** Gross of a card's immediate loads since an instant, in cents, for the maximum emergency load. */
export const readImmediateSince = (
  sql: Queries,
  { cardId, userId, ...counted }: SumFilter & { readonly cardId: string; readonly userId: string },
): Promise<bigint> =>
  withWalletLoads(sql, { userId, cardId, since: counted.since }, () =>
    grossSince(sql, counted, (load) =>
      load.and([load('cardId', '=', cardId), load('speed', '=', 'immediate')]),
    ),
  )

export const readIsFirstLoad = async (sql: Queries, cardId: string): Promise<boolean> => {
  const accepted = sql
    .selectFrom('load')
    .select('id')
    .where('cardId', '=', cardId)
    .where('acceptedAt', 'is not', null)
    .where('status', 'not in', ['review', 'refunding', 'refunded'])
  if ((await accepted.limit(1).executeTakeFirst()) !== undefined) return false
  const isPaid = fragment<boolean>`has_wallet_load(${cardId})`
  return !(await sql.selectNoFrom(isPaid.as('is')).executeTakeFirstOrThrow()).is
}

/** Quotes of a person that still wait for their payment. */
export const countOpenQuotes = async (sql: Queries, of: { userId: string; now: Date }): Promise<number> => {
  const open = sql
    .selectFrom('load')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('userId', '=', of.userId)
    .where('cardId', 'is not', null)
    .where('status', '=', 'quoted')
    .where('expiresAt', '>', of.now)
  return Number((await open.executeTakeFirstOrThrow()).count)
}

/**
 * Serialises all transactions that use the limits of one person until the transaction ends. Returns the person's
 * company, which may have changed since the caller read it.
 */
export const lockPersonsLimits = async (
  sql: Queries,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<string> => {
  const locked = await sql
    .insertInto('loadLimitUse')
    .values({ id: userId, companyId, userId })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((use) => ({ version: use('loadLimitUse.version', '+', 1) })),
    )
    .returning('companyId')
    .executeTakeFirstOrThrow()
  return locked.companyId
}

/** Whether a load of a person waits for its payment, or is paid and not on the card; also one that a wallet paid. */
export const hasOpenLoad = async (sql: Queries, userId: string): Promise<boolean> => {
  const open = sql
    .selectFrom('load')
    .select('id')
    .where('userId', '=', userId)
    .where('cardId', 'is not', null)
    .where('status', '=', anyOf(underWay))
  if ((await open.limit(1).executeTakeFirst()) !== undefined) return true
  if (await hasPendingReversal(sql, userId)) return true
  const awaits = fragment<boolean>`awaits_wallet_load(${userId})`
  return (await sql.selectNoFrom(awaits.as('is')).executeTakeFirstOrThrow()).is
}

/** Creates the row that guards a person's limits, unless they have it. */
export const ensureLimitUse = async (
  sql: Queries,
  { userId, companyId }: { userId: string; companyId: string },
): Promise<void> => {
  const row = sql.insertInto('loadLimitUse').values({ id: userId, companyId, userId })
  await row.onConflict((conflict) => conflict.doNothing()).execute()
}

/** The row whose version a plan advances when it uses a person's limits; whoever has a card or a load has it. */
export const readLimitUse = async (
  sql: Queries,
  userId: string,
): Promise<{ id: string; version: number } | null> =>
  (await sql
    .selectFrom('loadLimitUse')
    .select(['id', 'version'])
    .where('id', '=', userId)
    .executeTakeFirst()) ?? null
