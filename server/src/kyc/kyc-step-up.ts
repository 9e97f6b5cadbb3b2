import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { personOf } from '../identity/person-step-up.ts'
import { findCase } from './kyc-cases.sql.ts'

const describeCase: DescribeStepUp = async ({ sql, params, input }) => {
  const found = await findCase(sql, textOf(params['id']))
  const note = textOf(input['note'])
  return { ...(found ? await personOf(sql, found.userId) : {}), ...(note ? { note } : {}) }
}

export const kycStepUps = {
  'GET /kyc-cases/:id/images': describeCase,
  'POST /kyc-cases/export': () => Promise.resolve({}),
  'POST /kyc-cases/:id/approve': describeCase,
  'POST /kyc-cases/:id/reject': describeCase,
  'POST /kyc-cases/:id/reset': describeCase,
} satisfies Partial<StepUpDescribers>
