import { sql as fragment } from 'kysely'
import { userRows } from '../identity/users.sql.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { denialOf, mayWith, ownScopeOf, scopeOf } from './permission.ts'

/** People as a query finds them with what decides their tags and their scope. */
const holders = (sql: Queries) =>
  userRows(sql)
    .innerJoinLateral(
      fragment<{
        added: string[] | null
        removed: string[] | null
      }>`tag_changes(app_user.id, app_user.role_id, app_user.company_id)`.as('tags'),
      (join) => join.onTrue(),
    )
    .select(['tags.added as addedTags', 'tags.removed as removedTags'])
    .select(
      fragment<string[]>`companies_of_role(app_user.id, app_user.role_id, app_user.company_id)`.as(
        'companyIds',
      ),
    )
    .select(
      fragment<boolean>`(select c.active from effective_company(array[app_user.company_id]) c)`.as(
        'companyActive',
      ),
    )

const noSession = '00000000-0000-0000-0000-000000000000'

/**
 * What these people are and may do now, whether they are signed in or not: for what they requested before. People who
 * are denied access are left out. The statement needs the scope of all tenants.
 */
export const readPresentPrincipals = async (
  sql: Queries,
  of:
    | { readonly userIds: readonly string[] }
    | { readonly roleIds: readonly number[]; readonly companyId?: string },
): Promise<SessionPrincipal[]> => {
  const found = await (
    'userIds' in of
      ? holders(sql).where('appUser.id', '=', anyOf(of.userIds))
      : holders(sql)
          .where('appUser.roleId', '=', anyOf(of.roleIds))
          .$if(of.companyId !== undefined, (people) =>
            people.where('appUser.companyId', '=', of.companyId ?? null),
          )
  ).execute()
  return found
    .filter(({ active, ...person }) => denialOf({ ...person, userActive: active }) === null)
    .map(({ id: userId, companyId, roleId, companyIds, addedTags, removedTags }) => {
      const holder = { userId, companyId, roleId, companyIds }
      return {
        ...holder,
        kind: 'session' as const,
        sessionId: noSession,
        scope: scopeOf(holder),
        ownScope: ownScopeOf(holder),
        may: mayWith({ roleId, addedTags, removedTags }),
        impersonatorId: null,
      }
    })
}
