import { getOwnTransfer } from '@cardamom/contract/transfers/own-transfers'
import { expressionBuilder } from 'kysely'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import type { Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { findWalletLine } from '../ledger/journal-wallets.sql.ts'
import { ownTransfersList, ownTransferViews, receivedBy, sentBy } from './own-transfers.list.ts'
import { transferRef } from './transfers.list.ts'
import { readReversalOf, transferRows, type TransferRecord } from './transfers.sql.ts'

const row = expressionBuilder<DB, 'walletTransfer'>()

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
    const [view] = found ? await ownTransferViews(sql, [found], userId) : []
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
