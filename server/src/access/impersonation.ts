import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  changeableRoles,
  companyAdminRole,
  impersonatedRoles,
} from '@cardamom/contract/access/impersonations'
import type { Audit } from '../audit/audit.sql.ts'
import { houseId } from '../companies/company.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database, Scope } from '../kernel/database.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import { findImpersonated, type FoundImpersonated } from './impersonations.sql.ts'
import { denialOf, mayWith, ownScopeOf, scopeOf } from './permission.ts'

const minuteMs = 60_000
/** Times of an impersonation, in real time (security §1). */
export const impersonationTimes = { linkMs: minuteMs, openMs: 30 * minuteMs } as const

const sees = (scope: Scope, companyId: string): boolean =>
  scope.kind === 'all' || (scope.kind === 'companies' && scope.companyIds.includes(companyId))

/** The companies of the person that the administrator sees too: nobody sees more on behalf of another. */
const commonScope = (admin: Scope, person: Scope): Scope => {
  if (person.kind !== 'companies' || admin.kind !== 'companies') return person
  const seen = new Set(admin.companyIds)
  return { kind: 'companies', companyIds: person.companyIds.filter((id) => seen.has(id)) }
}

/**
 * A company's administrator is shown what that company earns. Who works for another company sees what their own level earns
 * only (domain §13.9).
 */
export const mayViewLevelOf = (
  { scope, companyId }: Pick<SessionPrincipal, 'scope' | 'companyId'>,
  person: { readonly roleId: number; readonly companyId: string },
): boolean =>
  person.roleId !== companyAdminRole ||
  scope.kind === 'all' ||
  companyId === houseId ||
  companyId === person.companyId

/**
 * Whether an administrator may work on behalf of this person now. It is checked again with every request: the
 * administrator may have lost the permission or the company, and the person may have another role.
 */
const mayImpersonate = (admin: SessionPrincipal, person: FoundImpersonated): boolean =>
  admin.may('users.impersonate') &&
  impersonatedRoles.has(person.roleId) &&
  person.userId !== admin.userId &&
  sees(admin.scope, person.companyId) &&
  mayViewLevelOf(admin, person)

const isOver = (person: FoundImpersonated, now: Date): boolean =>
  person.endedAt !== null || person.endsAt <= now || denialOf(person) !== null

type Deps = { readonly db: Database; readonly clock: Clock; readonly audit: Audit }

/** Whether a request wants to be made on behalf of another person. */
export const namesImpersonated = ({ headers }: FastifyRequest): boolean =>
  headers['fake-user'] !== undefined && headers['fake-user'] !== '0'

/**
 * The person of a request: the one that the header `fake-user` names, where the session has an open impersonation of
 * them. The header alone grants nothing. Another id is refused and recorded.
 */
export const createImpersonated =
  ({ db, clock, audit }: Deps) =>
  async (
    request: FastifyRequest,
    admin: SessionPrincipal,
  ): Promise<Answer<SessionPrincipal, 'unauthorized_access' | 'impersonation_ended'>> => {
    const userId = z.uuid().safeParse(request.headers['fake-user']).data
    const { sessionId } = admin
    const person = userId
      ? await db.read(beforeLogin, (sql) => findImpersonated(sql, { sessionId, userId }))
      : null
    if (!person || !mayImpersonate(admin, person)) {
      const about = { action: 'impersonation.header', outcome: 'refused', requestId: request.id }
      await audit.recordDenial({ ...about, principal: admin, objectId: null, address: request.ip })
      return refused('unauthorized_access')
    }
    if (isOver(person, clock.realNow())) return refused('impersonation_ended')
    const { companyId, roleId } = person
    const isChangeable = changeableRoles.has(roleId)
    const mayAsPerson = mayWith(person)
    return accepted({
      kind: 'session',
      sessionId,
      userId: person.userId,
      companyId,
      roleId,
      scope: commonScope(admin.scope, scopeOf(person)),
      ownScope: commonScope(admin.scope, ownScopeOf(person)),
      // The tags of a company's administrator open other people's data, so the reader needs them too.
      may: isChangeable ? mayAsPerson : (tag) => mayAsPerson(tag) && admin.may(tag),
      impersonatorId: admin.userId,
      impersonatorMayChange: isChangeable && person.mayChange && admin.may('users.impersonate_write'),
    })
  }
