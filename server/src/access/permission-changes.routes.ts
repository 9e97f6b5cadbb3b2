import { AdminDetail, changePermissions } from '@cardamom/contract/access/admins'
import { hasDataScope } from '@cardamom/contract/roles'
import { z } from 'zod'
import { companyRows } from '../companies/companies.sql.ts'
import type { User } from '../identity/user.ts'
import { updateStaff } from '../identity/staff.sql.ts'
import { lockUser, readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Handler } from '../kernel/mount-context.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { isManagedBy, readAdminDetail } from './admin-detail.ts'
import { readDataScope, setDataScope } from './data-scopes.sql.ts'
import { judgeTags } from './permission-change.ts'
import { endOverrides, insertOverrides, readOverrides } from './tag-overrides.sql.ts'

type Call = Parameters<Handler<typeof changePermissions>>[0]
type WantedScope = NonNullable<Call['input']['scope']>

/** Whether the caller sees every listed company, and the role has a scope of this kind. */
const judgeScope = async (sql: Queries, scope: WantedScope, { roleId }: Pick<User, 'roleId'>) => {
  if (!hasDataScope(roleId) || (roleId === 10 && scope.kind !== 'listed')) return refused('tag_not_grantable')
  const ids = [...new Set(scope.companyIds)]
  const seen = await companyRows(sql).where('id', '=', anyOf(ids)).execute()
  return seen.length === ids.length ? accepted(ids) : refused('more_than_own')
}

/** Grants and denies tags, and sets whose data a person sees (permissions §1). */
export const mountPermissionChanges = ({ mount, ids, clock }: Kernel): void => {
  /** Overrides and data scope of a person, as the audit records them. */
  const readSet = async (sql: Queries, userId: string) => {
    const overrides = [...(await readOverrides(sql, userId)).values()]
    const tagsOf = (effect: string) =>
      overrides.flatMap((each) => (each.effect === effect ? [each.tag] : [])).toSorted()
    const { kind, companyIds } = await readDataScope(sql, userId)
    const scope = { dataScope: kind, listedCompanies: companyIds.toSorted() }
    return { granted: tagsOf('granted'), denied: tagsOf('denied'), ...scope }
  }

  const change: Handler<typeof changePermissions> = async ({
    sql,
    emit,
    recordChange,
    me,
    params,
    input,
    request,
  }) => {
    const version = versionIn(request)
    if (version === null) return refused('validation', noVersion)
    if (params.id === me.userId) return refused('own_account')
    if (!(await readUser(sql, params.id))) return refused('record_not_found')
    const user = await lockUser(sql, params.id)
    if (!isManagedBy(me, user)) return refused('role_not_allowed')
    if (user.version !== version)
      return refused('record_changed', { data: z.encode(AdminDetail, await readAdminDetail(sql, me, user)) })
    const judged = judgeTags(input, { roleId: user.roleId, may: me.may })
    if (!judged.accepted) return judged
    const before = await readSet(sql, user.id)
    const of = { userId: user.id, companyId: user.companyId, by: me.userId, at: clock.realNow() }
    if (input.scope) {
      const { kind } = input.scope
      const scope = await judgeScope(sql, input.scope, user)
      if (!scope.accepted) return scope
      await setDataScope(sql, { ...of, kind, companyIds: scope.value })
    }
    await endOverrides(sql, { ...of, tags: [...input.grant, ...input.deny, ...input.reset] })
    await insertOverrides(sql, ids, { ...of, tags: input.grant, effect: 'granted' })
    await insertOverrides(sql, ids, { ...of, tags: input.deny, effect: 'denied' })
    if (!(await updateStaff(sql, { id: user.id, version }, {}))) throw new Error('A locked record changed')
    const { id: userId, companyId } = user
    const about = { entity: 'user', entityId: userId, companyId, userId }
    recordChange({ ...about, before, after: await readSet(sql, userId) })
    emit({ type: 'user.permissions_changed', entityId: userId, companyId, userId })
    return accepted(await readAdminDetail(sql, me, { ...user, version: version + 1 }))
  }
  mount(changePermissions, change, async ({ sql, params }) =>
    (await readUser(sql, params.id)) ? null : 'record_not_found',
  )
}
