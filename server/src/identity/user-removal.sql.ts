import { anyOf, changedOne, type Queries } from '../kernel/queries.ts'

/** Those of these people who referred a person outside of the group. */
export const listReferrersOfOthers = async (sql: Queries, userIds: readonly string[]): Promise<string[]> => {
  const referrers = await sql
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', anyOf(userIds))
    .where((person) =>
      person.exists(
        person
          .selectFrom('appUser as other')
          .select('other.id')
          .where((eb) => eb.not(eb('other.id', '=', anyOf(userIds))))
          .where((eb) =>
            eb.or(
              (['other.sellerOneId', 'other.sellerTwoId', 'other.referrerId'] as const).map((column) =>
                eb(column, '=', eb.ref('appUser.id')),
              ),
            ),
          ),
      ),
    )
    .execute()
  return referrers.map(({ id }) => id)
}

export const deleteUser = async (sql: Queries, id: string): Promise<boolean> =>
  changedOne(await sql.deleteFrom('appUser').where('id', '=', id).executeTakeFirstOrThrow())
