import type { ReceivingCard } from '@cardamom/contract/transfers/wallet-loads'
import type { z } from 'zod'
import { loadObstacle } from '../cards/card-for-load.ts'
import type { CardRecord } from '../cards/card-record.ts'
import { listCardsByIds, listCardsFound } from '../cards/cards.sql.ts'
import { readBrandNames } from '../companies/companies.sql.ts'
import { findPeople, peopleRows } from '../identity/people.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import type { Queries } from '../kernel/queries.ts'

const mostPeople = 20
const mostFound = 20

type View = z.output<typeof ReceivingCard> & { readonly obstacle: ReturnType<typeof loadObstacle> }

const views = async (sql: Queries, cards: readonly CardRecord[]): Promise<View[]> => {
  const names = await readNames(sql, [...new Set(cards.map(({ userId }) => userId))])
  const companies = await readBrandNames(sql, [...new Set(cards.map(({ companyId }) => companyId))])
  return cards.map((card) => ({
    id: card.id,
    lastDigits: card.lastDigits,
    form: card.form,
    holderId: card.userId,
    holderName: names.get(card.userId) ?? '',
    clientCode: card.clientCode,
    companyId: card.companyId,
    companyName: companies.get(card.companyId) ?? '',
    obstacle: loadObstacle(card),
  }))
}

/** Cards of the scope by their last digits, references or client code, or by the name or e-mail of their holder. */
export const findReceivers = async (sql: Queries, phrase: string): Promise<View[]> => {
  const { where } = await findPeople(sql, phrase)
  const people = await peopleRows(sql).where(where).orderBy('appUser.id').limit(mostPeople).execute()
  const userIds = people.map(({ id }) => id)
  return views(sql, await listCardsFound(sql, { phrase, userIds, limit: mostFound }))
}

/** A card of the scope as a receiver; null: there is none. */
export const readReceiver = async (sql: Queries, id: string): Promise<View | null> =>
  (await views(sql, await listCardsByIds(sql, [id])))[0] ?? null
