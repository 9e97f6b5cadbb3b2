import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { findRecord } from './company-records.sql.ts'

const describeNew: DescribeStepUp = ({ input }) => Promise.resolve({ company: textOf(input['name']) })
const describeCompany: DescribeStepUp = async ({ sql, params }) => {
  const company = await findRecord(sql, textOf(params['id']))
  return company ? { company: company.name } : {}
}

export const companyStepUps = {
  'POST /companies': describeNew,
  'PATCH /companies/:id': describeCompany,
  'PATCH /companies/:id/settings': describeCompany,
  'PATCH /companies/:id/card-creation': describeCompany,
  'PATCH /companies/:id/branding': describeCompany,
  'POST /companies/:id/logo': describeCompany,
  'POST /companies/:id/parent': describeCompany,
  'POST /companies/:id/deactivate': describeCompany,
  'POST /companies/:id/activate': describeCompany,
} satisfies Partial<StepUpDescribers>
