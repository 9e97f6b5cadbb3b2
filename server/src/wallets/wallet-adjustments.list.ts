import { listWalletAdjustments } from '@cardamom/contract/wallets/wallet-adjustments'
import { readBrandNames } from '../companies/companies.sql.ts'
import { readNames } from '../identity/users.sql.ts'
import { publicRef } from '../kernel/ids.ts'
import { list } from '../kernel/list.ts'
import { adjustmentRows } from './wallet-adjustments.sql.ts'
import { readHolderNames } from './wallet-holders.sql.ts'

/** Manual credits and debits of the wallets in scope, the last first. */
export const walletAdjustmentsList = list(listWalletAdjustments, {
  table: 'walletAdjustment',
  from: adjustmentRows,
  scope: 'companies',
  items: async (rows, { sql }) => {
    const holders = await readHolderNames(
      sql,
      rows.map(({ ownerId, ownerKind }) => ({ id: ownerId, kind: ownerKind })),
    )
    const companies = await readBrandNames(sql, [...new Set(rows.map(({ companyId }) => companyId))])
    const people = await readNames(sql, [
      ...new Set(rows.flatMap(({ requestedBy, approvedBy }) => [requestedBy, approvedBy ?? []].flat())),
    ])
    return rows.map((row) => ({
      id: row.id,
      ref: publicRef('A', row.id),
      holderId: row.ownerId,
      holderKind: row.ownerKind,
      holderName: holders.get(row.ownerId) ?? '',
      companyId: row.companyId,
      companyName: companies.get(row.companyId) ?? '',
      wallet: row.wallet,
      type: row.type,
      amount: row.amountCents,
      reason: row.reason,
      requestedByName: people.get(row.requestedBy) ?? '',
      approvedByName: row.approvedBy === null ? null : (people.get(row.approvedBy) ?? ''),
      adjustedAt: row.adjustedAt,
    }))
  },
  csv: {
    texts: 'walletAdjustments',
    columns: [
      'ref',
      'holderName',
      'companyName',
      'wallet',
      'type',
      'amount',
      'reason',
      'requestedByName',
      'approvedByName',
      'adjustedAt',
    ],
  },
})
