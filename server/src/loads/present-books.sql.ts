import { readUsers } from '../identity/users.sql.ts'
import type { Plan } from '../kernel/plan.ts'
import type { Queries } from '../kernel/queries.ts'
import type { LoadRecord } from './load-record.ts'

/** The present companies of owners: of people, and of the card that a load is for. */
export type PresentBooks = ReadonlyMap<string, string>

export const readPresentBooks = async (
  sql: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map([...(await readUsers(sql, userIds))].map(([id, { companyId }]) => [id, companyId]))

/** Those of the payer, the card and the people of the chain. Scope: all tenants, because they may be elsewhere. */
export const readBooksOfLoad = async (
  sql: Queries,
  { userId, cardId, chain }: Pick<LoadRecord, 'userId' | 'cardId' | 'chain'>,
): Promise<PresentBooks> => {
  const books = await readPresentBooks(sql, [userId, ...chain.map(({ ownerId }) => ownerId)])
  const own = books.get(userId)
  return own === undefined ? books : new Map([...books, [cardId, own]])
}

/**
 * The plan with the accounts of people in their present companies. A quote names the company of its time, and an account
 * that it opened there after a change of company would stay in the book of the former one (decision 0015).
 */
export const inPresentBooks = (plan: Plan, books: PresentBooks): Plan => ({
  ...plan,
  journals: plan.journals.map((journal) => ({
    ...journal,
    legs: journal.legs.map((leg) => {
      const companyId = books.get(leg.account.ownerId ?? '')
      return companyId === undefined ? leg : { ...leg, account: { ...leg.account, companyId } }
    }),
  })),
})
