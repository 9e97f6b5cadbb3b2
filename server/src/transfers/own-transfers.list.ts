import { getOwnTransfer, listOwnTransfers } from '@cardamom/contract/transfers/own-transfers'
import { expressionBuilder, sql as fragment, type SqlBool } from 'kysely'
import { accepted, refused } from '../kernel/answer.ts'
import { list } from '../kernel/list.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { findWalletLine } from '../ledger/journal-wallets.sql.ts'
import { readHolderNames } from '../wallets/wallet-holders.sql.ts'
import { receiverOf, transferRef } from './transfers.list.ts'
import { readReversalOf, transferRows, type TransferRecord } from './transfers.sql.ts'

const row = expressionBuilder<DB, 'walletTransfer'>()
/** The direction depends on the reader, so it is a condition of `from`. */
const isInFrom = row.lit(true)
const sentBy = (userId: string) => row('walletTransfer.fromOwnerId', '=', userId)
const receivedBy = (userId: string) => row('walletTransfer.toOwnerId', '=', userId)
/** Each side has an index of its own; with an `or` all transfers would be read. */
const ofEither = (userId: string) => fragment<SqlBool>`wallet_transfer.id in (
  select t.id from wallet_transfer t where t.from_owner_id = ${userId}
  union all select t.id from wallet_transfer t where t.to_owner_id = ${userId})`

const viewsOf = async (sql: Queries, rows: readonly TransferRecord[], userId: string) => {
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
    fee: isSent(each) ? each.feeCents : null,
    reason: each.reason,
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
  items: (rows, { sql, me }) => viewsOf(sql, rows, me.userId),
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
      'reason',
      'madeAt',
    ],
  },
})

/** The reader's wallet before and after a transfer. */
const changeOf = async (sql: Queries, { id, kind, wallet, madeAt }: TransferRecord, ownerId: string) => {
  const journal = kind === 'card_load' ? 'wallet_load.reserved' : 'transfer.made'
  const line = await findWalletLine(sql, {
    ownerId,
    wallet,
    kind: journal,
    effectiveAt: madeAt,
    subjectId: id,
  })
  return { before: line?.availableBefore ?? null, after: line?.availableAfter ?? null }
}

const named = (id: string) => ({ id, ref: transferRef(id) })

/** Transfers of the reader's own wallets: the list and one of them. */
export const mountOwnTransfers = (kernel: Kernel): void => {
  mountList(kernel, ownTransfersList)

  kernel.mount(getOwnTransfer, async ({ sql, me: { userId }, params }) => {
    const found = await transferRows(sql)
      .where('id', '=', params.id)
      .where(row.or([sentBy(userId), receivedBy(userId)]))
      .executeTakeFirst()
    const [view] = found ? await viewsOf(sql, [found], userId) : []
    if (!found || !view) return refused('record_not_found')
    const reversedBy = found.status === 'reversed' ? await readReversalOf(sql, found.id) : null
    return accepted({
      ...view,
      ...(await changeOf(sql, found, userId)),
      reversalOf: found.reversalOf === null ? null : named(found.reversalOf),
      reversedBy: reversedBy && named(reversedBy.id),
    })
  })
}
