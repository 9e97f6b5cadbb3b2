import { formatCents } from '@cardamom/contract/money'
import { personOf } from '../identity/person-step-up.ts'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { findContribution } from './capital-contributions.sql.ts'

const describeProposal: DescribeStepUp = async ({ input: { amount, note } }) => ({
  amount: typeof amount === 'bigint' ? formatCents(amount) : '',
  note: textOf(note),
})

/** The proposed amount and the person who proposed it. */
const describeContribution: DescribeStepUp = async ({ sql, params }) => {
  const found = await findContribution(sql, textOf(params['id']))
  if (!found) return {}
  const { amountCents, note, proposedBy } = found
  return { amount: formatCents(amountCents), note, ...(await personOf(sql, proposedBy)) }
}

export const treasuryStepUps = {
  'POST /capital-contributions': describeProposal,
  'POST /capital-contributions/:id/confirm': describeContribution,
} satisfies Partial<StepUpDescribers>
