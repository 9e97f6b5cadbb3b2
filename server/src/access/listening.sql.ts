import type { Queries } from '../kernel/queries.ts'
import type { SessionFacts } from './session.ts'

/** What tells whether a stream of a session may go on, and with which scope. */
export type ListeningSession = Pick<SessionFacts, 'roleId' | 'createdAt' | 'lastUsedAt' | 'endedAt'> & {
  readonly id: string
  readonly userId: string
  readonly companyId: string
  readonly userActive: boolean
  readonly companyActive: boolean
  readonly companyIds: readonly string[]
}

const listening = `select s.id, u.role_id as "roleId", s.created_at as "createdAt", s.last_used_at as "lastUsedAt",
    s.ended_at as "endedAt", u.id as "userId", u.company_id as "companyId", u.active as "userActive",
    c.active as "companyActive",
    companies_of_role(u.id, u.role_id, u.company_id) as "companyIds"
  from session s join app_user u on u.id = s.user_id join company c on c.id = u.company_id where s.id = any($1)`

/** Sessions that listen, as they are now. In the scope of everything. */
export const readListening = (sql: Queries, ids: readonly string[]): Promise<ListeningSession[]> =>
  sql.rows<ListeningSession>(listening, [ids])
