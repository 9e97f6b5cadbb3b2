import { readCompany } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { findRecord } from '../companies/company-records.sql.ts'
import { readPendingChange } from '../identity/email-changes.sql.ts'
import { personOf } from '../identity/person-step-up.ts'
import { readUser } from '../identity/users.sql.ts'
import { factorNames } from './factor.ts'
import { readFactors } from './factors.sql.ts'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'

const describePerson: DescribeStepUp = async ({ sql, params }) => personOf(sql, textOf(params['id']))

const describeWithNote: DescribeStepUp = async (call) => {
  const note = textOf(call.input['note'])
  return { ...(await describePerson(call)), ...(note ? { note } : {}) }
}

const mostNames = 5

/** How many people a bulk call is about, and the first of them by name. */
const describePeople: DescribeStepUp = async ({ sql, input }) => {
  const ids = Array.isArray(input['ids']) ? input['ids'].map(textOf) : []
  const named = await Promise.all(ids.slice(0, mostNames).map((id) => personOf(sql, id)))
  const names = named.flatMap(({ person }) => person ?? [])
  const note = textOf(input['note'])
  const more = ids.length > mostNames ? ', …' : ''
  return { people: `${ids.length}: ${names.join(', ')}${more}`, ...(note ? { note } : {}) }
}

/** Facts of operations on people of the cardholders' area. */
export const userStepUps = {
  'POST /users/export': async () => ({}),
  'POST /email-changes/export': async () => ({}),
  'GET /users/:id/personal-data': describePerson,
  'POST /users/:id/password-reset': describeWithNote,
  'POST /users/:id/password-reset/default': describeWithNote,
  'POST /users/:id/company': async (call) => {
    const { sql, params, input } = call
    const user = await readUser(sql, textOf(params['id']))
    const next = await findRecord(sql, textOf(input['companyId']))
    return {
      ...(await describePerson(call)),
      ...(user ? { companyFrom: brandName(await readCompany(sql, user.companyId)) } : {}),
      ...(next ? { companyTo: brandName(next) } : {}),
      note: textOf(input['note']),
    }
  },
  'POST /users/:id/email-verification': describePerson,
  'POST /users/:id/factors/reset': async ({ sql, params, input }) => ({
    ...(await personOf(sql, textOf(params['id']))),
    factors: factorNames(await readFactors(sql, textOf(params['id']))),
    reason: textOf(input['reason']),
  }),
  'POST /users/:id/impersonations/changes': async ({ sql, params, input }) => ({
    ...(await personOf(sql, textOf(params['id']))),
    reason: textOf(input['reason']),
  }),
  'POST /email-changes/:id/old-confirmation': async ({ sql, params, input }) => {
    const change = await readPendingChange(sql, { id: textOf(params['id']) })
    const reason = textOf(input['reason'])
    if (!change) return { reason }
    const { userId, fromEmail: emailFrom, toEmail: emailTo } = change
    return { ...(await personOf(sql, userId)), emailFrom, emailTo, reason }
  },
  'PATCH /users/:id': describePerson,
  'POST /users/bulk/deactivate': describePeople,
  'POST /users/bulk/activate': describePeople,
  'POST /users/bulk/lockouts/lift': describePeople,
} satisfies Partial<StepUpDescribers>
