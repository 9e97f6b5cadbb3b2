import { formatCents } from '@cardamom/contract/money'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { readHolderName } from '../wallets/wallet-holders.sql.ts'
import { readProof, readTopUp } from './top-ups.sql.ts'

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

/** A top-up that exists: whose it is, and how much. */
const describeEnding: DescribeStepUp = async ({ sql, params, input }) => {
  const row = await readTopUp(sql, textOf(params['id']))
  if (!row) return {}
  const line = textOf(input['statementLine'])
  const reason = textOf(input['reason'])
  return {
    company: await readHolderName(sql, row.companyId),
    wallet: row.wallet,
    total: formatCents(row.grossCents),
    bankReference: row.bankReference,
    ...(line === '' ? {} : { statementLine: line }),
    ...(reason === '' ? {} : { reason }),
  }
}

export const depositStepUps = {
  'POST /top-ups': describeEntry,
  'POST /top-ups/:id/match': describeEnding,
  'POST /top-ups/:id/reversal': describeEnding,
} satisfies Partial<StepUpDescribers>
