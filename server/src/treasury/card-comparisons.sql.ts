import { sql as fragment } from 'kysely'
import { cardsAtIssuer } from '../cards/cards.sql.ts'
import type { Queries } from '../kernel/queries.ts'

/** A comparison of a card's balance at the issuer with the book. */
export type CardComparison = {
  readonly issuerCardId: string
  /** Null: the card is not ours. */
  readonly cardId: string | null
  readonly companyId: string | null
  /** What the issuer has more than the book; 0: both agree. */
  readonly differenceCents: bigint
}

export const storeComparisons = async (
  sql: Queries,
  compared: readonly CardComparison[],
  comparedAt: Date,
): Promise<void> => {
  if (compared.length === 0) return
  await sql
    .insertInto('cardComparison')
    .values(compared.map((each) => ({ ...each, comparedAt })))
    .onConflict((conflict) =>
      conflict.column('issuerCardId').doUpdateSet({
        comparedAt,
        differenceCents: fragment`excluded.difference_cents`,
        cardId: fragment`excluded.card_id`,
        companyId: fragment`excluded.company_id`,
      }),
    )
    .execute()
}

const compared = (sql: Queries) =>
  cardsAtIssuer(sql).leftJoin('cardComparison as done', 'done.issuerCardId', 'card.issuerCardId')

/**
 * Cards to compare, by their id at the issuer: those that are not compared since an instant, and those that
 * differed at another, also if they are not ours.
 */
export const listUncompared = async (
  sql: Queries,
  of: { since: Date; differingBefore: Date; after: string; limit: number },
): Promise<string[]> => {
  const isWaiting = fragment<boolean>`(done.compared_at is null or done.compared_at < ${of.since})`
  const ours = compared(sql).where(isWaiting).where('card.issuerCardId', '>', of.after)
  const rows = await ours
    .clearSelect()
    .select('card.issuerCardId')
    .union(
      sql
        .selectFrom('cardComparison')
        .select('issuerCardId')
        .where('differenceCents', '!=', fragment.lit(0n))
        .where('comparedAt', '<', of.differingBefore)
        .where('issuerCardId', '>', of.after),
    )
    .orderBy('issuerCardId')
    .limit(of.limit)
    .execute()
  return rows.map(({ issuerCardId }) => issuerCardId ?? '')
}

/** How many cards at the issuer there are, how many are compared since an instant, and the oldest comparison. */
export const readCoverage = async (
  sql: Queries,
  since: Date,
): Promise<{ covered: number; total: number; oldestAt: Date | null }> => {
  const { covered, total, oldestAt } = await compared(sql)
    .clearSelect()
    .select(({ fn }) => [
      fn.countAll<bigint>().as('total'),
      fn.countAll<bigint>().filterWhere('done.comparedAt', '>=', since).as('covered'),
      fn.min(fragment<Date>`coalesce(done.compared_at, card.created_at)`).as('oldestAt'),
    ])
    .executeTakeFirstOrThrow()
  return { covered: Number(covered), total: Number(total), oldestAt }
}

/** Σ of what the issuer has on cards more than the book, by the last comparison of each card. */
export const sumCardDifferences = async (sql: Queries): Promise<bigint> => {
  const sum = fragment<bigint>`coalesce(sum(difference_cents), 0)::int8`
  const differing = sql.selectFrom('cardComparison').where('differenceCents', '!=', fragment.lit(0n))
  return (await differing.select(sum.as('sum')).executeTakeFirstOrThrow()).sum
}
