import { sql as fragment } from 'kysely'
import { companyRows } from '../companies/companies.sql.ts'
import { userRows } from '../identity/users.sql.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'

/**
 * The present state of listening sessions, which decides whether a stream may continue, and with which scope.
 * Scope: all tenants.
 */
export const readListening = (sql: Queries, ids: readonly string[]) =>
  sql
    .selectFrom('session')
    .innerJoin(userRows(sql).as('person'), 'person.id', 'session.userId')
    .innerJoin(companyRows(sql).as('company'), 'company.id', 'person.companyId')
    .innerJoinLateral(
      fragment<{
        added: string[] | null
        removed: string[] | null
      }>`tag_changes(person.id, person.role_id, person.company_id)`.as('tags'),
      (join) => join.onTrue(),
    )
    .select(['session.id', 'session.createdAt', 'session.lastUsedAt', 'session.endedAt', 'session.lockedAt'])
    .select('person.roleId')
    .select(['person.id as userId', 'person.companyId', 'person.active as userActive'])
    .select('company.active as companyActive')
    .select(
      fragment<string[]>`companies_of_role(person.id, person.role_id, person.company_id)`.as('companyIds'),
    )
    .select(['tags.added as addedTags', 'tags.removed as removedTags'])
    .where('session.id', '=', anyOf(ids))
    .execute()

export type ListeningSession = Readonly<Awaited<ReturnType<typeof readListening>>[number]>
