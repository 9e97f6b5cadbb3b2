import { sql as fragment, type InferResult, type NotNull } from 'kysely'
import { ofCountedPeople } from '../identity/test-people.sql.ts'
import { readCappedCount } from '../kernel/capped-count.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { Gauge } from '../kernel/metrics.ts'
import { queryOnce, selectOnce, slot } from '../kernel/select-once.ts'
import { readBalances } from '../ledger/reports.ts'
import { limitsOf, type CardRecord } from './card-record.ts'
import { cardsNamed } from './card-search.ts'
import type { CardEvent, SettledCardStatus } from './card-status.ts'

/** A card and its holder. A waiting card has the event that it waits for and its last settled state. */
export const cards = selectOnce((sql) =>
  sql
    .selectFrom('card')
    .innerJoin('holder', 'holder.userId', 'card.userId')
    .select(['card.id', 'card.ref', 'card.companyId', 'card.userId', 'card.cardTypeId', 'card.planId'])
    .select([
      'card.form',
      'card.finish',
      'card.origin',
      'card.reference',
      'card.issuerCardId',
      'card.nameOnCard',
    ])
    .select(['card.bin', 'card.lastDigits', 'card.expiry', 'card.status', 'card.pendingCall'])
    .select([
      'card.pendingFrom',
      'card.blockReason',
      'card.blockedBy',
      'card.blockedAt',
      'card.blockNote',
      'card.enabled',
    ])
    .select(['card.paymentStatus', 'card.refusal', 'card.version', 'card.createdAt', 'card.activatedAt'])
    .select(['card.limitPaymentCents', 'card.limitDayCents', 'card.limitMonthCents', 'card.limitsVersion'])
    .select(['holder.clientCode', 'holder.cif'])
    .$narrowType<{ pendingCall: CardEvent | null; pendingFrom: SettledCardStatus | null }>(),
)

export const withLimits = (row: InferResult<ReturnType<typeof cards>>[number]): CardRecord => {
  const { limitPaymentCents, limitDayCents, limitMonthCents, ...card } = row
  return { ...card, limits: limitsOf({ limitPaymentCents, limitDayCents, limitMonthCents }) }
}
const found = (row: Parameters<typeof withLimits>[0] | undefined) => (row ? withLimits(row) : null)

/** Cards of the scope, for joins by higher modules. */
export const cardRows = (sql: Queries) => sql.selectFrom('card').select(['card.id', 'card.userId'])

/** Cards that the issuer has made, for joins by higher modules. */
export const cardsAtIssuer = (sql: Queries) =>
  sql
    .selectFrom('card')
    .select(['card.id', 'card.companyId', 'card.issuerCardId'])
    .where('card.issuerCardId', 'is not', null)
    .$narrowType<{ issuerCardId: NotNull }>()

/** A card, if it is in the transaction's scope. */
export const findCard = async (sql: Queries, id: string): Promise<CardRecord | null> =>
  found(await cards(sql).where('card.id', '=', id).executeTakeFirst())

/** The same, locked until the end of the transaction. */
export const lockCard = async (sql: Queries, id: string): Promise<CardRecord | null> =>
  found(await cards(sql).where('card.id', '=', id).forUpdate('card').executeTakeFirst())

/** The card with this id at the issuer; for jobs. */
export const findCardAtIssuer = async (sql: Queries, issuerCardId: string): Promise<CardRecord | null> =>
  found(await cards(sql).where('card.issuerCardId', '=', issuerCardId).executeTakeFirst())

/** Cards of a person, newest first. */
export const listCardsOf = async (
  sql: Queries,
  { userId, limit }: { userId: string; limit: number },
): Promise<CardRecord[]> => {
  const owned = cards(sql).where('card.userId', '=', userId)
  return (await owned.orderBy('card.id', 'desc').limit(limit).execute()).map(withLimits)
}

/** Cards by their ids, if they are in the transaction's scope. */
export const listCardsByIds = async (sql: Queries, ids: readonly string[]): Promise<CardRecord[]> =>
  (await cardsByIds(sql, { ids })).map(withLimits)
const cardsByIds = queryOnce((sql) => cards(sql).where('card.id', '=', fragment<string>`any(${slot('ids')})`))

/** Cards of the scope that a phrase names, and those of some people, newest first. */
export const listCardsFound = async (
  sql: Queries,
  of: { phrase: string; userIds: readonly string[]; limit: number },
): Promise<CardRecord[]> => {
  const found = cards(sql).where((eb) =>
    eb.or([cardsNamed(of.phrase), eb('card.userId', '=', anyOf(of.userIds))]),
  )
  return (await found.orderBy('card.id', 'desc').limit(of.limit).execute()).map(withLimits)
}

/** Cards of some people of the scope. */
export const listCardsOfPeople = async (sql: Queries, userIds: readonly string[]): Promise<CardRecord[]> =>
  (await cards(sql).where('card.userId', '=', anyOf(userIds)).execute()).map(withLimits)

/** Our cards among those that the issuer names; for jobs. */
export const listCardsAtIssuer = async (
  sql: Queries,
  issuerCardIds: readonly string[],
): Promise<CardRecord[]> => {
  const ours = cards(sql).where('card.issuerCardId', '=', anyOf(issuerCardIds))
  return (await ours.execute()).map(withLimits)
}

/** Number of cards that the issuer refused to make and has not made since. */
const countRefusedCards = async (sql: Queries): Promise<number> => {
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

/** Cards of a company without those of test people, at most 10,001. */
export const countCards = (sql: Queries, companyId: string): Promise<number> =>
  readCappedCount(
    sql,
    sql
      .selectFrom('card')
      .select('id')
      .where('companyId', '=', companyId)
      .where(ofCountedPeople('card.userId')),
  )

/** Figures of cards for operations: a person checks every figure above zero. */
export const cardGauges: readonly Gauge[] = [
  {
    name: 'cards_refused',
    help: 'Cards that the issuer refused to make and that are requested again',
    read: countRefusedCards,
  },
]

/** Balance of a card in cents; `available` may be below zero after a forced clearing. */
export type CardMoney = { readonly availableCents: bigint; readonly floatingCents: bigint }
export const noMoney: CardMoney = { availableCents: 0n, floatingCents: 0n }

/**
 * Balances of cards that the caller has read in its own scope: a card's accounts do not belong to its holder.
 */
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

const mostFound = 1000
/** Cards of the scope with these last digits. */
export const findCardIds = async (sql: Queries, lastDigits: string): Promise<string[]> => {
  if (!/^\d{4}$/.test(lastDigits)) return []
  const found = sql.selectFrom('card').select('id').where('lastDigits', '=', lastDigits).limit(mostFound)
  return (await found.execute()).map(({ id }) => id)
}
