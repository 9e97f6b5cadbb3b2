import type { previewReversal } from '@cardamom/contract/transfers'
import type { OutputOf } from '@cardamom/contract/endpoint'
import type { FeeInside } from '../fees/fee-split.ts'
import type { Database } from '../kernel/database.ts'
import { createGroupedCalls } from '../kernel/grouped-calls.ts'
import type { Queries } from '../kernel/queries.ts'
import type { ShareReader } from '../companies/share-access.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { legViews, walletChange } from '../wallets/wallet-view.ts'
import type { TransferSides } from './transfer.ts'
import { transferMade } from './transfer-postings.ts'

/** Above this total a second person approves a transfer (domain §7). */
export const readSecondPersonLimit = (sql: Queries): Promise<bigint> =>
  readSetting(sql, 'secondPersonTransfer')

/** The limit as it is after a call began, by one statement for the calls that wait for it. */
export const createSecondPersonLimit = (db: Pick<Database, 'reader'>): (() => Promise<bigint>) => {
  const sql = db.reader({ kind: 'companies', companyIds: [] })
  const read = createGroupedCalls<void, bigint>({
    run: async (calls) => {
      const limitCents = await readSecondPersonLimit(sql)
      return calls.map(() => limitCents)
    },
    most: Infinity,
    atOnce: 1,
  })
  return () => read()
}

/** Both wallets before and after a transfer, and its journal, before anything is confirmed. */
export const previewView = (
  made: TransferSides & FeeInside,
  of: { readonly me: ShareReader; readonly id: string; readonly now: Date; readonly limitCents: bigint },
): OutputOf<typeof previewReversal> => {
  const { from, to, wallet, totalCents, feeCents, netCents } = made
  const { legs } = transferMade({ ...made, id: of.id, effectiveAt: of.now })
  const names = new Map([from, to].map(({ id, name }) => [id, name]))
  return {
    sender: walletChange(of.me, from, { wallet, changeCents: -totalCents }),
    receiver: walletChange(of.me, to, { wallet, changeCents: netCents }),
    total: totalCents,
    fee: feeCents,
    net: netCents,
    legs: legViews(legs, names),
    needsApproval: (totalCents > netCents ? totalCents : netCents) > of.limitCents,
  }
}
