import { formatCents } from '@cardamom/contract/money'
import { readNames } from '../identity/users.sql.ts'
import { textOf, type DescribeStepUp, type StepUpDescribers } from '../kernel/step-up-facts.ts'
import { readHolderName } from '../wallets/wallet-holders.sql.ts'
import { withdrawalRef } from './withdrawal-plans.ts'
import { ownerIdOf } from './withdrawal-terms.ts'
import { readBookedAddress, readWithdrawal } from './withdrawals.sql.ts'

const moneyOf = (value: unknown): string => (typeof value === 'bigint' ? formatCents(value) : '')

const describeAddress: DescribeStepUp = async ({ sql, me, input }) => {
  const owner = ownerIdOf(me, input['of'] === 'company' ? 'company' : 'me')
  return {
    holder: owner.accepted ? await readHolderName(sql, owner.value) : '',
    addressLabel: textOf(input['label']),
    address: textOf(input['address']),
    network: textOf(input['network']),
  }
}

const describeRequest: DescribeStepUp = async ({ sql, me, input }) => {
  const owner = ownerIdOf(me, input['of'] === 'company' ? 'company' : 'me')
  if (!owner.accepted) return {}
  const address = await readBookedAddress(sql, { id: textOf(input['addressId']), ownerId: owner.value })
  return {
    holder: await readHolderName(sql, owner.value),
    wallet: textOf(input['wallet']),
    total: moneyOf(input['total']),
    fee: moneyOf(input['fee']),
    coin: textOf(input['asset']),
    addressLabel: address?.label ?? '',
    address: address?.address ?? '',
    network: address?.network ?? '',
    description: textOf(input['description']),
  }
}

/** What an administrator signs: amount, address, risk, and who requested it since when. */
const describeDecision: DescribeStepUp = async ({ sql, params, input }) => {
  const row = await readWithdrawal(sql, textOf(params['id']))
  if (!row) return {}
  const names = await readNames(sql, [row.requestedBy])
  return {
    withdrawal: withdrawalRef(row.id),
    holder: await readHolderName(sql, row.ownerId),
    total: formatCents(row.totalCents),
    fee: formatCents(row.feeCents),
    net: formatCents(row.netCents),
    coin: row.asset,
    address: row.toAddress,
    network: row.network,
    addressRisk: row.risk,
    requestedBy: names.get(row.requestedBy) ?? '',
    requestedSince: row.requestedAt.toISOString(),
    ...('reason' in input ? { reason: textOf(input['reason']) } : {}),
  }
}

export const withdrawalStepUps = {
  'POST /payout-addresses': describeAddress,
  'POST /withdrawals': describeRequest,
  'POST /withdrawals/:id/approval': describeDecision,
  'POST /withdrawals/:id/rejection': describeDecision,
  'POST /withdrawals/export': () => Promise.resolve({}),
} satisfies Partial<StepUpDescribers>
