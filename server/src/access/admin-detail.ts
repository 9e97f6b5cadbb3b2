import type { AdminDetail, HeldTag } from '@cardamom/contract/access/admins'
import { permissionTags } from '@cardamom/contract/permission-tags'
import { hasDataScope, mayManageRole, type PermissionTag } from '@cardamom/contract/roles'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import type { User } from '../identity/user.ts'
import { readUsers } from '../identity/users.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { adminRows } from './admin-row.ts'
import { readCompaniesSeen, readDataScope } from './data-scopes.sql.ts'
import { readFactors } from './factors.sql.ts'
import { seesAllCompanies, tagsOf } from './permission.ts'
import { sessionsOfUser } from './sessions.sql.ts'
import { readOverrides, readTagChanges } from './tag-overrides.sql.ts'

type Reader = Pick<SessionPrincipal, 'userId' | 'roleId' | 'may' | 'scope'>

/** Whether the reader may change this person: another person of a role that the reader makes (permissions §1). */
export const isManagedBy = (me: Reader, { id, roleId }: Pick<User, 'id' | 'roleId'>): boolean =>
  me.userId !== id && mayManageRole(me.roleId, roleId)

/** Whether the reader may undo what this person decided: themselves, or a person of a role that they make. */
export const isEqualOrBelow = (me: Reader, setter: Pick<User, 'id' | 'roleId'> | undefined): boolean =>
  setter !== undefined && (setter.id === me.userId || mayManageRole(me.roleId, setter.roleId))

type Override = NonNullable<ReturnType<Awaited<ReturnType<typeof readOverrides>>['get']>>
type TagFacts = {
  readonly isDefault: boolean
  readonly isHeld: boolean
  readonly override: Override | undefined
}

const sourceOf = ({ isDefault, isHeld, override }: TagFacts): HeldTag['source'] => {
  if (override?.effect === 'denied') return 'denied'
  if (override) return isHeld ? 'granted' : 'suspended'
  if (isDefault) return isHeld ? 'role' : 'suspended'
  return 'none'
}

const actionsOf = ({ isDefault, override }: TagFacts): HeldTag['may'] => {
  if (override) return ['reset']
  return isDefault ? ['deny'] : ['grant']
}

/** The tags that the role has or can be granted, each with its source and what the reader may do about it. */
const heldTags = async (sql: Queries, me: Reader, user: User): Promise<HeldTag[]> => {
  const overrides = await readOverrides(sql, user.id)
  const changes = await readTagChanges(sql, user)
  const held = tagsOf({ roleId: user.roleId, ...changes })
  const setters = await readUsers(sql, [...new Set([...overrides.values()].map(({ setBy }) => setBy))])
  const mayGrant = isManagedBy(me, user) && me.may('admins.permissions.grant')
  return permissionTags.flatMap(({ tag, byDefault, grantable }) => {
    const isDefault = (byDefault as readonly number[]).includes(user.roleId)
    if (!isDefault && !(grantable as readonly number[]).includes(user.roleId)) return []
    const override = overrides.get(tag)
    const facts = { isDefault, isHeld: held.has(tag), override }
    const setter = override && setters.get(override.setBy)
    const mayUndo = !override || isEqualOrBelow(me, setter)
    return [
      {
        tag,
        isHeld: facts.isHeld,
        source: sourceOf(facts),
        setBy: setter ? { id: setter.id, name: `${setter.firstName} ${setter.lastName}` } : null,
        setAt: override?.setAt ?? null,
        may: mayGrant && me.may(tag as PermissionTag) && mayUndo ? actionsOf(facts) : [],
      },
    ]
  })
}

/** The set data scope, with the names of listed companies that the reader may see. */
const dataScopeOf = async (sql: Queries, user: User): Promise<AdminDetail['dataScope']> => {
  if (!hasDataScope(user.roleId)) return null
  const { kind, companyIds } = await readDataScope(sql, user.id)
  const companies = await readCompanies(sql, companyIds)
  return {
    kind: user.roleId === 10 ? 'listed' : (kind ?? 'own'),
    companies: companies.map((company) => ({ id: company.id, name: brandName(company) })),
  }
}

/**
 * One administrator as the reader sees them.
 * @param sql in the reader's scope
 */
export const readAdminDetail = async (sql: Queries, me: Reader, user: User): Promise<AdminDetail> => {
  const [row] = await adminRows(sql, [user])
  if (!row) throw new Error('A person has no row')
  const factors = await readFactors(sql, user.id)
  const sessions = await sessionsOfUser(sql, { userId: user.id, exceptSessionId: null })
  return {
    ...row,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    passkeyRequired: user.passkeyRequired,
    factors: factors.map(({ method, name, createdAt }) => ({ method, name, createdAt })),
    openSessions: sessions.length,
    tags: await heldTags(sql, me, user),
    dataScope: await dataScopeOf(sql, user),
    companiesSeen: seesAllCompanies(user.roleId) ? null : await readCompaniesSeen(sql, user),
    isManaged: isManagedBy(me, user) && me.may('admins.update'),
    version: user.version,
  }
}
