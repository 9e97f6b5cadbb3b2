import { personOf } from '../identity/person-step-up.ts'
import { factorNames } from './factor.ts'
import { readFactors } from './factors.sql.ts'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'

const describePerson: DescribeStepUp = async ({ sql, params }) => personOf(sql, textOf(params['id']))

/** Facts of operations on people of the cardholders' area. */
export const userStepUps = {
  'POST /users/export': async () => ({}),
  'GET /users/:id/personal-data': describePerson,
  'POST /users/:id/password-reset': async (call) => {
    const note = textOf(call.input['note'])
    return { ...(await describePerson(call)), ...(note ? { note } : {}) }
  },
  'POST /users/:id/email-verification': describePerson,
  'POST /users/:id/factors/reset': async ({ sql, params, input }) => ({
    ...(await personOf(sql, textOf(params['id']))),
    factors: factorNames(await readFactors(sql, textOf(params['id']))),
    reason: textOf(input['reason']),
  }),
  'PATCH /users/:id': describePerson,
} satisfies Partial<StepUpDescribers>
