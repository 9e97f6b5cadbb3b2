import type { Queries } from '../kernel/queries.ts'
import { countCap } from '../kernel/keyset.ts'
import { readBalances } from '../ledger/reports.ts'
import { cardColumns, cardOfRow, type CardRecord, type CardRow } from './card-record.ts'

const from = 'from card c join holder h on h.user_id = c.user_id'
const byId = `select ${cardColumns} ${from} where c.id = $1`
const byIdLocked = `${byId} for update of c`
const byIssuerId = `select ${cardColumns} ${from} where c.issuer_card_id = $1`
const ofUser = `select ${cardColumns} ${from} where c.user_id = $1 and ($2::uuid is null or c.id < $2)
  order by c.id desc limit $3`
const byIssuerIds = `select ${cardColumns} ${from} where c.issuer_card_id = any($1)`
const byIds = `select ${cardColumns} ${from} where c.id = any($1)`
const count = `select count(*) from (select 1 from card where user_id = $1 limit ${countCap + 1}) counted`

const one = (row: CardRow | null): CardRecord | null => (row ? cardOfRow(row) : null)

/** Cards of the scope, for joins by higher modules. */
export const cardRows = (sql: Queries) => sql.selectFrom('card').select(['card.id', 'card.userId'])

/** A card as far as the transaction's scope goes. */
export const findCard = async (sql: Queries, id: string): Promise<CardRecord | null> =>
  one(await sql.maybe<CardRow>(byId, [id]))

/** The same, held until the end of the transaction. */
export const lockCard = async (sql: Queries, id: string): Promise<CardRecord | null> =>
  one(await sql.maybe<CardRow>(byIdLocked, [id]))

/** The card that the issuer calls by this id; for jobs. */
export const findCardAtIssuer = async (sql: Queries, issuerCardId: string): Promise<CardRecord | null> =>
  one(await sql.maybe<CardRow>(byIssuerId, [issuerCardId]))

/** Cards of a person, newest first, one more than asked for when there are more. */
export const listCardsOf = async (
  sql: Queries,
  page: { userId: string; afterId?: string | undefined; limit: number },
): Promise<CardRecord[]> =>
  (await sql.rows<CardRow>(ofUser, [page.userId, page.afterId ?? null, page.limit + 1])).map(cardOfRow)

/** Cards by their ids, as far as the transaction's scope goes. */
export const listCardsByIds = async (sql: Queries, ids: readonly string[]): Promise<CardRecord[]> =>
  (await sql.rows<CardRow>(byIds, [ids])).map(cardOfRow)

/** Our cards among those that the issuer names; for jobs. */
export const listCardsAtIssuer = async (
  sql: Queries,
  issuerCardIds: readonly string[],
): Promise<CardRecord[]> => (await sql.rows<CardRow>(byIssuerIds, [issuerCardIds])).map(cardOfRow)

export const countCardsOf = async (sql: Queries, userId: string): Promise<number> =>
  Number((await sql.one<{ count: bigint }>(count, [userId])).count)

/** How many cards the issuer has refused to make and has not made since. */
export const countRefusedCards = async (sql: Queries): Promise<number> => {
  const { count } = await sql
    .selectFrom('cardCall as call')
    .innerJoin('card', 'card.id', 'call.cardId')
    .select(({ fn }) => fn.count<bigint>('card.id').distinct().as('count'))
    .where('call.kind', '=', 'create')
    .where('call.status', '=', 'refused')
    .where('card.issuerCardId', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What is on a card, in cents; `available` may be below zero after a forced clearing. */
export type CardMoney = { readonly availableCents: bigint; readonly floatingCents: bigint }
export const noMoney: CardMoney = { availableCents: 0n, floatingCents: 0n }

/** Money on cards that the caller has read in its own scope: a card's accounts are not its holder's. */
export const readCardMoney = async (
  sql: Queries,
  cardIds: readonly string[],
): Promise<ReadonlyMap<string, CardMoney>> => {
  const balances = await readBalances(sql, cardIds)
  const of = (cardId: string, code: string) =>
    balances.find((each) => each.ownerId === cardId && each.code === code)?.natural ?? 0n
  return new Map(
    cardIds.map((id) => [
      id,
      { availableCents: of(id, 'card.available'), floatingCents: of(id, 'card.floating') },
    ]),
  )
}
