import { formatCents } from '@cardamom/contract/money'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { readHolderName } from './wallet-holders.sql.ts'

const describeAdjustment: DescribeStepUp = async ({
  sql,
  input: { ownerId, wallet, type, amount, reason },
}) => ({
  holder: await readHolderName(sql, textOf(ownerId)),
  wallet: textOf(wallet),
  adjustmentType: textOf(type),
  amount: typeof amount === 'bigint' ? formatCents(amount) : '',
  reason: textOf(reason),
})

export const adjustmentStepUps = {
  'POST /wallet-adjustments': describeAdjustment,
} satisfies Partial<StepUpDescribers>
