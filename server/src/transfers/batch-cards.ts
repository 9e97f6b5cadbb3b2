import { listCardsByIds, listCardsOfPeople } from '../cards/cards.sql.ts'
import { loadObstacle } from '../cards/card-for-load.ts'
import type { CardRecord } from '../cards/card-record.ts'
import { findPeopleByEmail } from '../identity/people.sql.ts'
import type { Queries } from '../kernel/queries.ts'

/** How a row of a file names its card: by its id, or by its last digits together with the holder’s e-mail. */
export type NamedCard = { readonly card: string; readonly email: string | null }
export type FoundCard =
  | { readonly card: CardRecord }
  | { readonly problem: 'card_unknown' | 'card_ambiguous' }

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** The only card of several; of replaced and present ones with the same digits the one that can get money. */
const onlyOne = (cards: readonly CardRecord[]): FoundCard => {
  const [first, ...others] = cards
  if (!first) return { problem: 'card_unknown' }
  if (others.length === 0) return { card: first }
  const usable = cards.filter((card) => loadObstacle(card) === null)
  return usable.length === 1 && usable[0] ? { card: usable[0] } : { problem: 'card_ambiguous' }
}

/** Finds the cards of the scope that rows of a file name, in the order of the rows. */
export const findNamedCards = async (sql: Queries, rows: readonly NamedCard[]): Promise<FoundCard[]> => {
  const ids = rows.flatMap(({ card }) => (isId(card) ? [card.toLowerCase()] : []))
  const emails = rows.flatMap(({ card, email }) =>
    isId(card) || email === null ? [] : [email.toLowerCase()],
  )
  const byId = new Map((await listCardsByIds(sql, [...new Set(ids)])).map((card) => [card.id, card]))
  const people = await findPeopleByEmail(sql, [...new Set(emails)])
  const cards = await listCardsOfPeople(
    sql,
    people.map(({ id }) => id),
  )
  const idOf = new Map(people.map(({ email, id }) => [email, id]))
  return rows.map(({ card: named, email }) => {
    if (isId(named)) return onlyOne([byId.get(named.toLowerCase()) ?? []].flat())
    const userId = idOf.get(email?.toLowerCase() ?? '')
    return onlyOne(cards.filter((card) => card.userId === userId && card.lastDigits === named))
  })
}
