import { personOf } from '../identity/person-step-up.ts'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'

const describePerson: DescribeStepUp = async ({ sql, params }) => personOf(sql, textOf(params['id']))

/** Facts of operations on people of the cardholders' area. */
export const userStepUps = {
  'POST /users/export': async () => ({}),
  'GET /users/:id/personal-data': describePerson,
} satisfies Partial<StepUpDescribers>
