import { listTransfers } from '@cardamom/contract/transfers'
import { expressionBuilder } from 'kysely'
import { readNames } from '../identity/users.sql.ts'
import { publicRef } from '../kernel/ids.ts'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { readHolderNames } from '../wallets/wallet-holders.sql.ts'
import { transferRows, type TransferRecord } from './transfers.sql.ts'

const where = expressionBuilder<DB, 'walletTransfer'>()

/** The reference of a transfer that people see. */
export const transferRef = (id: string): string => publicRef('T', id)

/** Transfers as administrators see them. The name of a person out of the scope is empty. */
export const transferViews = async (sql: Queries, rows: readonly TransferRecord[]) => {
  const holders = await readHolderNames(
    sql,
    rows.flatMap(({ fromOwnerId, fromKind, toOwnerId, toKind }) => [
      { id: fromOwnerId, kind: fromKind },
      { id: toOwnerId, kind: toKind },
    ]),
  )
  const deciders = rows.flatMap(({ requestedBy, approvedBy }) => [requestedBy, approvedBy ?? []].flat())
  const people = await readNames(sql, [...new Set(deciders)])
  return rows.map((row) => ({
    id: row.id,
    ref: transferRef(row.id),
    kind: row.kind,
    status: row.status,
    senderId: row.fromOwnerId,
    senderName: holders.get(row.fromOwnerId) ?? '',
    receiverId: row.toOwnerId,
    receiverName: holders.get(row.toOwnerId) ?? '',
    wallet: row.wallet,
    total: row.totalCents,
    fee: row.feeCents,
    net: row.netCents,
    reason: row.reason,
    requestedByName: people.get(row.requestedBy) ?? '',
    approvedByName: row.approvedBy === null ? null : (people.get(row.approvedBy) ?? ''),
    madeAt: row.madeAt,
  }))
}

/** Transfers of the companies in scope, the last first. */
export const transfersList = list(listTransfers, {
  table: 'walletTransfer',
  from: transferRows,
  scope: 'companies',
  sorts: { total: 'walletTransfer.totalCents' },
  filters: {
    ownerId: (id: string) =>
      where.or([where('walletTransfer.fromOwnerId', '=', id), where('walletTransfer.toOwnerId', '=', id)]),
  },
  items: (rows, { sql }) => transferViews(sql, rows),
  csv: {
    texts: 'transfers',
    columns: [
      'ref',
      'kind',
      'status',
      'senderName',
      'receiverName',
      'wallet',
      'total',
      'fee',
      'net',
      'reason',
      'requestedByName',
      'approvedByName',
      'madeAt',
    ],
  },
})
