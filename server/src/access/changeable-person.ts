import { mayManageRole } from '@cardamom/contract/roles'
import type { User } from '../identity/user.ts'
import { lockUser, readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'

/** Roles that every administrator with the tag may change: cardholders and sellers. */
const people: ReadonlySet<number> = new Set([2, 7, 8])

/** Whether the caller may change this person's account: a cardholder's or seller's, or one of a role that they manage. */
export const mayChange = (me: SessionPrincipal, { roleId }: User): boolean =>
  people.has(roleId) || mayManageRole(me.roleId, roleId)

/** A person whose account the caller may change. */
export const readChangeable = async (sql: Queries, me: SessionPrincipal, id: string) => {
  const user = await readUser(sql, id)
  if (!user) return refused('record_not_found')
  return mayChange(me, user) ? accepted(user) : refused('role_not_allowed')
}

/** Reads and locks a person whose account the caller may change. */
export const lockChangeable = async (sql: Queries, me: SessionPrincipal, id: string) => {
  if (!(await readUser(sql, id))) return refused('record_not_found')
  const user = await lockUser(sql, id)
  return mayChange(me, user) ? accepted(user) : refused('role_not_allowed')
}

/** Finds the person of a call before the caller has to confirm. */
export const userInScope = async ({ sql, params }: { sql: Queries; params: { id: string } }) =>
  (await readUser(sql, params.id)) ? null : ('record_not_found' as const)
