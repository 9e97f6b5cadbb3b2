import { defaultTags, roleNames, superRole, type PermissionTag, type RoleId } from '@cardamom/contract/roles'
import { allTenants, type Scope } from '../kernel/database.ts'

const roleIds = Object.keys(roleNames).map(Number) as RoleId[]
const tagsByRole: ReadonlyMap<number, ReadonlySet<PermissionTag>> = new Map(
  roleIds.map((roleId) => [roleId, new Set(defaultTags(roleId))]),
)
const noTags: ReadonlySet<PermissionTag> = new Set()

/** How a person's tags differ from those of the role, as the database returned it; null: not at all. */
export type TagChanges = {
  readonly addedTags: readonly string[] | null
  readonly removedTags: readonly string[] | null
}
type TagHolder = { readonly roleId: number } & TagChanges

/**
 * The tags that a person holds (permissions §1): the role's and the granted ones, without those that were denied and
 * those that the tier of their company switches off. Role 6 holds every tag.
 */
export const tagsOf = ({ roleId, addedTags, removedTags }: TagHolder): ReadonlySet<string> => {
  const ofRole: ReadonlySet<string> = tagsByRole.get(roleId) ?? noTags
  if (roleId === superRole || (addedTags === null && removedTags === null)) return ofRole
  const removed = new Set(removedTags)
  return new Set([...ofRole, ...(addedTags ?? [])].filter((tag) => !removed.has(tag)))
}

/** Role 6 passes every check; any other with the tag in its list (product §6). */
export const mayWith = (person: TagHolder) => {
  const tags = tagsOf(person)
  return (tag: PermissionTag): boolean => person.roleId === superRole || tags.has(tag)
}

/** Roles that see every company (domain §2): depositor, super, and the provider's top admins. */
const readAll: ReadonlySet<number> = new Set([4, 6, 11])
/** Provider sub-admins see the companies that a top admin listed for them (permissions §1). */
const providerSubAdmin = 10
/** Roles that see companies: admitted admins, company admins, those with grants, provider sub-admins. */
const seeCompanies: ReadonlySet<number> = new Set([1, 3, 5, 9, providerSubAdmin])

/** Admitted admins: they see all companies that are not hidden from them, and their own. */
const seeVisible: ReadonlySet<number> = new Set([1, 3])

export const seesAllCompanies = (roleId: number): boolean => readAll.has(roleId)

/** Whether a person sees at least the companies of a role that sees all: nobody grants more than they have. */
export const mayGrantRoleScope = ({ scope }: { scope: Scope }, roleId: number): boolean =>
  !seesAllCompanies(roleId) || scope.kind === 'all'

/**
 * A person whose data scope is computed; `companyIds` are the role's companies, as the database returned
 * them.
 */
type RoleHolder = {
  readonly roleId: number
  readonly userId: string
  readonly companyId: string
  readonly companyIds: readonly string[]
}

/** They see the people whom their codes brought (permissions §1). */
const sellers: ReadonlySet<number> = new Set([7, 8])

/** Whose rows a person may see by the tags of their role. Provider sub-admins see listed companies, not their own. */
export const scopeOf = (person: RoleHolder): Scope => {
  const { roleId, userId, companyId, companyIds } = person
  // All tenants: these roles see every company (domain §2).
  if (readAll.has(roleId)) return allTenants
  if (seeVisible.has(roleId)) return { kind: 'companies', companyIds, allButHidden: { own: companyId } }
  if (seeCompanies.has(roleId)) return { kind: 'companies', companyIds }
  const own = { kind: 'own', userId, companyId } as const
  return sellers.has(roleId) ? { ...own, isSeller: true } : own
}

/** Whose rows a person sees in calls about their own data, which need no tag. */
export const ownScopeOf = (person: RoleHolder): Scope => {
  const { roleId, userId, companyId } = person
  return roleId === providerSubAdmin || sellers.has(roleId)
    ? { kind: 'own', userId, companyId }
    : scopeOf(person)
}

/**
 * Roles that work for their company and stop when it is closed; its cardholders and sellers continue (domain
 * §14).
 */
const companyStaff: ReadonlySet<number> = new Set([5, 9])

/** Why a person with a valid session is denied access now, or null. */
export const denialOf = (person: {
  roleId: number
  userActive: boolean
  companyActive: boolean
}): 'unauthorized_access' | null => {
  const isClosed = !person.companyActive && companyStaff.has(person.roleId)
  return person.userActive && !isClosed ? null : 'unauthorized_access'
}
