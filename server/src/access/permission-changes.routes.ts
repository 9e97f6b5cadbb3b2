import { changePermissions } from '@cardamom/contract/access/admins'
import { hasDataScope } from '@cardamom/contract/roles'
import { companyRows } from '../companies/companies.sql.ts'
import type { User } from '../identity/user.ts'
import { updateStaff } from '../identity/staff.sql.ts'
import { lockUser, readUser, readUsers } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { DescribeChange, Handler } from '../kernel/mount-context.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { isEqualOrBelow, isManagedBy } from './admin-detail.ts'
import { describePermissions } from './admin-step-up.ts'
import { userInScope } from './changeable-person.ts'
import { readDataScope, setDataScope } from './data-scopes.sql.ts'
import { judgeTags } from './permission-change.ts'
import { endOverrides, insertOverrides, readOverrides, tagSets } from './tag-overrides.sql.ts'

type Call = Parameters<Handler<typeof changePermissions>>[0]
type WantedScope = NonNullable<Call['input']['scope']>

/** Whether the caller sees every listed company, and the role has a scope of this kind. */
const judgeScope = async (sql: Queries, scope: WantedScope, { roleId }: Pick<User, 'roleId'>) => {
  if (!hasDataScope(roleId) || (roleId === 10 && scope.kind !== 'listed')) return refused('tag_not_grantable')
  const ids = [...new Set(scope.companyIds)]
  const seen = await companyRows(sql).where('id', '=', anyOf(ids)).execute()
  return seen.length === ids.length ? accepted(ids) : refused('more_than_own')
}

/** Whether the caller may end what is set for these tags: nobody undoes the decision of a role above their own. */
const mayEnd = async (
  sql: Queries,
  me: SessionPrincipal,
  of: { userId: string; tags: readonly string[] },
): Promise<boolean> => {
  const overrides = await readOverrides(sql, of.userId)
  const setters = of.tags.flatMap((tag) => overrides.get(tag)?.setBy ?? [])
  const found = await readUsers(sql, setters)
  // A setter out of the caller's scope is above them.
  return setters.every((id) => isEqualOrBelow(me, found.get(id)))
}

/** Overrides and data scope of a person, as the audit records them. */
const readSet = async (sql: Queries, userId: string) => {
  const overrides = [...(await readOverrides(sql, userId)).values()]
  const { kind, companyIds } = await readDataScope(sql, userId)
  const scope = { dataScope: kind, listedCompanies: companyIds.toSorted() }
  return { ...tagSets(overrides), ...scope }
}

/** What a person sees whose data scope was never set. */
const unsetScope = ({ roleId }: Pick<User, 'roleId'>) => (roleId === 10 ? 'listed' : 'own')

/** What a request would change, and for whom. The person's version tells whether they changed since. */
const describe: DescribeChange<typeof changePermissions> = async ({ sql, params, input }) => {
  const user = await readUser(sql, params.id)
  if (!user) throw new Error('A checked person is missing')
  const { person: _person, ...facts } = await describePermissions(sql, params.id, input)
  const { dataScope } = await readSet(sql, params.id)
  const before = (name: string) => (name === 'dataScope' ? (dataScope ?? unsetScope(user)) : null)
  return {
    companyId: user.companyId,
    version: user.version,
    changes: Object.entries(facts).map(([name, after]) => ({
      name: name as keyof typeof facts,
      before: before(name),
      after,
    })),
  }
}

/** Grants and denies tags, and sets whose data a person sees, when a second person approves (permissions §1). */
export const mountPermissionChanges = ({ mount, ids, clock }: Kernel): void => {
  const change: Handler<typeof changePermissions> = async (call) => {
    const { sql, emit, recordChange, me, params, input, approval } = call
    // Nobody requests for themselves, and nobody approves what another person requested for them.
    if ([me.userId, approval.checkerId].includes(params.id)) return refused('own_account')
    if (!(await readUser(sql, params.id))) return refused('record_not_found')
    const user = await lockUser(sql, params.id)
    if (!isManagedBy(me, user)) return refused('role_not_allowed')
    const judged = judgeTags(input, { roleId: user.roleId, may: me.may })
    if (!judged.accepted) return judged
    const tags = [...input.grant, ...input.deny, ...input.reset]
    if (!(await mayEnd(sql, me, { userId: user.id, tags }))) return refused('more_than_own')
    const before = await readSet(sql, user.id)
    const of = { userId: user.id, companyId: user.companyId, by: me.userId, at: clock.realNow() }
    if (input.scope) {
      const { kind } = input.scope
      const scope = await judgeScope(sql, input.scope, user)
      if (!scope.accepted) return scope
      await setDataScope(sql, { ...of, kind, companyIds: scope.value })
    }
    await endOverrides(sql, { ...of, tags })
    await insertOverrides(sql, ids, { ...of, tags: input.grant, effect: 'granted' })
    await insertOverrides(sql, ids, { ...of, tags: input.deny, effect: 'denied' })
    if (!(await updateStaff(sql, user, {}))) throw new Error('A locked record changed')
    const { id: userId, companyId } = user
    const about = { entity: 'user', entityId: userId, companyId, userId }
    recordChange({ ...about, before, after: await readSet(sql, userId) })
    emit({ type: 'user.permissions_changed', entityId: userId, companyId, userId })
    return accepted(null)
  }
  mount(changePermissions, change, userInScope, { describe })
}
