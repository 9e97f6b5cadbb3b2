import { formatCents } from '@cardamom/contract/money'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { readHolderName } from '../wallets/wallet-holders.sql.ts'
import { readSeen } from './settlement-access.ts'
import { netOf } from './settlement.ts'
import { manualSums, type ManualLine } from './settlement-draft.ts'
import { readExpected } from './settlement-detail.ts'
import { settlementRef } from './settlements.list.ts'
import { readSettlement } from './settlements.sql.ts'

const describeDraft: DescribeStepUp = async ({ sql, input }) => {
  const { addedCents, deductedCents } = manualSums(input['lines'] as ManualLine[])
  return {
    holder: await readHolderName(sql, textOf(input['ownerId'])),
    wallet: textOf(input['wallet']),
    periodEnd: textOf(input['day']),
    manualLines: formatCents(addedCents - deductedCents),
    reason: textOf(input['reason']),
  }
}

/** What a settlement is and would pay now. */
const describe: DescribeStepUp = async ({ sql, params, input }) => {
  const row = await readSettlement(sql, textOf(params['id']))
  if (!row) return {}
  const { row: now, payment } = await readExpected(sql, row)
  return {
    settlement: settlementRef(row.id),
    holder: await readHolderName(sql, row.ownerId),
    wallet: row.wallet,
    periodEnd: row.periodEnd.toISOString().slice(0, 10),
    total: formatCents(netOf(now)),
    paidOut: formatCents(payment.paidCents),
    ...('reason' in input ? { reason: textOf(input['reason']) } : {}),
  }
}

const describeFile: DescribeStepUp = async ({ sql, me, input }) => {
  const row = await readSeen(sql, me, textOf(input['settlementId']))
  return row ? { settlement: settlementRef(row.id), holder: await readHolderName(sql, row.ownerId) } : {}
}

export const settlementStepUps = {
  'POST /settlements': describeDraft,
  'POST /settlements/:id/approval': describe,
  'POST /settlements/:id/payment': describe,
  'POST /settlements/:id/void': describe,
  'POST /settlements/file/export': describeFile,
} satisfies Partial<StepUpDescribers>
