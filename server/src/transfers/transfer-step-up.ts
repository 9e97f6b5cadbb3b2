import { formatCents } from '@cardamom/contract/money'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { describeReceivers } from './batch-receivers.ts'
import { readReceiver } from './receiving-cards.ts'
import { readTransfer } from './transfers.sql.ts'
import { readBatch } from './wallet-load-batches.sql.ts'
import { readHolderName } from '../wallets/wallet-holders.sql.ts'

const moneyOf = (value: unknown): string => (typeof value === 'bigint' ? formatCents(value) : '')

const referenceOf = ({ reference }: Readonly<Record<string, unknown>>) =>
  typeof reference === 'string' ? { reference } : {}

const describeCreation: DescribeStepUp = async ({ sql, input }) => ({
  sender: await readHolderName(sql, textOf(input['fromOwnerId'])),
  receiver: await readHolderName(sql, textOf(input['toOwnerId'])),
  wallet: textOf(input['fromWallet']),
  total: moneyOf(input['total']),
  fee: moneyOf(input['fee']),
  ...referenceOf(input),
  reason: textOf(input['reason']),
})

const describeWalletLoad: DescribeStepUp = async ({ sql, input }) => {
  const card = await readReceiver(sql, textOf(input['cardId']))
  return {
    sender: await readHolderName(sql, textOf(input['fromOwnerId'])),
    card: card ? `${card.holderName} ${card.lastDigits ?? ''}`.trim() : '',
    wallet: textOf(input['fromWallet']),
    total: moneyOf(input['total']),
    fee: moneyOf(input['fee']),
    ...referenceOf(input),
    reason: textOf(input['reason']),
  }
}

/** Receivers that a confirmation names. The confirmation is bound to all of them. */
const mostNamed = 10

const describeBatch: DescribeStepUp = async ({ sql, input }) => {
  const receivers = await describeReceivers(sql, input['rows'])
  const more = receivers.length > mostNamed ? [`+${receivers.length - mostNamed}`] : []
  return {
    sender: await readHolderName(sql, textOf(input['fromOwnerId'])),
    wallet: textOf(input['fromWallet']),
    transfers: String(receivers.length),
    card: [...receivers.slice(0, mostNamed), ...more].join('; '),
    total: moneyOf(input['total']),
    fee: moneyOf(input['fee']),
    reason: textOf(input['reason']),
  }
}

const describeStop: DescribeStepUp = async ({ sql, params, input }) => {
  const batch = await readBatch(sql, textOf(params['id']))
  if (!batch) return {}
  return {
    sender: await readHolderName(sql, batch.companyId),
    wallet: batch.wallet,
    total: formatCents(batch.totalCents),
    reason: textOf(input['reason']),
  }
}

const describeCancellation: DescribeStepUp = async ({ sql, params, input }) => {
  const row = await readTransfer(sql, textOf(params['id']))
  if (!row) return {}
  return {
    sender: await readHolderName(sql, row.fromOwnerId),
    wallet: row.wallet,
    total: formatCents(row.totalCents),
    reason: textOf(input['reason']),
  }
}

const describeReturn: DescribeStepUp = async ({ sql, params, input }) => {
  const row = await readTransfer(sql, textOf(params['id']))
  if (!row) return {}
  return {
    sender: await readHolderName(sql, row.toOwnerId),
    receiver: await readHolderName(sql, row.fromOwnerId),
    wallet: row.wallet,
    total: formatCents(row.totalCents),
    reason: textOf(input['reason']),
  }
}

export const transferStepUps = {
  'POST /transfers': describeCreation,
  'POST /transfers/:id/reversal': describeReturn,
  'POST /transfers/to-card': describeWalletLoad,
  'POST /transfers/:id/cancellation': describeCancellation,
  'POST /wallet-load-batches': describeBatch,
  'POST /wallet-load-batches/:id/stop': describeStop,
} satisfies Partial<StepUpDescribers>
