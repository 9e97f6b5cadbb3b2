import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'

/** Who came with the referral code of the reader; the reader sees no more of them. */
type Friend = {
  readonly id: string
  readonly initials: string
  readonly joinedAt: Date
  readonly hasSeller: boolean
}

/** The last first, from the one after `before`. */
export const findFriends = (
  sql: Queries,
  { before, most }: { readonly before: string | null; readonly most: number },
): Promise<Friend[]> =>
  sql
    .selectFrom(fragment<Friend>`friends_of_referrer(${before}, ${most})`.as('friend'))
    .selectAll()
    .execute()

/** How many they are, counted up to `most`. */
export const countFriends = async (sql: Queries, most: number): Promise<number> => {
  const count = fragment<number>`count_friends_of_referrer(${most})`.as('count')
  return (await sql.selectNoFrom(count).executeTakeFirstOrThrow()).count
}
