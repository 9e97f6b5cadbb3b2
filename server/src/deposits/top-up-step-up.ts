import { formatCents } from '@cardamom/contract/money'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { isLoad } from '../loads/load-record.ts'
import { readOpenRefund } from '../loads/load-refunds.sql.ts'
import { readPayment } from '../loads/loads.sql.ts'
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
    ...(row.bankReference === null ? {} : { bankReference: row.bankReference }),
    ...(line === '' ? {} : { statementLine: line }),
    ...(reason === '' ? {} : { reason }),
  }
}

/** Crypto that is not as quoted: whose it is, what was chosen, and why. */
const describeResolution: DescribeStepUp = async ({ sql, params, input }) => {
  const load = await readPayment(sql, textOf(params['id']))
  if (!load || isLoad(load)) return {}
  const address = textOf(input['address'])
  return {
    company: await readHolderName(sql, load.companyId),
    wallet: load.speed,
    ...(address === '' ? { total: moneyOf(input['net']) } : { address, network: load.network }),
    reason: textOf(input['reason']),
  }
}

/** The refund of a deposit as it is requested: whose it is, and where it goes, where the address is known. */
const describeRefundRequest: DescribeStepUp = async ({ sql, params, input }) => {
  const load = await readPayment(sql, textOf(params['id']))
  if (!load || isLoad(load)) return {}
  const address = textOf(input['address'])
  return {
    company: await readHolderName(sql, load.companyId),
    wallet: load.speed,
    ...(address === '' ? {} : { address }),
    network: load.network,
  }
}

const describeRefundStop: DescribeStepUp = async ({ sql, params, input }) => {
  const load = await readPayment(sql, textOf(params['id']))
  if (!load || isLoad(load)) return {}
  const refund = await readOpenRefund(sql, load.id)
  return {
    company: await readHolderName(sql, load.companyId),
    wallet: load.speed,
    ...(refund ? { address: refund.address, network: load.network } : {}),
    reason: textOf(input['reason']),
  }
}

/** A deposit by crypto before its price is locked: whose wallet, how much, in which coin. */
const describeCoin: DescribeStepUp = async ({ sql, input }) => ({
  company: await readHolderName(sql, textOf(input['companyId'])),
  wallet: textOf(input['wallet']),
  total: moneyOf(input['amount']),
  coin: textOf(input['asset']),
  network: textOf(input['network']),
})

const describeCancelled: DescribeStepUp = async ({ sql, params }) => {
  const load = await readPayment(sql, textOf(params['id']))
  if (!load || isLoad(load)) return {}
  return {
    company: await readHolderName(sql, load.companyId),
    wallet: load.speed,
    total: formatCents(load.grossCents),
    coin: load.asset,
    network: load.network,
  }
}

export const depositStepUps = {
  'POST /coin-deposits': describeCoin,
  'POST /coin-deposits/:id/cancel': describeCancelled,
  'POST /coin-deposits/:id/credit': describeResolution,
  'POST /coin-deposits/:id/refund': describeResolution,
  'POST /coin-deposits/:id/refund-address-requests': describeRefundRequest,
  'POST /coin-deposits/:id/refund-request': describeRefundRequest,
  'POST /coin-deposits/:id/refund-to-entered-address': describeResolution,
  'POST /coin-deposits/:id/refund/stop': describeRefundStop,
  'POST /top-ups': describeEntry,
  'POST /top-ups/:id/match': describeEnding,
  'POST /top-ups/:id/reversal': describeEnding,
} satisfies Partial<StepUpDescribers>
