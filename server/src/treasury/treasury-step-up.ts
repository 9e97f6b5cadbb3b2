import { formatCents } from '@cardamom/contract/money'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'

const describeCapital: DescribeStepUp = async ({ input: { amount, reason } }) => ({
  amount: typeof amount === 'bigint' ? formatCents(amount) : '',
  reason: textOf(reason),
})

export const treasuryStepUps = {
  'POST /capital-contributions': describeCapital,
} satisfies Partial<StepUpDescribers>
