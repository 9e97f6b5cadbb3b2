import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { Email, PersonName } from '../identity/person-fields.ts'
import { listEndpoint } from '../list.ts'
import { permissionTags } from '../permission-tags.ts'
import { factorMethods } from './step-up.ts'
import type { PermissionTag } from '../roles.ts'
import { Id, Instant } from '../wire.ts'

/**
 * Types of administrators, by role and company (permissions §1). Customised admins belong to the operator, authorised
 * ones to a company.
 */
export const adminTypes = [
  'admin',
  'viewer',
  'depositor',
  'customised',
  'authorised',
  'company',
  'seller',
  'provider',
] as const
export type AdminType = (typeof adminTypes)[number]
export const adminStatuses = ['active', 'invited', 'inactive'] as const

const tagNames = permissionTags.map(({ tag }) => tag)
export const PermissionTagName = z.enum(tagNames as [PermissionTag, ...PermissionTag[]])

const AdminRow = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  roleId: z.number().int(),
  type: z.enum(adminTypes),
  companyId: Id,
  companyName: z.string(),
  /** `invited`: the person has not chosen a password yet. */
  status: z.enum(adminStatuses),
  passkeyEnabled: z.boolean(),
  /** Tags that differ from those of the role. */
  overrides: z.number().int(),
  lastActiveAt: Instant.nullable(),
  createdAt: Instant,
})

export const listAdmins = listEndpoint({
  path: '/admins',
  summary: 'Administrators and sellers of the companies that you may see',
  who: 'admins.view',
  row: AdminRow,
  sorts: ['-createdAt', 'createdAt', 'email', '-email'],
  filters: {
    type: z.enum(adminTypes).optional(),
    status: z.enum(adminStatuses).optional(),
    companyId: Id.optional(),
  },
  days: 'createdAt',
  tabs: { active: { status: 'active' }, invited: { status: 'invited' }, inactive: { status: 'inactive' } },
  search: true,
  byId: true,
  csv: { tag: 'users.export', stepUp: 'S2' },
})

export const dataScopeKinds = ['own', 'subtree', 'listed', 'all'] as const
/** Where a tag of a person comes from. `suspended`: the tier of their company has the module switched off. */
export const tagSources = ['role', 'granted', 'denied', 'suspended', 'none'] as const

const NamedPerson = z.object({ id: Id, name: z.string() })

/** One tag and a person: whether they hold it, why, and what the reader may do about it. */
const HeldTag = z.object({
  tag: PermissionTagName,
  isHeld: z.boolean(),
  source: z.enum(tagSources),
  setBy: NamedPerson.nullable(),
  setAt: Instant.nullable(),
  /** What the reader may do; an empty list means nothing. */
  may: z.array(z.enum(['grant', 'deny', 'reset'])),
})
export type HeldTag = z.output<typeof HeldTag>

const DataScope = z.object({
  kind: z.enum(dataScopeKinds),
  companies: z.array(z.object({ id: Id, name: z.string() })),
})

export const AdminDetail = AdminRow.extend({
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  passkeyRequired: z.boolean(),
  factors: z.array(z.object({ method: z.enum(factorMethods), name: z.string(), createdAt: Instant })),
  openSessions: z.number().int(),
  tags: z.array(HeldTag),
  /** Null for roles whose companies the role decides. */
  dataScope: DataScope.nullable(),
  /** How many companies the person sees now. Null: every company, also future ones. */
  companiesSeen: z.number().int().nullable(),
  /** Whether the reader may change this person. */
  isManaged: z.boolean(),
  version: z.number().int(),
})
export type AdminDetail = z.output<typeof AdminDetail>

const AdminParams = z.object({ id: Id })

export const getAdmin = endpoint({
  method: 'GET',
  path: '/admins/:id',
  summary: 'One administrator: permissions with their sources, data scope, factors and sessions',
  who: 'admins.view',
  params: AdminParams,
  output: AdminDetail,
  refusals: { record_not_found: 404 },
})

