import { listOwnTransfers } from '@cardamom/contract/transfers/own-transfers'
import { expressionBuilder, sql as fragment, type SqlBool } from 'kysely'
import { list } from '../kernel/list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { readHolderNames } from '../wallets/wallet-holders.sql.ts'
import { ownTransfersNamed } from './transfer-search.ts'
import { receiverOf, transferRef } from './transfers.list.ts'
import { transferRows, type TransferRecord } from './transfers.sql.ts'

const row = expressionBuilder<DB, 'walletTransfer'>()
/** The direction depends on the reader, so it is a condition of `from`. */
const isInFrom = row.lit(true)
export const sentBy = (userId: string) => row('walletTransfer.fromOwnerId', '=', userId)
export const receivedBy = (userId: string) => row('walletTransfer.toOwnerId', '=', userId)
/** Each side has an index of its own; with an `or` all transfers would be read. */
const ofEither = (userId: string) => fragment<SqlBool>`wallet_transfer.id in (
  select t.id from wallet_transfer t where t.from_owner_id = ${userId}
  union all select t.id from wallet_transfer t where t.to_owner_id = ${userId})`

/** Who paid the fee: a transfer back returns it to the side that receives. */
const paysFee = ({ kind, fromOwnerId, toOwnerId }: TransferRecord, userId: string): boolean =>
  (kind === 'reversal' ? toOwnerId : fromOwnerId) === userId

/** Transfers as one side sees them. The reason of a row was written for administrators, so it is no part of them. */
export const ownTransferViews = async (sql: Queries, rows: readonly TransferRecord[], userId: string) => {
  const isSent = (each: TransferRecord) => each.fromOwnerId === userId
  const otherOf = (each: TransferRecord) =>
    isSent(each) ? receiverOf(each) : { id: each.fromOwnerId, kind: each.fromKind }
  const names = await readHolderNames(sql, rows.map(otherOf))
  return rows.map((each) => ({
    id: each.id,
    ref: transferRef(each.id),
    kind: each.kind,
    status: each.status,
    direction: isSent(each) ? ('sent' as const) : ('received' as const),
    otherName: names.get(otherOf(each).id) ?? '',
    wallet: each.wallet,
    amount: isSent(each) ? each.totalCents : each.netCents,
    fee: paysFee(each, userId) ? each.feeCents : null,
    reference: each.reference,
    madeAt: each.madeAt,
  }))
}

/** Transfers from and to the reader's own wallets. */
export const ownTransfersList = list(listOwnTransfers, {
  table: 'walletTransfer',
  from: (sql, { direction }, { me: { userId } }) => {
    const all = transferRows(sql)
    if (direction !== undefined) return all.where(direction === 'sent' ? sentBy(userId) : receivedBy(userId))
    return all.where(ofEither(userId))
  },
  scope: 'shared',
  filters: { direction: () => isInFrom },
  search: ownTransfersNamed,
  items: (rows, { sql, me }) => ownTransferViews(sql, rows, me.userId),
  csv: {
    texts: 'ownTransfers',
    columns: [
      'ref',
      'kind',
      'status',
      'direction',
      'otherName',
      'wallet',
      'amount',
      'fee',
      'reference',
      'madeAt',
    ],
  },
})
