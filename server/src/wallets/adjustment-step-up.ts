import { formatCents } from '@cardamom/contract/money'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { findCard } from '../cards/cards.sql.ts'
import { personOf } from '../identity/person-step-up.ts'
import { publicRef } from '../kernel/ids.ts'
import type { Queries } from '../kernel/queries.ts'
import { readAdjustment } from './wallet-adjustments.sql.ts'
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

const describeCardAdjustment: DescribeStepUp = async ({ sql, input: { cardId, type, amount, reason } }) => {
  const card = await findCard(sql, textOf(cardId))
  return {
    ...(card ? { ...(await personOf(sql, card.userId)), card: `•••• ${card.lastDigits ?? ''}` } : {}),
    adjustmentType: textOf(type),
    amount: typeof amount === 'bigint' ? formatCents(amount) : '',
    reason: textOf(reason),
  }
}

const cardText = async (sql: Queries, cardId: string): Promise<string> =>
  `•••• ${(await findCard(sql, cardId))?.lastDigits ?? ''}`

const describeReversal: DescribeStepUp = async ({ sql, params, input: { reason } }) => {
  const row = await readAdjustment(sql, textOf(params['id']))
  if (!row) return { reason: textOf(reason) }
  const holder =
    row.cardHolderId === null
      ? { holder: await readHolderName(sql, row.ownerId), wallet: row.wallet ?? '' }
      : { ...(await personOf(sql, row.cardHolderId)), card: await cardText(sql, row.ownerId) }
  return {
    adjustment: publicRef('A', row.id),
    ...holder,
    adjustmentType: row.type === 'credit' ? 'debit' : 'credit',
    amount: formatCents(row.amountCents),
    reason: textOf(reason),
  }
}

export const adjustmentStepUps = {
  'POST /card-adjustments': describeCardAdjustment,
  'POST /wallet-adjustments/:id/reversal': describeReversal,
  'POST /wallet-adjustments': describeAdjustment,
} satisfies Partial<StepUpDescribers>