const ScopeInput = z
  .object({ kind: z.enum(dataScopeKinds), companyIds: z.array(Id).max(200).default([]) })
  .refine(({ kind, companyIds }) => kind !== 'listed' || companyIds.length > 0, {
    path: ['companyIds'],
    error: 'required',
  })

const createdRoles = [1, 3, 4, 5, 6, 9, 10, 11] as const
export const CreatedRole = z.literal(createdRoles)

/** The form of a new administrator. */
export const NewAdmin = z.object({
  email: Email,
  firstName: PersonName,
  lastName: PersonName,
  roleId: CreatedRole,
  companyId: Id,
  locale: z.enum(['en', 'es']),
})

export const createAdmin = endpoint({
  method: 'POST',
  path: '/admins',
  summary: 'Invite an administrator by a one-time link in a mail',
  who: 'admins.create',
  stepUp: 'S2',
  status: 201,
  input: NewAdmin,
  output: AdminDetail,
  refusals: {
    email_taken: 409,
    /** The caller may not make this role, or not in this company. */
    role_not_allowed: 403,
    record_not_found: 404,
    company_closed: 409,
  },
})

export const inviteAdmin = endpoint({
  method: 'POST',
  path: '/admins/:id/invitation',
  summary: 'Send the invitation again; the earlier link stops working',
  who: 'admins.create',
  params: AdminParams,
  output: z.null(),
  refusals: { record_not_found: 404, role_not_allowed: 403, already_joined: 409, rate_limited: 429 },
})

const changedAdminRefusals = {
  record_not_found: 404,
  role_not_allowed: 403,
  own_account: 409,
  record_changed: 409,
  validation: 422,
} as const

export const updateAdmin = endpoint({
  method: 'PATCH',
  path: '/admins/:id',
  summary: 'Change name or role of an administrator; another role ends their sessions',
  who: 'admins.update',
  stepUp: 'S2',
  headers: ['If-Match'],
  params: AdminParams,
  input: z.object({
    firstName: PersonName.optional(),
    lastName: PersonName.optional(),
    roleId: CreatedRole.optional(),
    passkeyRequired: z.boolean().optional(),
  }),
  output: AdminDetail,
  refusals: { ...changedAdminRefusals, last_super_admin: 409 },
})

/** Roles that see every company and have every permission of their area. */
export const topRoles = [6, 11] as const

export const grantTopRole = endpoint({
  method: 'POST',
  path: '/admins/:id/top-role',
  summary: 'Make an administrator a super admin or a provider top admin; a second super admin approves it',
  who: 'admins.permissions.grant',
  stepUp: 'S2',
  fourEyes: true,
  checkedBySuper: true,
  idempotent: true,
  status: 202,
  params: AdminParams,
  input: z.object({ roleId: z.literal(topRoles), reason: ApprovalReason }),
  output: ApprovalRequested,
  refusals: {
    record_not_found: 404,
    /** The maker is no super administrator, or the person has this role or is deactivated. */
    role_not_allowed: 403,
    own_account: 409,
    last_super_admin: 409,
  },
})

/** Changes of a person's permissions. Tags that are not named stay as they are. */
export const PermissionChange = z.object({
  grant: z.array(PermissionTagName).max(tagNames.length).default([]),
  deny: z.array(PermissionTagName).max(tagNames.length).default([]),
  /** Back to what the role has. */
  reset: z.array(PermissionTagName).max(tagNames.length).default([]),
  scope: ScopeInput.optional(),
  reason: ApprovalReason,
})

export const changePermissions = endpoint({
  method: 'POST',
  path: '/admins/:id/permissions',
  summary: 'Grant or deny tags to an administrator, or set whose data they see; a second person approves it',
  who: 'admins.permissions.grant',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  params: AdminParams,
  input: PermissionChange,
  output: ApprovalRequested,
  refusals: {
    record_not_found: 404,
    role_not_allowed: 403,
    own_account: 409,
    validation: 422,
    /** The role can never have this tag, or has it without a grant. */
    tag_not_grantable: 409,
    /** The maker does not hold this tag, or does not see this company. */
    more_than_own: 403,
  },
})
