import type { PermissionChange } from '@cardamom/contract/access/admins'
import type { z } from 'zod'
import { roleNames, type RoleId } from '@cardamom/contract/roles'
import { companyRows, readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { personOf } from '../identity/person-step-up.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import {
  textOf,
  type DescribeStepUp,
  type StepUpDescribers,
  type StepUpFacts,
} from '../kernel/step-up-facts.ts'

const roleOf = (roleId: unknown): StepUpFacts =>
  typeof roleId === 'number' && roleId in roleNames ? { role: roleNames[roleId as RoleId] } : {}

/** Names of the companies that the caller may see. */
const companiesOf = async (sql: Queries, ids: readonly string[]): Promise<StepUpFacts> => {
  const seen = await companyRows(sql).where('id', '=', anyOf(ids)).execute()
  const companies = await readCompanies(
    sql,
    seen.map(({ id }) => id),
  )
  const names = companies.map(brandName)
  return names.length > 0 ? { company: names.join(', ') } : {}
}

const describeNewAdmin: DescribeStepUp = async ({ sql, input }) => ({
  person: `${textOf(input['firstName'])} ${textOf(input['lastName'])} (${textOf(input['email'])})`,
  ...roleOf(input['roleId']),
  ...(await companiesOf(sql, [textOf(input['companyId'])])),
})

const describeChange: DescribeStepUp = async ({ sql, params, input }) => {
  const { passkeyRequired } = input
  return {
    ...(await personOf(sql, textOf(params['id']))),
    ...roleOf(input['roleId']),
    ...(typeof passkeyRequired === 'boolean' ? { passkeyRequired: passkeyRequired ? 'on' : 'off' } : {}),
  }
}

/** The facts of a change of permissions, which its checker sees too. */
export const describePermissions = async (
  sql: Queries,
  userId: string,
  { grant, deny, reset, scope }: Partial<z.output<typeof PermissionChange>>,
): Promise<StepUpFacts> => {
  const lists = { granted: grant, denied: deny, restored: reset }
  const named = Object.entries(lists).flatMap(([name, tags]) =>
    tags && tags.length > 0 ? [[name, tags.join(', ')]] : [],
  )
  return {
    ...(await personOf(sql, userId)),
    ...Object.fromEntries(named),
    ...(scope ? { dataScope: scope.kind } : {}),
    ...(scope ? await companiesOf(sql, scope.companyIds) : {}),
  }
}

const describePerson: DescribeStepUp = async ({ sql, params, input }) => {
  const note = textOf(input['note'])
  return { ...(await personOf(sql, textOf(params['id']))), ...(note ? { note } : {}) }
}

const describeImpersonation: DescribeStepUp = async ({ sql, params, input }) => ({
  ...(await personOf(sql, textOf(params['id']))),
  reason: textOf(input['reason']),
})

/** Facts of operations on administrators and on other people's access. */
export const adminStepUps = {
  'POST /admins': describeNewAdmin,
  'PATCH /admins/:id': describeChange,
  'POST /admins/:id/permissions': async ({ sql, params, input }) => ({
    ...(await describePermissions(sql, textOf(params['id']), input)),
    reason: textOf(input['reason']),
  }),
  'POST /admins/:id/top-role': async ({ sql, params, input }) => ({
    ...(await personOf(sql, textOf(params['id']))),
    ...roleOf(input['roleId']),
    reason: textOf(input['reason']),
  }),
  'POST /admins/export': async () => ({}),
  'POST /users/:id/sessions/end': describePerson,
  'POST /users/:id/impersonations': describeImpersonation,
  'POST /users/:id/deactivate': describePerson,
  'POST /users/:id/activate': describePerson,
} satisfies Partial<StepUpDescribers>
