import { formatCents } from '@cardamom/contract/money'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { readHolderName } from '../wallets/wallet-holders.sql.ts'
import { readProof } from './top-ups.sql.ts'

const moneyOf = (value: unknown): string => (typeof value === 'bigint' ? formatCents(value) : '')

const describeEntry: DescribeStepUp = async ({ sql, input }) => {
  const proof = await readProof(sql, textOf(input['proofId']))
  return {
    company: await readHolderName(sql, textOf(input['companyId'])),
    wallet: textOf(input['wallet']),
    total: moneyOf(input['gross']),
    fee: moneyOf(input['fee']),
    bankReference: textOf(input['bankReference']),
    valuedOn: textOf(input['valuedOn']),
    // The id, by which the person who approves it opens the file.
    proof: proof?.id ?? '',
    reason: textOf(input['reason']),
  }
}

export const depositStepUps = {
  'POST /top-ups': describeEntry,
} satisfies Partial<StepUpDescribers>
