import { permissionTags } from './permission-tags.ts'

export type PermissionTag = (typeof permissionTags)[number]['tag']

/** Role ids are fixed (domain §2). Role 6 has every permission. */
export const roleNames = {
  1: 'admin',
  2: 'cardholder',
  3: 'viewer_admin',
  4: 'depositor_admin',
  5: 'company_admin',
  6: 'super_admin',
  7: 'seller_one',
  8: 'seller_two',
  9: 'customised_admin',
  10: 'provider_sub_admin',
  11: 'provider_top_admin',
} as const

export type RoleId = keyof typeof roleNames
export const superRole: RoleId = 6

const adminAreaRoles: ReadonlySet<number> = new Set([1, 3, 4, 5, 6, 9, 10, 11])
/** Roles whose permissions are loaded before the app shows (product §4). */
const rolesThatWaitForPermissions: ReadonlySet<number> = new Set([10, 11])

export const isAdminArea = (roleId: number): boolean => adminAreaRoles.has(roleId)
export const waitsForPermissions = (roleId: number): boolean => rolesThatWaitForPermissions.has(roleId)

/** Tags that a role holds without any grant. Role 6 holds all tags. */
export const defaultTags = (roleId: RoleId): PermissionTag[] =>
  permissionTags
    .filter(({ byDefault }) => roleId === superRole || (byDefault as readonly number[]).includes(roleId))
    .map(({ tag }) => tag)

/**
 * Roles that an administrator of each role makes and manages: never more than they have themselves (permissions §1).
 * Only a 6 makes a 4, 6 or 11, because those see every company. Sellers (7, 8) are made with their codes.
 */
const managedRoles: Readonly<Partial<Record<RoleId, readonly RoleId[]>>> = {
  1: [1, 3, 5, 9],
  5: [5, 9],
  6: [1, 3, 4, 5, 6, 9, 10, 11],
  11: [10],
}

export const rolesManagedBy = (roleId: number): readonly RoleId[] => managedRoles[roleId as RoleId] ?? []
/**
 * Whether one administrator may assign this role to a person. Roles 6 and 11 need a second super administrator, so
 * nobody assigns them alone.
 */
export const mayAssignRole = (roleId: number, assignedRoleId: number): boolean =>
  assignedRoleId !== 6 && assignedRoleId !== 11 && mayManageRole(roleId, assignedRoleId)
/** Whether one administrator may create, change, or set permissions of a person of the other role. */
export const mayManageRole = (roleId: number, otherRoleId: number): boolean =>
  rolesManagedBy(roleId).some((each) => each === otherRoleId)

/** Roles whose companies are set for each person (permissions §1). */
export const hasDataScope = (roleId: number): boolean => roleId === 9 || roleId === 10
